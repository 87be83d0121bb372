"""Matches by the day on which they were played."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db.models import QuerySet

from games import models

DAY = timedelta(days=1)


def between(found: QuerySet[models.Match], first: date | None, last: date | None) -> QuerySet[models.Match]:
    """The day is that of the table's own clock, wherever that was; so it is less than a day off the world's."""
    if first is not None:
        found = found.filter(date__gte=first, started__gte=datetime.combine(first, time(), UTC) - DAY)
    if last is not None:
        found = found.filter(date__lte=last, started__lt=datetime.combine(last, time(), UTC) + 2 * DAY)
    return found
