"""Store the figures of past years, so that pages about a long history read few tallies.

A row of `MonthTally` has a year ("2025"), or all years up to one ("to 2025"). It adds up the stored months, so it goes as
soon as one of them changes. `fill_years` stores it again. Pages use it in place of its months.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from math import inf
from uuid import UUID

from django.db import transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q
from django.utils import timezone

from games import models
from games.statistics import tally_json
from games.statistics.periods import MonthOrDays, is_month
from games.statistics.tally import MatchesTally
from games.store.figures.from_rows import ALL_GAMES, GameTallies
from games.store.sql import upsert
from scorekeeper.lanes import let_others_pass

UP_TO = "to "  # in front of the last of the years
MOST_NAMES = 500_000  # characters of names in a tally, as writing and reading more takes long
IS_MISSING = ExpressionWrapper(Q(tally__isnull=True), BooleanField())
PAUSE = 0.05  # seconds between two years, because SQLite has one lock for all writers


def is_of_years(name: str) -> bool:
    return not is_month(name) or name.startswith(UP_TO)


def year_of(name: str) -> str:
    """Return the year of a month, or the last year of a row of years."""
    return name.removeprefix(UP_TO)[: len("2026")]


def drop_years(circle: UUID, months: Collection[str]) -> None:
    """Delete the rows that add up one of these months."""
    if not months:
        return
    years = {year_of(name) for name in months}
    holding = Q(month__in=years) | Q(month__startswith=UP_TO, month__gte=f"{UP_TO}{min(years)}")
    models.MonthTally.objects.filter(holding, circle=circle).delete()


def drop_all_years(circle: UUID) -> None:
    names = models.MonthTally.objects.filter(circle=circle).values_list("month", flat=True).distinct()
    models.MonthTally.objects.filter(circle=circle, month__in=[name for name in names if is_of_years(name)]).delete()


def compact(
    parts: Sequence[MonthOrDays], months_of: Mapping[str, Sequence[str]], stored: Collection[str]
) -> list[MonthOrDays]:
    """Return the parts of a period with stored years in place of their months.

    `months_of` has the months with matches that count, by their years, and `stored` the names of the rows of years.
    """
    wanted = set(parts)
    rows: dict[MonthOrDays, MonthOrDays] = {}  # the row that has the month
    for name in stored:
        if name.startswith(UP_TO) and not rows:
            months = [month for of in months_of if of <= year_of(name) for month in months_of[of]]
            if len(months) <= len(wanted) and wanted.issuperset(months):
                rows.update(dict.fromkeys(months, name))
    left = [of for of in months_of if of in stored and months_of[of][0] in wanted and months_of[of][0] not in rows]
    for of in left:
        if wanted.issuperset(months_of[of]):
            rows.update(dict.fromkeys(months_of[of], of))
    return list(dict.fromkeys(rows.get(part, part) for part in parts))


def by_year(months: Iterable[str]) -> dict[str, list[str]]:
    """Return the months by their years."""
    months_of: dict[str, list[str]] = {}
    for name in months:
        months_of.setdefault(year_of(name), []).append(name)
    return months_of


def fill_years(circle: UUID, until: float = inf, pause: float = PAUSE) -> int:
    """Store the years before this one, and all of them together. Return the number of stored rows.

    A year with a month that is not stored is left out. Begin none after the time `until`, by `time.monotonic()`.
    """
    months = stored_months(circle)
    names = [of for of in by_year(months.played) if of <= last_year() and of not in months.incomplete]
    count = 0
    for name in [*names, months.together]:
        if name and name not in months.rows and time.monotonic() < until:
            if not fill_row(circle, name, pause):
                break  # the row of all years comes last, and without it the next run goes on
            count += 1
    return count


class StoredMonths:
    """The months in which a circle has matches that count, and the names of the rows of years."""

    def __init__(self, is_missing: Mapping[str, bool]) -> None:
        self.rows = [name for name in is_missing if is_of_years(name)]
        self.played = [name for name in is_missing if not is_of_years(name)]
        self.incomplete = {year_of(name) for name in self.played if is_missing[name]}

    @property
    def together(self) -> str:
        """The name of the row of all past years, up to the first with a month that is not stored, or ""."""
        past = [of for of in by_year(self.played) if of <= last_year()]
        whole = list(takewhile(lambda of: of not in self.incomplete, past))
        return f"{UP_TO}{last_year() if whole == past else whole[-1]}" if whole else ""

    def months_in(self, name: str) -> list[str]:
        """Return the months that a row adds up. There are none if one of them is not stored."""
        years = [of for of in by_year(self.played) if (of <= year_of(name) if name.startswith(UP_TO) else of == name)]
        return (
            [] if self.incomplete.intersection(years) else [month for month in self.played if year_of(month) in years]
        )


def stored_months(circle: UUID) -> StoredMonths:
    of_all_games = models.MonthTally.objects.filter(circle=circle, game=ALL_GAMES).order_by("month")
    return StoredMonths(dict(of_all_games.values_list("month", IS_MISSING)))


def last_year() -> str:
    return f"{timezone.localdate().year - 1:04}"


def circles_without_years() -> Iterable[UUID]:
    """Return the circles with matches before this year, but without a row of all years before."""
    together = models.MonthTally.objects.filter(circle=OuterRef("circle"), month=f"{UP_TO}{last_year()}")
    rows = models.MonthTally.objects.filter(game=ALL_GAMES, month__lte=f"{last_year()}-12")
    return rows.filter(~Exists(together)).order_by("circle").values_list("circle", flat=True).distinct()


def fill_row(circle: UUID, name: str, pause: float) -> bool:
    """Add up stored months and store the sum, unless it is too large. Return false if someone has changed the circle meanwhile."""
    version = models.Circle.objects.filter(pk=circle).values_list("seq", "erasures")
    before = version.get()  # before the months are listed
    tallies = tally_row(circle, name)
    if sum(map(tally_json.length_of_names, tallies.values())) > MOST_NAMES:
        return True
    stored = [
        {"circle_id": circle, "month": name, "game": game, "tally": tally_json.tally_to_json(tally)}
        for game, tally in tallies.items()
    ]
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        is_same = bool(tallies) and version.get() == before
        if is_same:
            if name.startswith(UP_TO):  # only the latest of these is used
                models.MonthTally.objects.filter(circle=circle, month__startswith=UP_TO).delete()
            upsert(models.MonthTally, stored)
    time.sleep(pause)
    return is_same


def tally_row(circle: UUID, name: str) -> GameTallies:
    """Add up the months of a row of years, or stored years in place of their months. Return {} if a month is not stored."""
    stored = stored_months(circle)
    months = stored.months_in(name)
    years = [row for row in stored.rows if name.startswith(UP_TO) and not row.startswith(UP_TO)]
    rows = models.MonthTally.objects.filter(circle=circle, tally__isnull=False)
    tallies: GameTallies = {}
    for part in compact(months, by_year(months), years):
        let_others_pass()
        for game, tally in rows.filter(month=part).order_by("game").values_list("game", "tally"):
            tallies.setdefault(game, MatchesTally()).merge(tally_json.tally_from_json(tally or {}))
    return tallies
