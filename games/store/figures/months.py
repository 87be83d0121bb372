"""Store the figures of a circle by month, in the transaction that changes a match.

Adding up many matches would keep the circle locked for long, so one transaction adds up a limited number of them.
A month beyond that has no tally for a while. Readers add it up from rows, and a later transaction stores it.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from datetime import date
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from games import models
from games.statistics import tally_json
from games.statistics.people import PlayerIndex
from games.statistics.periods import days_of, month
from games.store.daily_work import TIDY_SECONDS, work_within
from games.store.figures.from_rows import ALL_GAMES, GameTallies, finished_matches, merged_players, tally_days
from games.store.figures.years import circles_without_years, drop_all_years, drop_years, fill_years, is_of_years
from games.store.ratings.progress import first_day, mark_unrated
from games.store.sql import upsert

MATCHES_AT_ONCE = 120  # added up by a transaction that changes a match: 15 ms, or 170 ms if all players differ
MONTHS_AT_ONCE = 24
MOST_NAMES = 500_000  # characters of names in a tally. A month with more is never stored, as writing it takes long.
MOST_SEATS = 5_000  # of players who are merged: with more, all months are added up again
MATCHES_IN_TIDY = 1000  # added up outside of a transaction. A month of more matches is never stored.
PAUSE = 0.05  # seconds between two months, because SQLite has one lock for all writers


def refresh_months(circle: UUID, days: Collection[date]) -> None:
    """Store the figures of the months that these days are in, the latest first. The circle is locked.

    Months without a tally follow, as far as the limit allows.
    """
    changed = sorted({month(day) for day in days}, reverse=True)
    missing = months_without_tally(circle).exclude(month__in=changed[:MONTHS_AT_ONCE])
    candidates = [*changed, *missing.order_by("-month").values_list("month", flat=True)[:MONTHS_AT_ONCE]]
    people, left, stored = merged_players(circle), MATCHES_AT_ONCE, set[str]()
    for name in candidates[:MONTHS_AT_ONCE]:
        count = finished_matches(circle, *days_of(name)).count()
        if count <= left:
            left -= count
            if store_month(circle, name, people):
                stored.add(name)
    drop_years(circle, changed)
    drop_tallies(circle, [name for name in changed if name not in stored])


def store_month(circle: UUID, name: str, people: PlayerIndex) -> bool:
    """Replace the rows of a month, unless they are too large. A month without a match that counts has none."""
    tallies = tally_days(circle, *days_of(name), people)
    if is_large(tallies):
        return False
    store_tallies(circle, name, tallies)
    return True


def is_large(tallies: GameTallies) -> bool:
    """Return whether the names in the tallies, which pairs of players repeat, are too long to store."""
    return sum(map(tally_json.length_of_names, tallies.values())) > MOST_NAMES


def store_tallies(circle: UUID, name: str, tallies: GameTallies) -> None:
    rows = models.MonthTally.objects.filter(circle=circle, month=name)
    rows.exclude(game__in=list(tallies)).delete()
    if tallies:
        key = {"circle_id": circle, "month": name}
        stored = [{**key, "game": game, "tally": tally_json.tally_to_json(tallies[game])} for game in sorted(tallies)]
        upsert(models.MonthTally, stored)


def drop_tallies(circle: UUID, names: Collection[str]) -> None:
    """Let readers add up these months from rows."""
    if names:
        drop_years(circle, names)
        rows = [{"circle_id": circle, "month": name, "game": ALL_GAMES, "tally": None} for name in names]
        upsert(models.MonthTally, rows)
        models.MonthTally.objects.filter(circle=circle, month__in=names).exclude(game=ALL_GAMES).delete()


def drop_days(circle: UUID, days: Collection[date]) -> None:
    """Let readers add up the months of these days from rows."""
    drop_tallies(circle, {month(day) for day in days})


def drop_old_tallies() -> None:
    """Let readers add up the months whose tallies an older version has stored."""
    is_old = Q(tally__shape__isnull=True) | ~Q(tally__shape=tally_json.SHAPE)
    old = models.MonthTally.objects.filter(is_old, tally__isnull=False)
    names = sorted(set(old.values_list("circle", "month")))
    for circle, of_circle in groupby(names, key=itemgetter(0)):
        drop_all_years(circle)
        drop_tallies(circle, [name for _circle, name in of_circle if not is_of_years(name)])


def months_without_tally(circle: UUID) -> QuerySet[models.MonthTally]:
    return models.MonthTally.objects.filter(circle=circle, game=ALL_GAMES, tally__isnull=True)


def fill_months(circle: UUID, until: float = inf) -> int:
    """Store the months that have no tally, and then the years, each in a transaction of its own. Return their number.

    Begin none after the time `until`, by `time.monotonic()`.
    """
    names = list(months_without_tally(circle).order_by("-month").values_list("month", flat=True))
    count = sum(fill_month(circle, name) for name in names if time.monotonic() < until)
    return count + fill_years(circle, until)


def fill_month(circle: UUID, name: str) -> bool:
    """Add up a month and store it, unless someone changes the circle meanwhile. Return whether it is stored.

    Adding up many people takes seconds, so it is done without a lock.
    """
    if finished_matches(circle, *days_of(name)).count() > MATCHES_IN_TIDY:
        return False
    version = models.Circle.objects.filter(pk=circle).values_list("seq", "erasures")
    before = version.get()
    tallies = tally_days(circle, *days_of(name), merged_players(circle))
    if is_large(tallies):
        return False
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        is_same = version.get() == before
        if is_same:
            store_tallies(circle, name, tallies)
    time.sleep(PAUSE)
    return is_same


def fill_all_circles(seconds: float = TIDY_SECONDS) -> int:
    """Store the months and years of every circle that have no tally, in this time. Return their number."""
    missing = models.MonthTally.objects.filter(tally__isnull=True).order_by("circle")
    circles = [*missing.values_list("circle", flat=True).distinct(), *circles_without_years()]
    return work_within(seconds, dict.fromkeys(circles), fill_months)


def rebuild_months(circle: UUID) -> None:
    """Store the figures of every month and past year of a circle whose rows in this table were deleted before."""
    people = merged_players(circle)
    drop_tallies(circle, [name for name in played_months(circle) if not store_month(circle, name, people)])
    fill_years(circle, pause=0)


def played_months(circle: UUID) -> list[str]:
    """Return the months with a finished match."""
    days = finished_matches(circle, date.min, date.max).values_list("date", flat=True).distinct()
    return sorted({month(day) for day in days})


def days_of_players(circle: UUID, players: Collection[str]) -> set[date]:
    """Return the days of the finished matches that these players sat in.

    If they are too many, let readers add up all months from rows instead, have all matches rated again, and return none.
    """
    seats = models.Seat.objects.filter(circle=circle, player__in=players)
    if seats[: MOST_SEATS + 1].count() > MOST_SEATS:
        drop_all_years(circle)
        rows = models.MonthTally.objects.filter(circle=circle)
        rows.exclude(game=ALL_GAMES).delete()
        rows.update(tally=None)
        if first := first_day(circle):
            mark_unrated(circle, first)
        return set()
    matches = finished_matches(circle, date.min, date.max).filter(id__in=seats.values("match"))
    return set(matches.values_list("date", flat=True))


def snapshot(circle: UUID) -> dict[tuple[str, str], Any]:
    """Return all stored tallies by month, or year, and game."""
    rows = models.MonthTally.objects.filter(circle=circle, tally__isnull=False)
    return {(name, game): tally for name, game, tally in rows.values_list("month", "game", "tally")}


def days_of_match(circle: UUID, match: UUID) -> set[date]:
    """Return the day of a match that the figures count, or none."""
    matches = finished_matches(circle, date.min, date.max).filter(id=match)
    return set(matches.values_list("date", flat=True))
