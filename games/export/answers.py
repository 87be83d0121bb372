"""What was entered, as columns of a table: one for each player, side or party of a question, or one for the question."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from games.display.rows import DisplayedRow, answer_words
from games.rules import ask
from games.rules.words import translate

if TYPE_CHECKING:
    from games.export.data import ExportedMatch

SEPARATOR = " · "  # between the numbers of a question in one cell

Cell = str | int | None


class AnswerColumn:
    """A column with the answers to a question, or with one of its numbers."""

    def __init__(self, question: ask.Question, label: str, part: int | None = None) -> None:
        self.question = question
        self.label = label
        self.part = part

    def cell(self, row: DisplayedRow) -> Cell:
        value = row.row.deal.answers.get(self.question.name)
        if self.part is not None:
            return number(value[self.part]) if isinstance(value, list) and self.part < len(value) else None
        return answer(row, self.question, value)


def columns(match: ExportedMatch, rows: list[DisplayedRow]) -> list[AnswerColumn]:
    """Return the columns for the questions that a round has answered. Answers with several parts of their own have none."""
    return [column for question in match.table.game.questions for column in columns_of(match, question, rows)]


def columns_of(match: ExportedMatch, question: ask.Question, rows: list[DisplayedRow]) -> Iterator[AnswerColumn]:
    values = [row.row.deal.answers.get(question.name) for row in rows]
    known = [value for value in values if value is not None and is_plain(value)]
    label = gettext(question.label)
    if not known:
        return
    names = names_of(match, question) if isinstance(question, ask.Tally) else []
    if not names:
        yield AnswerColumn(question, label)
    for part, name in enumerate(names):
        yield AnswerColumn(question, gettext("%(label)s: %(value)s") % {"label": label, "value": name}, part)


def is_plain(value: Any) -> bool:
    """Return whether the value is a number, a text or yes or no, or a list of such."""
    return all(not isinstance(part, dict | list) for part in (value if isinstance(value, list) else [value]))


def names_of(match: ExportedMatch, question: ask.Tally) -> list[str]:
    """Return the names of the columns of a tally, or none if others came to the table: then a column would mix people."""
    if question.columns:
        return list(map(gettext, question.columns))
    lineups = [match.table.sheet.lineup_of(number) for number in range(len(match.table.sheet.rows))]
    names = {tuple(lineup.names if question.player else lineup.side_names) for lineup in lineups}
    return list(names.pop()) if len(names) == 1 else []


def answer(row: DisplayedRow, question: ask.Question, value: Any) -> Cell:
    if value is None or not is_plain(value):
        return None
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, int) and isinstance(question, ask.Number):
        return value
    lineup = row.row.lineup
    if isinstance(question, ask.Tally) and lineup is not None:
        names = lineup.names if question.player else lineup.side_names
        return SEPARATOR.join(f"{name} {count}" for name, count in zip(names, value, strict=False) if count is not None)
    words = answer_words(row.row, question, value)
    return None if words is None else translate(words, gettext)


def number(value: Any) -> int | None:
    return value if type(value) is int else None
