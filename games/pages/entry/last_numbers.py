"""The numbers of a tally in a form: their fields, and when the last one, which follows, is left open or stated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.judge import judge_answers, tallies_of_place

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.position import Position
    from games.pages.request import Form
    from games.rules.game import AnsweredDeal


def tally_names(question: ask.Tally, deal: AnsweredDeal) -> list[str]:
    """Return the names of the fields of a tally: one for every side, or for every player who does not sit out."""
    length = question.length(deal.setup)
    resting = ask.resting_places(deal, length)
    return [f"{question.name}-{place}" for place in range(length) if place not in resting]


def without_last_numbers(answers: dict[str, Any], position: Position) -> dict[str, Any]:
    """Return stored answers for a form: a number that follows in this place is open, so that it follows a correction."""
    deal = position.sheet.new_deal(position.number, position.lineup)
    if judge_answers(deal, answers):
        return answers
    shortened = {}
    for question in tallies_of_place(deal):
        numbers = answers.get(question.name)
        if numbers and None not in numbers:
            resting = ask.resting_places(deal, len(numbers))
            last = [place for place in range(len(numbers)) if place not in resting][-1]
            shortened[question.name] = [None if place == last else number for place, number in enumerate(numbers)]
    return answers | shortened


def state_last_numbers(position: Position, form: Form, deal: AnsweredDeal, answers: dict[str, Any]) -> bool:
    """State the numbers that followed in the stored round, where a correction changes their sum. Return whether there are any.

    Someone who names another contract of King has not yet entered its numbers. The last one would follow from the new sum.
    """
    row = position.stored_row
    if row is None:
        return False
    stated = {}
    for question in deal.setup.game.questions:
        if not isinstance(question, ask.Tally) or question.name not in row.deal.answers:
            continue
        numbers, before = answers.get(question.name) or [], ask.size(question.total, row.deal)
        resting = ask.resting_places(deal, len(numbers))
        missing = [place for place, number in enumerate(numbers) if number is None and place not in resting]
        count, total = sum(number for number in numbers if number is not None), ask.size(question.total, deal)
        rest = (before or 0) - count
        is_entered = count == total and not has_numbers_of(
            row.deal.answers[question.name], numbers
        )  # all of them again
        if len(missing) == 1 and rest >= 0 and total not in (None, before) and not is_entered:
            form.set(f"{question.name}-{missing[0]}", str(rest))
            stated[question.name] = [rest if place in missing else number for place, number in enumerate(numbers)]
    answers.update(stated)
    return bool(stated)


def has_numbers_of(stored: list[int | None], numbers: list[int | None]) -> bool:
    """Return whether the numbers are the stored ones, as far as they are there."""
    return all(number in (None, before) for number, before in zip(numbers, stored))


def tally_of(deal: AnsweredDeal, field: str) -> ask.Tally | None:
    """Return the question that a field belongs to, or None."""
    for question in deal.setup.game.questions:
        if isinstance(question, ask.Tally) and field in tally_names(question, deal):
            return question
    return None
