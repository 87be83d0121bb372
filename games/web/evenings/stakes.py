"""The stakes of an evening: what everyone has won or lost, and who pays whom."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from games.statistics.stakes import BY_POINTS, balances, payments
from games.store.people import people_of
from games.web.circle.stakes import amount_in_words
from games.web.evenings.base import find_evening, matches_of
from games.web.evenings.page import day_of


@method_decorator(never_cache, "dispatch")
class EveningStakesView(View):
    def get(self, request: HttpRequest, evening: UUID) -> HttpResponse:
        member, row = find_evening(request, evening)
        stakes = member.circle.stakes
        if stakes is None:
            raise Http404
        part = matches_of(member.circle_id, [row.id], people_of(member.circle_id))[row.id]
        won = balances(part.played, stakes["by"], stakes["cents"])
        context = {
            "member": member,
            "evening": row,
            "day": day_of(row),
            "balances": won,
            "payments": payments(won),
            "part": part,
            "by_points": stakes["by"] == BY_POINTS,
            "value": amount_in_words(stakes["cents"], stakes["currency"]),
            "amount": partial(amount_in_words, currency=stakes["currency"]),
        }
        return render(request, "evenings/stakes.html", context)
