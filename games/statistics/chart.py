"""Figures over time as a picture, with a column for each month or year. A table beside it has the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.display.chart import BOTTOM, LEFT, RIGHT, TOP, ChartMark, dot, height, step_for

MOST_MARKS = 6  # below the columns
LAST_MARK = RIGHT - 16  # further to the right, half of its name would stick out
PERCENT = 100
QUARTERS = range(0, PERCENT + 1, 25)


class Axes:
    """The grid, and the place of each column."""

    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM

    def __init__(self, names: Sequence[str], levels: Sequence[int]) -> None:
        self.count = len(names)
        self.ceiling = levels[-1]
        self.levels = [ChartMark(self.up(level), str(level)) for level in levels]
        every = -(-self.count // MOST_MARKS)
        self.marks = [
            ChartMark(min(self.across(place), LAST_MARK), name)
            for place, name in enumerate(names)
            if place % every == 0
        ]

    def across(self, place: int) -> int:
        return LEFT + (RIGHT - LEFT) * (2 * place + 1) // (2 * self.count)

    def up(self, value: int) -> int:
        return height(value, 0, self.ceiling)


class BarChart(Axes):
    """Numbers of matches, each as a column."""

    def __init__(self, names: Sequence[str], counts: Sequence[int]) -> None:
        step = step_for(max([*counts, 1]))
        super().__init__(names, range(0, -(-max([*counts, 1]) // step) * step + 1, step))
        half = max(2, (RIGHT - LEFT) // self.count * 3 // 8)
        tops = [(self.across(place), self.up(count)) for place, count in enumerate(counts) if count]
        self.path = "".join(f"M{x - half} {BOTTOM}V{y}H{x + half}V{BOTTOM}z" for x, y in tops)


class Shares(Axes):
    """Shares, each as a dot, with a line between neighbours. Where a share is None there is a gap."""

    def __init__(self, names: Sequence[str], shares: Sequence[Fraction | None]) -> None:
        super().__init__(names, QUARTERS)
        points = [
            None if share is None else (self.across(place), self.up(round(share * PERCENT)))
            for place, share in enumerate(shares)
        ]
        self.dots = "".join(dot(0, *point) for point in points if point is not None)
        self.path = ""
        before = None
        for point in points:
            if point is not None:
                self.path += f"{'M' if before is None else 'L'}{point[0]} {point[1]}"
            before = point
