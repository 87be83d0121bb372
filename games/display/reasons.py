"""The points of one side in one round, with their arithmetic in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words

if TYPE_CHECKING:
    from games.match.sheet_row import SheetRow


class SidePoints:
    """The points of a side, and the reasons for them."""

    def __init__(self, row: SheetRow, side: int, name: str) -> None:
        self.side = name
        self.points = row.points[side]
        self.gain = str(self.points) if self.points < 0 else f"+{self.points}"
        self.total = row.totals[side]
        self.reasons = point_reasons(row, side)


class Reason:
    """A line of the round that brought points."""

    def __init__(self, label: Words, points: int, why: Words | None) -> None:
        self.label = label
        self.points = points
        self.why = why


def point_reasons(row: SheetRow, side: int) -> list[Reason]:
    reasons = []
    for line in row.lines:
        why = line.why[side] if line.why is not None else None
        if is_no_reason(row, line.label):
            continue
        if line.points is not None and (line.points[side] or why is not None):
            reasons.append(Reason(Words(line.label), line.points[side], why))
    return reasons


def is_no_reason(row: SheetRow, label: str) -> bool:
    """Return whether the line is the only question of the game, so that it would only repeat the points."""
    questions = row.deal.setup.game.questions
    return len(questions) == 1 and questions[0].label == label
