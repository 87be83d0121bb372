"""How far the ratings of a circle are recalculated."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Min, OuterRef, Q, Subquery

from games import models
from games.store.figures.from_rows import finished_matches, with_result
from games.store.sql import Row, upsert


class ReplayPosition(NamedTuple):
    """A place in the order of matches: before all matches of a day, or after a match of that day."""

    day: date
    started: datetime | None = None
    match: UUID | None = None

    def following(self, match: str) -> Q:
        """Return the condition for rows after it. `match` is the column that names the match."""
        if self.match is None:
            return Q(date__gte=self.day)
        same_start = Q(date=self.day, started=self.started, **{f"{match}__gt": self.match})
        return Q(date__gt=self.day) | Q(date=self.day, started__gt=self.started) | same_start


def mark_unrated(circle: UUID, day: date) -> None:
    """Have the matches from this day on rated again. The circle is locked."""
    stored = models.RatingProgress.objects.filter(circle=circle).values().first()
    first = {"since": None, "started": None, "match": None, "version": 0, "people": 0}
    row: Row = {"circle_id": circle, **first, **(stored or {})}
    row["version"] += 1
    if row["since"] is None or day <= row["since"]:
        row |= {"since": day, "started": None, "match": None}
    upsert(models.RatingProgress, [row])


def mark_erased(circle: UUID, days: Collection[date], *, is_of_player: bool) -> None:
    """Delete the ratings from these days on, as names are in them, and have the matches rated again.

    The days of a player are not known if they are too many: then delete all ratings.
    """
    day = min(days, default=first_day(circle) if is_of_player else None)
    if day is None:
        return
    models.MatchRatings.objects.filter(circle=circle, date__gte=day).delete()
    models.MonthRatings.objects.filter(circle=circle, month__gte=day.isoformat()[:7]).delete()
    mark_unrated(circle, day)


def is_unrated(circle: UUID) -> bool:
    """Return whether some matches are not rated yet, so that the stored ratings are those of before."""
    return models.RatingProgress.objects.filter(circle=circle, since__isnull=False).exists()


def mark_missing() -> None:
    """Mark the circles whose matches an older version has ended or deleted, as it rates none."""
    rated = models.MatchRatings.objects.filter(circle=OuterRef("circle"), match=OuterRef("id"))
    over = with_result(models.Match.objects.filter(is_deleted=False, is_finished=True))
    unrated = over.annotate(rated=Subquery(rated.values("date")[:1]))
    days: dict[UUID, date] = dict(
        unrated.filter(Q(rated__isnull=True) | ~Q(rated=F("date")))
        .order_by()
        .values_list("circle")
        .annotate(Min("date"))
    )
    counted = over.filter(circle=OuterRef("circle"), id=OuterRef("match"))
    gone = models.MatchRatings.objects.annotate(counted=Subquery(counted.values("date")[:1])).filter(
        counted__isnull=True
    )
    for circle, day in gone.order_by().values_list("circle").annotate(Min("date")):
        days[circle] = min(day, days.get(circle, day))
    for circle, day in days.items():
        mark_unrated(circle, day)


def first_day(circle: UUID) -> date | None:
    """Return the day of the first match that counts."""
    matches = with_result(finished_matches(circle, date.min, date.max))
    day: date | None = matches.aggregate(first=Min("date"))["first"]
    return day


def delete_some(circle: UUID, most: int) -> bool:
    """Delete ratings of a circle that is erased, in parts. Return whether there were any."""
    models.RatingProgress.objects.filter(circle=circle).delete()
    months = list(models.MonthRatings.objects.filter(circle=circle).values_list("month", flat=True).distinct()[:most])
    models.MonthRatings.objects.filter(circle=circle, month__in=months).delete()
    matches = list(models.MatchRatings.objects.filter(circle=circle).values_list("match", flat=True)[:most])
    models.MatchRatings.objects.filter(circle=circle, match__in=matches).delete()
    return bool(months or matches)
