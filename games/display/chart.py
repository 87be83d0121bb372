"""The totals of the sheet, round by round, as lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.display.open_match import OpenMatch
    from games.match.sheet_row import SheetRow

LEFT, RIGHT, TOP, BOTTOM = 34, 384, 12, 188
STEPS = (1, 2, 5)
MOST_MARKS = 14  # round numbers below the grid
SHAPES = 8


class ChartMark:
    """A number beside the grid."""

    def __init__(self, at: int, text: str) -> None:
        self.at = at
        self.text = text


class Curve:
    """The line of one side: a path, and a dot for every round. `runs` are its parts, one for each time at the table."""

    def __init__(self, name: str, number: int, runs: Sequence[Sequence[tuple[int, int]]], colour: int) -> None:
        self.name = name
        self.colour = colour  # of the badge of its player, or of the first of a team
        self.style = number % SHAPES + 1
        self.path = "".join(["M" + " ".join([f"{x} {y}" for x, y in points]) for points in runs])
        self.dots = "".join([dot(number % SHAPES, x, y) for points in runs for x, y in points[1:]])
        self.key = dot(number % SHAPES, 20, 8)


class Chart:
    def __init__(self, opened: OpenMatch) -> None:
        totals = [[0] * len(opened.standing.sides)] + [row.totals for row in opened.sheet.rows]
        self.rounds = len(totals) - 1
        self.is_drawn = self.rounds > 1
        low = min([min(column) for column in totals])
        high = max([max(column) for column in totals] + [1])
        step = step_for(high - low)
        floor, ceiling = low // step * step, -(-high // step) * step
        self.levels = [
            ChartMark(height(value, floor, ceiling), str(value)) for value in range(floor, ceiling + 1, step)
        ]
        # Room for the longest number with its minus.
        self.left = max(LEFT, 8 + 8 * max([len(level.text) for level in self.levels]))
        every = -(-self.rounds // MOST_MARKS) or 1
        self.marks = [ChartMark(self.across(number), str(number)) for number in range(0, self.rounds + 1, every)]
        self.curves = []
        for number, side in enumerate(opened.standing.sides):
            runs = [
                [(self.across(round), height(total, floor, ceiling)) for round, total in run]
                for run in runs_of(opened.sheet.rows, number)
            ]
            self.curves.append(Curve(side.name, number, runs, side.badges[0].colour))
        self.leading = [side.name for side in opened.standing.at_top]
        self.top = opened.standing.at_top[0].total
        self.fewest = opened.sheet.setup.fewest
        self.right, self.bottom = RIGHT, BOTTOM

    def across(self, round: int) -> int:
        return self.left + (RIGHT - self.left) * round // max(1, self.rounds)


def runs_of(rows: Sequence[SheetRow], column: int) -> list[list[tuple[int, int]]]:
    """Return the rounds and totals of a column, one list for each time its player was at the table.

    A list begins with the round before, as the points of a round are the way from one dot to the next.
    """
    runs: list[list[tuple[int, int]]] = []
    was_playing = False
    for number, row in enumerate(rows, 1):
        is_playing = row.side_of(column) is not None
        if is_playing:
            total = row.totals[column]
            before = number - 1, total - row.points[column]
            if not was_playing or runs[-1][-1] != before:  # someone came, or began from zero
                runs.append([before])
            runs[-1].append((number, total))
        was_playing = is_playing
    return runs


def step_for(span: int) -> int:
    """Return the distance between two lines of the grid, so that the lines are few and their numbers round."""
    ten = 1
    while True:
        for size in STEPS:
            if span <= 4 * size * ten:
                return size * ten
        ten *= 10


def height(value: int, floor: int, ceiling: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * (value - floor) // max(1, ceiling - floor)


def dot(shape: int, x: int, y: int) -> str:
    """Return the path of a dot. Each shape differs, so that lines do not differ by colour alone."""
    if shape == 0:
        return f"M{x - 4} {y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0"
    if shape == 1:
        return f"M{x - 4} {y - 4}h8v8h-8z"
    if shape == 2:
        return f"M{x} {y - 5}l5 9h-10z"
    if shape == 3:
        return f"M{x} {y - 5}l5 5l-5 5l-5-5z"
    if shape == 4:
        return f"M{x} {y + 5}l5-9h-10z"
    if shape == 5:
        return f"M{x} {y - 5}v10v-5h-5h10"
    if shape == 6:
        return f"M{x - 4} {y - 4}l8 8l-4-4l-4 4l8-8"
    return f"M{x - 6} {y - 3}h12v6h-12z"
