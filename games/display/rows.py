"""The sheet as it lies on the table: a row a round, with its reasons and what people have still to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.reasons import point_reasons
from games.match.conflicts import MOST, conflicting_answers, is_undecided_duplicate, originals
from games.match.scoring import points_for
from games.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.display.reasons import Reason
    from games.match.deals import RecordedDeal
    from games.match.sheet import SheetRow


class ScoreCell:
    """What a side has after a round, and what it got in it."""

    def __init__(self, row: SheetRow, number: int, side: str) -> None:
        self.row = row
        self.number = number
        self.side = side
        self.total = row.totals[number]
        self.points = row.points[number]

    @property
    def reasons(self) -> list[Reason]:
        """Worked out where they are shown: most pages have only the numbers."""
        return point_reasons(self.row, self.number)


class DisplayedRow:
    """A round."""

    def __init__(self, found: OpenMatch, row: SheetRow, deal: RecordedDeal) -> None:
        self.row = row
        self.names = [side.name for side in found.standing.sides]
        self.number = row.deal.number + 1
        self.deal = deal.id
        self.dealer = found.sheet.names[row.deal.dealer]
        self.cells = [ScoreCell(row, number, side) for number, side in enumerate(self.names)]
        self.is_complete = row.complete
        self.problems = [problem.words for problem in row.problems]
        self.is_amended = len(deal.versions) > 1
        self.is_doubted = len(conflicting_answers(found.log, deal)) > 0
        self.html: Any = None

    def drawn(self, draw: Callable[[OpenMatch, DisplayedRow], Any], found: OpenMatch) -> Any:
        """Kept with it: a save adds one row, and draws no other anew."""
        if self.html is None:
            self.html = draw(found, self)
        return self.html

    @property
    def reasons(self) -> list[tuple[ScoreCell, list[Reason]]]:
        """The cells that have some."""
        return [(cell, why) for cell, why in [(cell, cell.reasons) for cell in self.cells] if why]

    @property
    def moments(self) -> list[Words]:
        """What was seldom seen in it."""
        found = [] if self.row.problems else self.row.deal.setup.game.moments(self.row.deal)
        return [moment_words(moment.words, moment.side, self.names) for moment in found]


class DuplicateRow:
    """A round that was written by somebody else too, and counts in no total."""

    def __init__(self, found: OpenMatch, deal: RecordedDeal) -> None:
        self.deal = deal.id
        self.points = points_for(found.log, found.sheet, deal, deal.answers)
        self.event = deal.event
        self.by = name_of_writer(found, deal.event)
        self.twins = [twin.id for twin in originals(found.log, deal, MOST)]
        self.has_many = len(self.twins) == MOST
        numbers = [found.number_of(twin) for twin in self.twins]
        self.number = max(numbers + [0])
        self.other = name_of_writer(found, found.log.by_id[self.twins[0]].event) if self.twins else ""


class ConflictChoice:
    """One of several things that were said of a round; `points` is None where it was to be struck."""

    def __init__(self, number: int, points: list[int] | None) -> None:
        self.number = number
        self.points = points


class ConflictRow:
    """A round that two people have put right in two ways."""

    def __init__(self, found: OpenMatch, deal: RecordedDeal) -> None:
        self.deal = deal.id
        self.number = found.number_of(deal.id)
        self.versions = []
        for number, answers in enumerate(conflicting_answers(found.log, deal)):
            self.versions.append(
                ConflictChoice(number, None if answers is None else points_for(found.log, found.sheet, deal, answers))
            )


class DisplayedSheet:
    def __init__(self, found: OpenMatch) -> None:
        counting = found.log.counted_deals()
        self.rows: list[DisplayedRow] = found.sheet.displayed  # kept with it: while it only grows, no row changes
        for number in range(len(self.rows), len(counting)):
            self.rows.append(DisplayedRow(found, found.sheet.rows[number], counting[number]))
        self.newest_first = list(reversed(self.rows))
        self.asides = [DuplicateRow(found, deal) for deal in found.log.deals if is_undecided_duplicate(found.log, deal)]
        self.differing = [ConflictRow(found, deal) for deal in found.log.deals if conflicting_answers(found.log, deal)]
        self.struck = [deal for deal in found.log.deals if deal.is_struck and not conflicting_answers(found.log, deal)]


def name_of_writer(found: OpenMatch, event: str) -> str:
    """Who wrote an event; nobody's name while it has not been to the server."""
    place = found.log.causality.places.get(event)
    return "" if place is None else str((found.log.events[place].get("by") or {}).get("name") or "")


def moment_words(words: Words, side: int | None, names: list[str]) -> Words:
    return words if side is None else Words(words.text, **(words.values | {"side": names[side]}))
