"""Figures of many months at once, as when somebody of many matches turns out to be written down twice: some at a time.

Whoever asks waits for no more than some of them. Each is kept as soon as it is made, so the next who asks goes on from there.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from uuid import UUID

from django.db.models.functions import Length

from games import models
from games.statistics.periods import EVER
from games.store.figures.months import ALL_GAMES, cells_of
from games.store.figures.refresh import make_cells

PATIENCE = 2.0  # seconds


@dataclass(frozen=True)
class Progress:
    """Months that have their figures, of all that were played in."""

    months: int
    of: int


def catch_up(circle: UUID) -> Progress | None:
    """None once all are there, but for what is made in no time."""
    ever = cells_of(circle, [EVER]).filter(game=ALL_GAMES, tally__isnull=True, since__isnull=True)
    if not ever.exists():
        return None
    months = models.Cell.objects.filter(circle=circle, game=ALL_GAMES).annotate(letters=Length("period"))
    months = months.filter(letters=len("2026-11"))
    missing = list(months.filter(tally__isnull=True).order_by("period").values_list("period", "changed"))
    until = time.monotonic() + PATIENCE
    for number, (period, changed) in enumerate(missing):
        if number and time.monotonic() > until:
            count = months.count()
            return Progress(count - len(missing) + number, count)
        assert changed is not None, period  # it has been dropped
        make_cells(circle, period, changed)
    return None
