"""Let others use the lane of expensive requests while a long file is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from scorekeeper import lanes

ROWS = 50  # a fraction of a second, also for long names
Row = TypeVar("Row")


def pause_between(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows, and let others pass before each 50."""
    for number, row in enumerate(rows):
        if number % ROWS == 0:
            lanes.let_others_pass()
        yield row
