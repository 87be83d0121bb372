"""The line above Save: the outcome of the round, and of each side the points and the total after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.reasons import SidePoints

if TYPE_CHECKING:
    from games.match.sheet_row import SheetRow
    from games.pages.entry.position import Position


class RoundResult:
    """The points of a round, in the order of the seats. Between two sides the side of an outcome comes first."""

    def __init__(self, row: SheetRow, names: list[str], winners: list[int]) -> None:
        self.sides = [SidePoints(row, side, name) for side, name in enumerate(names)]
        self.outcome = row.outcome
        self.is_nothing = not any(row.points)
        self.is_brief = len(names) == 2
        first = 0 if self.outcome is None else self.outcome.side
        self.first, self.other = self.sides[first], self.sides[1 - first if self.is_brief else first]
        self.winners = [names[side] for side in winners]


def winners(row: SheetRow, position: Position) -> list[int]:
    """Return the sides that win the match with this round. Only the last round can decide it."""
    if not row.complete or not position.is_last:
        return []
    stored = position.stored_row
    complete = position.sheet.complete + (0 if stored is not None and stored.complete else 1)
    return position.lineup.setup.winners(row.totals, complete)
