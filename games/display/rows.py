"""The sheet as pages show it: one row per round, with its reasons and the conflicts that people must settle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.people import round_words
from games.display.reasons import point_reasons
from games.match.deals import MOST_VERSIONS, answers_key, conflicting_answers, unlisted_answers
from games.match.repeated import repeated_deal
from games.match.sheet import row_for
from games.match.undecided import undecided_duplicates
from games.rules import ask
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.display.reasons import Reason
    from games.match.deals import RecordedDeal
    from games.match.log import Log
    from games.match.sheet_row import SheetRow

MOST_ROWS = 1_000  # rounds on a page; the newest


class ScoreCell:
    """The points of a side in a round, and its total after it."""

    def __init__(self, row: SheetRow, number: int, side: str) -> None:
        self.row = row
        self.number = number
        self.side = side
        self.is_absent = row.side_of(number) is None  # the player has left, or has not come yet
        self.total = row.totals[number]
        self.points = row.points[number]

    @property
    def reasons(self) -> list[Reason]:
        """The reasons for the points. They are computed on access, because most pages show only the numbers."""
        return point_reasons(self.row, self.number)


class DisplayedRow:
    """A round that counts."""

    def __init__(self, opened: OpenMatch, row: SheetRow, deal: RecordedDeal) -> None:
        self.row = row
        lineup = opened.sheet.lineup_of(row.deal.number)
        self.names = [side.name for side in opened.standing.sides]
        self.side_names = lineup.side_names
        if opened.sheet.is_changed:
            self.names = lineup.column_names + self.names[len(lineup.column_names) :]
        self.change = round_words(opened.sheet, row.deal.number)  # of the people
        self.number = row.deal.number + 1
        self.deal = deal.id
        self.dealer = lineup.names[row.deal.dealer]
        self.cells = [ScoreCell(row, number, side) for number, side in enumerate(self.names)]
        self.is_open = not row.complete and not row.problems
        self.problems = [problem.words for problem in row.problems]
        self.notes = [note.words for note in row.notes]
        self.is_amended = was_corrected(opened, deal)
        self.has_conflict = len(conflicting_answers(opened.log, deal)) > 0
        self.html: dict[str, Any] = {}

    def render_once(self, render: Callable[[OpenMatch, DisplayedRow], Any], opened: OpenMatch, locale: str) -> Any:
        """Return the row as HTML, rendered on the first call only. So a save renders just the row that it adds.

        A server renders it once for each language, and apart for followers, whose rows have no links.
        """
        key = f"{locale} {opened.is_followed}"
        if key not in self.html:
            self.html[key] = render(opened, self)
        return self.html[key]

    @property
    def reasons(self) -> list[tuple[ScoreCell, list[Reason]]]:
        """The cells that have reasons, with their reasons."""
        return [(cell, why) for cell, why in [(cell, cell.reasons) for cell in self.cells] if why]

    @property
    def highlights(self) -> list[Words]:
        """Sentences about rare things in this round."""
        moments = [moment_words(moment.words, moment.side, self.side_names) for moment in self.row.moments]
        return moments + self.no_points

    @property
    def no_points(self) -> list[Words]:
        """Why a complete round has no points: the label of its answer, such as “All passed”."""
        if not self.row.complete or any(self.row.points):
            return []
        deal = self.row.deal
        labels = [question.label for question in deal.setup.game.questions if deal[question.name] is True]
        return [Words(label) for label in labels] or [Words(_("Nobody scored."))]


def was_corrected(opened: OpenMatch, deal: RecordedDeal) -> bool:
    """Return whether complete answers of a round were changed. A round that was saved for now and completed is not corrected."""
    earlier = deal.versions[:-1]
    is_complete = [row_for(opened.log, opened.sheet, deal, answers).complete for answers in earlier[:MOST_VERSIONS]]
    return len(earlier) > MOST_VERSIONS or any(is_complete)


class DuplicateRow:
    """A round that someone else recorded too, or that was recorded without knowing later ones. It counts in no total."""

    def __init__(self, opened: OpenMatch, deal: RecordedDeal, struck: dict[str, int]) -> None:
        self.deal = deal.id
        row = row_for(opened.log, opened.sheet, deal, deal.answers)
        self.points = row.points
        self.other_points = self.points  # of the round that was recorded first
        self.numbers: list[Words] = []
        self.other_numbers: list[Words] = []
        self.event = deal.event
        self.by = name_of_writer(opened, deal.event)
        self.is_imported = is_imported(opened, deal.event)
        first = repeated_deal(opened.log, deal)
        self.original = None if first is None else first.id
        self.number = 0 if first is None else opened.round_number(first.id)
        self.struck_number = 0 if first is None else struck.get(first.id, 0)
        self.other = ""
        if first is None:
            self.numbers = different_answers(row, entered_answers(row, deal.answers), {})
        else:
            other_row = row_for(opened.log, opened.sheet, first, first.answers)
            self.other_points = other_row.points
            entered, other_entered = entered_answers(row, deal.answers), entered_answers(other_row, first.answers)
            self.numbers = different_answers(row, entered, other_entered)
            self.other_numbers = different_answers(other_row, other_entered, entered)
            self.other = name_of_writer(opened, first.event)
            self.is_imported = self.is_imported or is_imported(opened, first.event)
        self.is_followed = False  # people decide about a further entry of the round after this one
        self.both_points = [first + second for first, second in zip(self.other_points, self.points)]


class ConflictChoice:
    """One of several revisions of a round. `points` is None if the revision crosses the round out."""

    def __init__(self, number: int, points: list[int] | None, numbers: list[Words]) -> None:
        self.number = number
        self.points = points
        self.numbers = numbers


class ConflictRow:
    """A round that two people have corrected in two ways."""

    def __init__(self, opened: OpenMatch, deal: RecordedDeal, struck: dict[str, int]) -> None:
        self.deal = deal.id
        self.number = opened.round_number(deal.id)
        self.struck_number = struck.get(deal.id, 0)
        self.versions = []
        self.unlisted = unlisted_answers(opened.log, deal)
        versions = conflicting_answers(opened.log, deal)
        rows = [row_for(opened.log, opened.sheet, deal, answers or {}) for answers in versions]
        entered = [entered_answers(row, answers or {}) for row, answers in zip(rows, versions)]
        for number, answers in enumerate(versions):
            if answers is None:
                self.versions.append(ConflictChoice(number, None, []))
                continue
            numbers = different_answers(rows[number], entered[number], entered[1 if number == 0 else 0])
            self.versions.append(ConflictChoice(number, rows[number].points, numbers))


class DisplayedSheet:
    def __init__(self, opened: OpenMatch) -> None:
        counting = opened.log.counted_deals()
        # The sheet keeps its rows, because no row changes while rows are only added.
        self.rows: list[DisplayedRow] = opened.sheet.displayed
        for number in range(len(self.rows), len(counting)):
            self.rows.append(DisplayedRow(opened, opened.sheet.rows[number], counting[number]))
        self.listed = self.rows[-MOST_ROWS:]
        self.earlier = len(self.rows) - len(self.listed)
        self.newest_first = list(reversed(self.listed))
        duplicates, unlisted = undecided_duplicates(opened.log)
        struck = [deal for deal in opened.log.deals if deal.is_struck]
        numbers = {deal.id: number for number, deal in enumerate(struck, 1)}
        rows = [DuplicateRow(opened, deal, numbers) for deal in duplicates]
        twins = twin_deals(opened.log, [deal for deal, row in zip(duplicates, rows) if not row.original])
        first = {row.original: row for row in reversed(rows) if row.original}  # of several versions of a round
        for row in rows:
            if row.original and row is not first[row.original]:
                first[row.original].is_followed = True
        self.duplicates = [
            row for row in rows if row.deal not in twins and (not row.original or row is first[row.original])
        ]
        self.conflicts = [
            ConflictRow(opened, deal, numbers) for deal in opened.log.deals if conflicting_answers(opened.log, deal)
        ]
        self.unlisted = unlisted + sum([conflict.unlisted for conflict in self.conflicts])
        self.struck = [(numbers[deal.id], deal) for deal in struck if not conflicting_answers(opened.log, deal)]


def twin_deals(log: Log, further: list[RecordedDeal]) -> set[str]:
    """Return the ids of further rounds that an earlier one, from another phone, equals. People decide about that one first.

    If they could count each, two people might count both at the same time.
    """
    alike: dict[str, int] = {}  # the bits of the deals, by the key of their answers
    twins = set()
    for deal in sorted(further, key=lambda deal: deal.place):
        key = answers_key(deal.answers)
        if alike.get(key, 0) & ~log.causality.seen_by_writer(deal.place):
            twins.add(deal.id)
        alike[key] = alike.get(key, 0) | 1 << deal.place
    return twins


def entered_answers(row: SheetRow, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the answers, each with the numbers that follow from it."""
    return {name: row.deal.answers.get(name, value) for name, value in answers.items()}


def different_answers(row: SheetRow, answers: dict[str, Any], other: dict[str, Any]) -> list[Words]:
    """Return what was entered and differs from another entry, such as “Card points: 71 · 49” or “Trumps: Hearts”."""
    different = []
    for question in row.deal.setup.game.questions:
        value = answers.get(question.name)
        text = None if value is None or value == other.get(question.name) else answer_words(row, question, value)
        if text is not None:
            different.append(Words(_("%(label)s: %(value)s"), label=Words(question.label), value=text))
        elif value is True and other.get(question.name) is not True:
            different.append(Words(question.label))
    return different


def answer_words(row: SheetRow, question: ask.Question, value: Any) -> Words | str | None:
    """Return an answer in words, or None for one that has several parts, or is true or false."""
    if isinstance(question, ask.Choice):
        return next((Words(label) for known, label in question.values if known == value), None)
    numbers = value if isinstance(value, list) else [value]
    if not all(number is None or type(number) is int for number in numbers):
        return None
    names: list[str] = []
    if row.lineup is not None and isinstance(question, ask.SeatList):
        known = row.lineup.names
        return " & ".join([known[seat] if 0 <= seat < len(known) else "–" for seat in numbers if seat is not None])
    if row.lineup is not None and isinstance(question, (ask.Taker, ask.PlayerSeat)):
        names = row.lineup.side_names if isinstance(question, ask.Taker) else row.lineup.names
    if type(value) is int and 0 <= value < len(names):
        return names[value]
    return " · ".join(["–" if number is None else str(number) for number in numbers])


def name_of_writer(opened: OpenMatch, event: str) -> str:
    """Return the name of the writer of an event, or "" if the server has not stored the event yet."""
    place = opened.log.causality.places.get(event)
    return "" if place is None else str((opened.log.events[place].get("by") or {}).get("name") or "")


def is_imported(opened: OpenMatch, event: str) -> bool:
    """Return whether the writer of an event is the one that an imported file stated."""
    place = opened.log.causality.places.get(event)
    return place is not None and bool((opened.log.events[place].get("by") or {}).get("imported"))


def moment_words(words: Words, side: int | None, names: list[str]) -> Words:
    return words if side is None else Words(words.text, **(words.values | {"side": names[side]}))
