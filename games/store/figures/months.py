"""The figures of a circle, kept month by month, year by year and for ever, so that no page adds up all matches.

A cell loses its tally in the transaction that changes one of its matches. It is made anew when somebody wants to see it
(refresh.py). What there was before its last day it keeps for that, unless the change was then.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.db.models import QuerySet

from games import models
from games.statistics.periods import around
from games.store.sql import upsert

ALL_GAMES = ""
WORDS = ("circle_id", "period", "game")


def counted_matches(circle: UUID) -> QuerySet[models.Match]:
    """The matches that count: a match that ended without a complete round has no result."""
    return models.Match.objects.filter(circle=circle, is_deleted=False, is_finished=True, summary__complete__gt=0)


def drop_months(circle: UUID, days: Collection[date]) -> None:
    """Something has changed on these days."""
    periods = sorted({period for day in days for period in around(day)})
    if periods:
        row = {"circle_id": circle, "game": ALL_GAMES, "changed": uuid4(), "tally": None}
        upsert(models.Cell, [{**row, "period": period} for period in periods], unique=WORDS)
        cells = cells_of(circle, periods)
        cells.exclude(game=ALL_GAMES).delete()
        cells.filter(since__gt=min(days)).update(since=None, before=None)


def drop_players(circle: UUID, players: Collection[str]) -> None:
    """These players are somebody else than they were."""
    if players:
        seats = models.Seat.objects.filter(circle=circle, player__in=players)
        drop_months(
            circle, set(counted_matches(circle).filter(id__in=seats.values("match")).values_list("date", flat=True))
        )


def drop_all(circle: UUID) -> None:
    models.Cell.objects.filter(circle=circle).delete()
    drop_months(circle, set(counted_matches(circle).values_list("date", flat=True)))


def cells_of(circle: UUID, periods: Collection[str]) -> QuerySet[models.Cell]:
    return models.Cell.objects.filter(circle=circle, period__in=periods)


def snapshot(circle: UUID) -> dict[tuple[str, str], Any]:
    """All that are there and that anything was played in."""
    rows = models.Cell.objects.filter(circle=circle, tally__isnull=False)
    found = rows.values_list("period", "game", "tally")
    return {(period, game): tally for period, game, tally in found if tally and tally["matches"]}
