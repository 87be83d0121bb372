"""The figures of a circle, for who wants to see them: read where they are kept, and made where they are not.

A month is made of its matches, a year of its months, and all the time of its years. So what is done anew is never more
than what has changed.

Nobody waits for anybody meanwhile. Whoever makes a cell looks first at which change it is that they know, and what they
made is kept only if that is still the last one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Length

from games import models
from games.statistics import kept
from games.statistics.periods import EVER, is_month
from games.statistics.tally import Tally, merged
from games.store import tallies
from games.store.cells import ALL_GAMES, cells_of
from games.store.turns import turn

Told = dict[str, Any]  # a tally as JSON, by game


def read(circle: UUID, periods: Collection[str], game: str | None = None) -> dict[str, Told]:
    """By one query, where all are there: those of a game and of all games together, or of every game."""
    wanted = cells_of(circle, periods)
    return made(circle, wanted if game is None else wanted.filter(Q(game=game) | Q(game=ALL_GAMES)))


def read_one(circle: UUID, periods: Collection[str], game: str, person: str) -> dict[str, Told]:
    """Of one game and one person alone: the rest of what is kept, which is much, stays in the database."""
    cells = cells_of(circle, periods)
    found = made(circle, cells.filter(game=ALL_GAMES, tally__isnull=True))
    of_matches, one = KeyTransform("matches", "tally"), KeyTransform(person, KeyTransform("people", "tally"))
    rows = cells.filter(game=game, tally__isnull=False).exclude(period__in=found)
    for period, matches, told in rows.values_list("period", of_matches, one):
        people = {} if told is None else {person: told}
        found[period] = {game: {"matches": matches, "rounds": 0, "days": ["", ""], "people": people}}
    return found


def made(circle: UUID, cells: QuerySet[models.Cell]) -> dict[str, Told]:
    found: dict[str, Told] = {}
    rows = cells.order_by("period", "game").values_list("period", "game", "changed", "tally")
    for period, game, changed, tally in rows:
        if tally is None:
            assert changed is not None, period  # it has been dropped
            found[period] = make(circle, period, changed)
        else:
            found.setdefault(period, {})[game] = tally
    return found


def make(circle: UUID, period: str, changed: UUID) -> Told:
    parts = tallies.of_month(circle, period) if is_month(period) else of_parts(circle, period)
    found = {game: kept.as_json(tally) for game, tally in parts.items()}
    keep(circle, period, changed, found)
    return found


def of_parts(circle: UUID, period: str) -> dict[str, Tally]:
    """A year of its months, and all the time of its years."""
    within = models.Cell.objects.filter(circle=circle).annotate(letters=Length("period"))
    within = within.filter(letters=4) if period == EVER else within.filter(letters=7, period__startswith=period)
    parts = list(made(circle, within).values())
    games = {ALL_GAMES, *(game for part in parts for game in part)}
    return {game: merged(kept.read(part[game]) for part in parts if game in part) for game in games}


def keep(circle: UUID, period: str, changed: UUID, found: Told) -> None:
    """Unless something has changed since we looked."""
    cells = cells_of(circle, [period])
    with turn(), transaction.atomic():
        if cells.filter(game=ALL_GAMES, changed=changed).update(tally=found[ALL_GAMES]):
            cells.exclude(game=ALL_GAMES).delete()
            others = [game for game in sorted(found) if game != ALL_GAMES]
            rows = [models.Cell(circle_id=circle, period=period, game=game, tally=found[game]) for game in others]
            models.Cell.objects.bulk_create(rows)


def make_all(circle: UUID) -> None:
    """Those that are not there."""
    read(circle, [EVER])
