"""The list of a circle's evenings, by month, the last one first."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.models import WRITERS
from games.statistics.evening_overview import game_results, people_present
from games.store.game_names import game_names
from games.store.people import people_of
from games.web.dates import month_in_words, weekday
from games.web.evenings.base import EveningMatches, matches_of
from games.web.evenings.search import EveningSearchForm, years
from games.web.membership import current_membership, private_copy
from games.web.page_host import HtmxRequest, live_or_full

MOST_NAMED = 20  # people of an evening, and results of a game in it
MOST = 12  # evenings per page: almost three screens of a phone


class EveningRow:
    """A row of the list: when the evening was, who was there, and who won."""

    def __init__(self, evening: models.Evening, of_evening: EveningMatches) -> None:
        matches = of_evening.played
        assert evening.date is not None
        self.id = evening.id
        self.date = evening.date
        self.weekday = weekday(evening.date, is_short=True)
        self.name = evening.name or weekday(evening.date)
        self.place = evening.place
        self.listed = len(matches) if len(matches) < of_evening.count else 0  # the newest ones, if there are more
        self.games = game_results(matches)
        people = [person.name for person in people_present(matches)]
        self.people, self.hidden_people = people[:MOST_NAMED], len(people[MOST_NAMED:])


@private_copy
class EveningListView(View):
    def get(self, request: HtmxRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "evenings/all.html", {"member": None})
        return live_or_full(request, member, lambda: self.page(request, member))

    def page(self, request: HttpRequest, member: models.Membership) -> HttpResponse:
        circle = member.circle_id
        people = people_of(circle)
        search = EveningSearchForm(request.GET, people, years(circle), [*game_names(circle).items()])
        context = {"member": member, "search": search, "can_write": member.role in WRITERS}
        if not search.is_valid():
            return render(
                request, "evenings/all.html", {**context, "months": [], "following": "", "newest": ""}, status=422
            )
        evenings, following = search.page(circle, MOST)
        matches = matches_of(circle, [evening.id for evening in evenings], people)
        rows = [EveningRow(evening, matches[evening.id]) for evening in evenings]
        context["months"] = [(month, list(evenings)) for month, evenings in groupby(rows, key=month_of)]
        context["most_results"] = MOST_NAMED
        context["newest"] = "" if search.cleaned_data["before"] is None else page_url(request, "")
        context["following"] = page_url(request, following) if following else ""
        return render(request, "evenings/all.html", context)


def month_of(row: EveningRow) -> str:
    return month_in_words(row.date)


def page_url(request: HttpRequest, cursor: str) -> str:
    """Return the URL of another page of the same search: the page after the cursor, or the first page."""
    query: Any = request.GET.copy()
    query["before"] = cursor
    return f"?{query.urlencode()}"
