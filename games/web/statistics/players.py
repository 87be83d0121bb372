"""The people of a circle: who played how much, and when last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.statistics.tally import PersonTally, PlayerTally
from games.store.figures.months import ALL_GAMES
from games.store.figures.period import PeriodFigures
from games.store.people import people_of
from games.web.evenings.base import current_membership, private_copy
from games.web.statistics.base import day, waiting


@dataclass
class PlayerRow:
    id: str
    name: str
    matches: int
    last: dict[str, Any] | None


@private_copy
class PlayerListView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "statistics/players.html", {"member": None, "groups": []})
        if (page := waiting(request, member)) is not None:
            return page
        shown, hidden = rows(member.circle_id, PeriodFigures(member.circle_id).of(ALL_GAMES))
        return render(request, "statistics/players.html", {"member": member, "groups": [shown, hidden]})


def rows(circle: Any, tally: PlayerTally) -> tuple[list[PlayerRow], list[PlayerRow]]:
    """Those who are offered for a new match, and those who are not. Who is the same person counts for one."""
    people = people_of(circle)
    hidden = models.Player.objects.filter(circle=circle, hidden=True).values_list("id", flat=True)
    away = {str(id) for id in hidden}
    found: tuple[list[PlayerRow], list[PlayerRow]] = ([], [])
    for id, name in people.names.items():
        if people.counting(id) == id:
            one = tally.people.get(id, PersonTally())
            found[id in away].append(PlayerRow(id, name, one.wins.played, day(one.last) if one.last else None))
    return found
