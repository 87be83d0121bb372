"""The page of a season: its table with form and movement, the champion, the attendance and a calendar of its evenings."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views import View

from games import models
from games.export.season import SeasonData, days_in_words, games_in_words, rule_in_words
from games.match.errors import Refused
from games.match.event_fields import AVERAGE
from games.models import WRITERS
from games.statistics.season import SeasonStanding, evenings_of
from games.web.dates import WEEKDAYS, day_in_words, month_in_words
from games.web.membership import private_copy
from games.web.seasons.base import find_season
from games.web.statistics.numbers import decimal

MOST_MONTHS = 24  # of the calendar
MOST_ROWS = 500  # of a table; the files have all


@private_copy
class SeasonPageView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest, season: UUID) -> HttpResponse:
        member, row = find_season(request, season)
        context = {
            "member": member,
            "season": row,
            "days": days_in_words(row),
            "games": games_in_words(row),
            "rule": rule_in_words(row),
            "drops": 0 if row.rule == AVERAGE else row.dropped,
            "refusal": None,
            "matches": 0,
            "can_write": member.role in WRITERS,
        }
        try:
            context |= table_context(row)
        except Refused as refused:
            return render(request, "seasons/one.html", {**context, "refusal": refused.words}, status=409)
        return render(request, "seasons/one.html", context)


def table_context(season: models.Season) -> dict[str, Any]:
    data = SeasonData(season)
    months, hidden_months = calendar(evenings_of(data.matches))
    return {
        "data": data,
        "matches": len(data.matches),
        "placed": sum(row.place is not None for row in data.rows),
        "rows": data.rows[:MOST_ROWS],
        "hidden": len(data.rows[MOST_ROWS:]),
        "decimal": decimal,
        "attendance": sorted(data.rows, key=by_attendance)[:MOST_ROWS],
        "weekdays": [gettext(name) for name in WEEKDAYS],
        "months": months,
        "hidden_months": hidden_months,
    }


def by_attendance(row: SeasonStanding) -> tuple[int, str, str]:
    return -len(row.evenings), row.person.name, row.person.key


class CalendarMonth:
    """A month with its weeks: in each the seven days, or None outside the month, with the evening on that day."""

    def __init__(self, first: date, evenings: dict[date, Any]) -> None:
        self.name = month_in_words(first)
        days = Calendar().monthdatescalendar(first.year, first.month)
        self.weeks = [
            [(day, day_in_words(day), evenings.get(day)) if day.month == first.month else None for day in week]
            for week in days
        ]


def calendar(evenings: Sequence[tuple[Any, date]]) -> tuple[list[CalendarMonth], int]:
    """Return the last months with an evening, the latest first, and the number of the earlier ones.

    A day with several evenings leads to the last of them.
    """
    by_day = {day: UUID(str(evening)) for evening, day in evenings}
    months = sorted({day.replace(day=1) for day in by_day}, reverse=True)
    return [CalendarMonth(month, by_day) for month in months[:MOST_MONTHS]], len(months[MOST_MONTHS:])
