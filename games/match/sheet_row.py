"""A deal on the sheet: judged, scored and added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import faults
from games.rules.deal import next_seat
from games.rules.game import added_up
from games.rules.judge import is_complete
from games.rules.words import Note, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.lineups import Lineup
    from games.rules.deal import AnsweredDeal
    from games.rules.game import Line, Moment
    from games.rules.outcome import Outcome


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
        self.notes: list[Problem] = []
        self.problems: list[Problem] = []
        for problem in problems:
            (self.notes if isinstance(problem, Note) else self.problems).append(problem)
        width, game = len(totals), deal.setup.game
        self.complete = False
        self.lines: list[Line] = []
        self.points = [0] * width
        self.facts: dict[str, Any] = {}
        self.carried = deal.carried_facts  # to the next round
        self.is_after_end = bool([problem for problem in self.problems if problem.code == "over"])  # of the match
        if not self.problems:
            try:  # a function of the game may raise any error
                complete, sides, lines = is_complete(deal), deal.setup.sides, []
                for line in game.score(deal):
                    points = line.points
                    if points is None:
                        if complete:
                            raise ValueError(f"a complete round has no points in its line “{line.label}”")
                    elif any(points):
                        if len(points) != sides:
                            raise ValueError("a line has points for each side")
                        lines.append(line)
                if lineup is not None and lineup.columns != list(range(width)):  # mostly they are in order
                    lines = [lineup.spread_line(line, width) for line in lines]
                points = added_up(lines) or self.points
                if type(sum(points)) is not int:
                    raise TypeError("points are whole numbers")
                facts, carried = game.facts(deal), game.carry(deal) if complete else self.carried
                if type(carried) is not dict:
                    raise TypeError("carry returns a dict, which may be empty")
            except Exception as error:
                faults.note(game, error)
                self.problems = [faults.problem()]
                self.all_problems = problems + self.problems
            else:
                self.complete, self.lines, self.points = complete, lines, points
                self.facts, self.carried = facts, carried
        self.totals = [total + points for total, points in zip(totals, self.points)]

    @property
    def moments(self) -> list[Moment]:
        """What is worth mentioning about the deal."""
        game, sides = self.deal.setup.game, range(self.deal.setup.sides)
        moments = [] if self.problems else faults.listed(game, game.moments, self.deal)
        return [moment for moment in moments if moment.side is None or moment.side in sides]

    @property
    def parties(self) -> list[tuple[str, Sequence[int]]]:
        """The parties of the deal: their labels and their seats."""
        return faults.listed(self.deal.setup.game, self.deal.setup.game.parties, self.deal)

    @property
    def outcome(self) -> Outcome | None:
        """The word for the result of a complete deal."""
        game = self.deal.setup.game
        return faults.value_of(game, game.outcome, self.deal) if self.complete else None

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
    game = row.deal.setup.game
    try:
        return game.next_dealer(row.deal) if row.complete else next_seat(row.deal)
    except Exception as error:
        faults.note(game, error)
        return next_seat(row.deal)
