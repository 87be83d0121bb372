"""The evenings of a circle, month by month, the last one first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.views import View

from games import models
from games.models import WRITERS
from games.statistics.evening_overview import game_results, people_present
from games.statistics.finished_match import FinishedMatch
from games.store.people import people_of
from games.web.evenings.base import kept, looking, matches_of
from games.web.evenings.search import Search, years

MOST = 12  # evenings a page: not quite three screens of a phone


class EveningRow:
    """An evening at a glance."""

    def __init__(self, evening: models.Evening, matches: Sequence[FinishedMatch]) -> None:
        assert evening.date is not None
        self.id = evening.id
        self.date = evening.date
        self.weekday = date_format(evening.date, "D")
        self.name = evening.name or date_format(evening.date, "l")
        self.place = evening.place
        self.count = len(matches)
        self.games = game_results(matches)
        self.people = [person.name for person in people_present(matches)]


@kept
class EveningListView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        member = looking(request)
        if member is None:
            return render(request, "evenings/all.html", {"member": None})
        circle = member.circle_id
        people = people_of(circle)
        search = Search(request.GET, people, years(circle))
        context = {"member": member, "search": search, "can_write": member.role in WRITERS}
        if not search.is_valid():
            return render(
                request, "evenings/all.html", {**context, "months": [], "following": "", "newest": ""}, status=422
            )
        evenings, following = search.page(circle, MOST)
        matches = matches_of(circle, [evening.id for evening in evenings], people)
        rows = [EveningRow(evening, matches[evening.id]) for evening in evenings]
        context["months"] = [(month, list(found)) for month, found in groupby(rows, key=month_of)]
        context["newest"] = "" if search.cleaned_data["before"] is None else address(request, "")
        context["following"] = address(request, following) if following else ""
        return render(request, "evenings/all.html", context)


def month_of(row: EveningRow) -> str:
    return date_format(row.date, "YEAR_MONTH_FORMAT")


def address(request: HttpRequest, mark: str) -> str:
    """Another page of the same search: what follows upon this one, or without a mark its first."""
    query: Any = request.GET.copy()
    query["before"] = mark
    return f"?{query.urlencode()}"
