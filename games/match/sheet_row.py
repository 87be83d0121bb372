"""A deal on the sheet: judged, scored and added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import next_seat
from games.rules.game import added_up
from games.rules.judge import is_complete
from games.rules.words import Note, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.lineups import Lineup
    from games.rules.deal import AnsweredDeal


class SheetRow:
    """A deal on the sheet. A deal with problems scores nothing; one with notes keeps its points."""

    def __init__(
        self, id: Any, deal: AnsweredDeal, problems: list[Problem], totals: Sequence[int], lineup: Lineup | None = None
    ) -> None:
        """`totals` are those before the deal: of the columns of the sheet with a lineup, otherwise of the sides."""
        self.id = id
        self.lineup = lineup
        self.deal = deal
        self.all_problems = problems
        self.notes = [problem for problem in problems if isinstance(problem, Note)]
        self.problems = [problem for problem in problems if not isinstance(problem, Note)]
        self.complete = not self.problems and is_complete(deal)
        scored = [] if self.problems else deal.setup.game.score(deal)
        if lineup is not None and lineup.columns != list(range(len(totals))):  # mostly they are in order
            scored = [lineup.spread_line(line, len(totals)) for line in scored]
        self.lines = [line for line in scored if line.points is not None and any(line.points)]
        self.facts = {} if self.problems else deal.setup.game.facts(deal)
        self.carried = deal.setup.game.carry(deal) if self.complete else deal.carried_facts  # to the next round
        self.points = added_up(self.lines) or [0] * len(totals)
        self.totals = [total + points for total, points in zip(totals, self.points)]

    @property
    def side_names(self) -> list[str]:
        """The names of the sides of the deal, as they were then."""
        return [] if self.lineup is None else self.lineup.side_names

    def column_name(self, column: int) -> str:
        """Return the name of a column as it was then, or "" without one."""
        return "" if self.lineup is None or column >= len(self.lineup.seated) else self.lineup.column_names[column]

    @property
    def side_totals(self) -> list[int]:
        """The totals of the sides of the deal after it."""
        return self.totals if self.lineup is None else self.lineup.of_sides(self.totals)

    def side_of(self, column: int) -> int | None:
        """Return the side of the deal whose points are in a column, or None if its player did not play."""
        return column if self.lineup is None else self.lineup.side_of(column)

    def cut(self, width: int) -> None:
        """Remove the columns from this one on, in which nobody has played."""
        self.points, self.totals = self.points[:width], self.totals[:width]
        for line in self.lines:
            line.points = None if line.points is None else line.points[:width]
            line.why = None if line.why is None else line.why[:width]


def dealer_after(row: SheetRow) -> int:
    """Return the seat that deals after a round. The game decides after a complete round; otherwise the deal passes on."""
    return row.deal.setup.game.next_dealer(row.deal) if row.complete else next_seat(row.deal)
