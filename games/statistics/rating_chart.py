"""The ratings of a person over time as a line, with the band in which it lies. A table beside it has the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

from games.display.chart import BOTTOM, LEFT, RIGHT, ChartMark, dot, height, step_for
from games.statistics.chart import MOST_MARKS
from games.statistics.rating import Rating

ROOM = 12  # more at the left, as ratings have four digits


class RatingChart:
    left, right, bottom = LEFT + ROOM, RIGHT, BOTTOM

    def __init__(self, names: Sequence[str], ratings: Sequence[Rating]) -> None:
        self.count = len(names)
        lows = [rating.points - rating.range for rating in ratings]
        highs = [rating.points + rating.range for rating in ratings]
        step = step_for(max(highs) - min(lows))
        floor, ceiling = min(lows) // step * step, -(-max(highs) // step) * step
        self.levels = [
            ChartMark(height(value, floor, ceiling), str(value)) for value in range(floor, ceiling + 1, step)
        ]
        every = -(-self.count // MOST_MARKS)
        self.marks = [ChartMark(self.across(at), name) for at, name in enumerate(names) if at % every == 0]
        line = [(self.across(at), height(rating.points, floor, ceiling)) for at, rating in enumerate(ratings)]
        upper = [(self.across(at), height(high, floor, ceiling)) for at, high in enumerate(highs)]
        lower = [(self.across(at), height(low, floor, ceiling)) for at, low in enumerate(lows)]
        self.path = "M" + " ".join(f"{x} {y}" for x, y in line)
        self.band = "M" + " ".join(f"{x} {y}" for x, y in [*upper, *lower[::-1]]) + "z"
        self.dots = "".join(dot(0, x, y) for x, y in line)
        # The range of each column as an upright line: it is seen without colour, and if there is one column only.
        self.ranges = "".join(f"M{x} {top}V{low}" for (x, top), (_x, low) in zip(upper, lower, strict=True))

    def across(self, place: int) -> int:
        return self.left + (self.right - self.left) * (2 * place + 1) // (2 * self.count)
