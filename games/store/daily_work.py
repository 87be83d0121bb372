"""Work for every circle that `tidy` and a start do for a limited time: the next one goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from secrets import SystemRandom
from uuid import UUID

TIDY_SECONDS = 1_800


def work_within(seconds: float, circles: Iterable[UUID], work: Callable[[UUID, float], int]) -> int:
    """Do the work for each circle, and return the sum of its results. It gets the time at which it must end.

    The order is random. Otherwise the last circles would never get their turn while an earlier one has too much to do.
    """
    until = time.monotonic() + seconds
    in_turn = [*circles]
    SystemRandom().shuffle(in_turn)
    return sum(work(circle, until) for circle in in_turn)
