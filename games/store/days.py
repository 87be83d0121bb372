"""Filters of matches by the day of play."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db.models import QuerySet

from games import models

DAY = timedelta(days=1)


def between(matches: QuerySet[models.Match], first: date | None, last: date | None) -> QuerySet[models.Match]:
    """Filter matches by first and last day.

    A match's day follows the clock of its table, so it differs from the UTC day by less than a day.
    """
    if first is not None:
        matches = matches.filter(date__gte=first)
        if first > date.min:
            matches = matches.filter(started__gte=datetime.combine(first, time(), UTC) - DAY)
    if last is not None:
        matches = matches.filter(date__lte=last)
        if last < date.max - DAY:  # the days after it are no dates
            matches = matches.filter(started__lt=datetime.combine(last, time(), UTC) + 2 * DAY)
    return matches
