"""Store the figures of past years, so that pages about a long history read few tallies.

A row of `MonthTally` has a year ("2025"), or all years up to one ("to 2025"). It adds up the stored months, so it goes as
soon as one of them changes. `fill_years` stores it again. Pages use it in place of its months.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
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


class StoredYears:
    """The months in which a circle has matches that count, by their years, and the names of the rows of years."""

    def __init__(self, months: Iterable[str], rows: Iterable[str]) -> None:
        self.rows = set(rows)
        self.months_of: dict[str, list[str]] = {}
        for name in months:
            self.months_of.setdefault(year_of(name), []).append(name)

    @cached_property
    def together(self) -> dict[str, list[str]]:
        """The months of each row of all years up to one."""
        names = [name for name in self.rows if name.startswith(UP_TO)]
        return {name: [month for of in self.until(year_of(name)) for month in self.months_of[of]] for name in names}

    def until(self, year: str) -> list[str]:
        """Return the years with matches up to this one."""
        return [of for of in self.months_of if of <= year]

    def compact(self, parts: Sequence[MonthOrDays]) -> list[MonthOrDays]:
        """Return the parts of a period with stored years in place of their months."""
        wanted = set(parts)
        row_of: dict[MonthOrDays, MonthOrDays] = {}  # the row that has the month
        for name, months in self.together.items():
            if len(months) <= len(wanted) and not row_of and wanted.issuperset(months):
                row_of.update(dict.fromkeys(months, name))
        for year, months in self.months_of.items():
            if months[0] in wanted and months[0] not in row_of and year in self.rows and wanted.issuperset(months):
                row_of.update(dict.fromkeys(months, year))
        return list(dict.fromkeys(row_of.get(part, part) for part in parts))

    def parts_of(self, name: str) -> list[str]:
        """Return the months that a row of years adds up, with stored years in place of their months."""
        if not name.startswith(UP_TO):
            return self.months_of[name]
        return [part for of in self.until(year_of(name)) for part in ([of] if of in self.rows else self.months_of[of])]


def fill_years(circle: UUID, until: float = inf, pause: float = PAUSE) -> int:
    """Store the years before this one, and all of them together. Return the number of stored rows.

    A year with a month that is not stored is left out. Begin none after the time `until`, by `time.monotonic()`. Stop as
    soon as someone changes the circle. The row of all years comes last, and without it the next run goes on.
    """
    before = version_of(circle)  # before the months are listed
    of_all_games = models.MonthTally.objects.filter(circle=circle, game=ALL_GAMES).order_by("month")
    is_missing = dict(of_all_games.values_list("month", IS_MISSING))
    rows = [name for name in is_missing if is_of_years(name)]
    years = StoredYears([name for name in is_missing if not is_of_years(name)], rows)
    count = 0
    for name in rows_to_fill(years, incomplete={year_of(name) for name in is_missing if is_missing[name]}):
        if time.monotonic() >= until or not fill_row(circle, name, years, before):
            break
        count += 1
        time.sleep(pause)
    return count


def rows_to_fill(years: StoredYears, incomplete: Collection[str]) -> list[str]:
    """Return the rows that are not stored: past years, and all of them up to the first with a month that is not stored."""
    past = years.until(last_year())
    whole = list(takewhile(lambda of: of not in incomplete, past))
    names = [of for of in past if of not in incomplete]
    if whole:
        names.append(f"{UP_TO}{last_year() if whole == past else whole[-1]}")
    return [name for name in names if name not in years.rows]


def version_of(circle: UUID) -> tuple[int, int]:
    version: tuple[int, int] = models.Circle.objects.values_list("seq", "erasures").get(pk=circle)
    return version


def last_year() -> str:
    return f"{timezone.localdate().year - 1:04}"


def circles_without_years() -> Iterable[UUID]:
    """Return the circles with matches before this year, but without a row of all years before."""
    together = models.MonthTally.objects.filter(circle=OuterRef("circle"), month=f"{UP_TO}{last_year()}")
    rows = models.MonthTally.objects.filter(game=ALL_GAMES, month__lte=f"{last_year()}-12")
    return rows.filter(~Exists(together)).order_by("circle").values_list("circle", flat=True).distinct()


def fill_row(circle: UUID, name: str, years: StoredYears, before: tuple[int, int]) -> bool:
    """Add up stored months and store the sum, unless it is too large.

    Return false if someone has changed the circle since the version `before`.
    """
    tallies = tally_row(circle, years.parts_of(name))
    if sum(map(tally_json.length_of_names, tallies.values())) > MOST_NAMES:
        return True
    stored = [
        {"circle_id": circle, "month": name, "game": game, "tally": tally_json.tally_to_json(tally)}
        for game, tally in tallies.items()
    ]
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        is_same = version_of(circle) == before
        if is_same:
            if name.startswith(UP_TO):  # only the latest of these is used
                models.MonthTally.objects.filter(circle=circle, month__startswith=UP_TO).delete()
            upsert(models.MonthTally, stored)
            years.rows.add(name)
    return is_same


def tally_row(circle: UUID, parts: Iterable[str]) -> GameTallies:
    """Add up stored months and years."""
    rows = models.MonthTally.objects.filter(circle=circle, tally__isnull=False)
    tallies: GameTallies = {}
    for part in parts:
        let_others_pass()
        for game, tally in rows.filter(month=part).order_by("game").values_list("game", "tally"):
            tallies.setdefault(game, MatchesTally()).merge(tally_json.tally_from_json(tally or {}))
    return tallies
