"""Rebuild rows of older versions after an update, circle by circle, while people play on.

`migrate` calls this. A second run finds what an older version, still running beside this one, has written since.
"""

from __future__ import annotations

import time
from typing import Any

from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.models import Q

from games import models
from games.store.figures.months import drop_old_tallies, fill_all_circles
from games.store.log_hashes import fill_hashes
from games.store.ratings.progress import mark_missing
from games.store.ratings.replay import rate_all_circles
from games.store.readmodels import SHAPE
from games.store.rebuild import rebuild_rows

WORK, PAUSE = 0.25, 0.05  # seconds: a pause after this much work, because SQLite has one lock for all writers
# The server starts afterwards. Readers add up the other months, and `tidy` does the rest of both.
FILLING_SECONDS = RATING_SECONDS = 20
OLD = Q(summary__shape__isnull=True) | ~Q(summary__shape=SHAPE)


def upgrade_rows() -> int:
    """Rebuild the circles with rows of an older version; return how many there were. A deleted one may be restored at any time."""
    circles = list(models.Match.objects.filter(OLD).order_by("circle").values_list("circle", flat=True).distinct())
    begun = time.monotonic()
    for circle in circles:
        rebuild_rows(circle)
        if time.monotonic() - begun >= WORK:  # not after each circle: many small ones would take long
            time.sleep(PAUSE)
            begun = time.monotonic()
    return len(circles)


def after_migrate(*, using: str, verbosity: int, **options: Any) -> None:
    """Upgrade rows and hashes once all migrations are applied; not after a flush, nor at an earlier migration."""
    if "plan" in options and is_up_to_date(using):
        count = upgrade_rows()
        drop_old_tallies()
        fill_all_circles(FILLING_SECONDS)
        mark_missing()
        rate_all_circles(RATING_SECONDS)
        fill_hashes()
        if count and verbosity:
            print(f"  Recalculated: {count} circles.")


def is_up_to_date(using: str) -> bool:
    loader = MigrationLoader(connections[using])
    return all(leaf in loader.applied_migrations for leaf in loader.graph.leaf_nodes("games"))
