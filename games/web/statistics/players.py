"""The players of a circle, with the number of their matches and the day of the last one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.match.errors import Refused
from games.statistics.tally import MatchesTally, PersonTally
from games.store.figures.from_rows import ALL_GAMES
from games.store.figures.period import CircleMonths, PeriodFigures
from games.store.people import people_of
from games.web.membership import current_membership, private_copy
from games.web.statistics.base import day


@dataclass
class PlayerRow:
    id: str
    name: str
    matches: int
    last: dict[str, Any] | None


@private_copy
class PlayerListView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "statistics/players.html", {"member": None, "groups": []})
        try:
            tally = PeriodFigures(CircleMonths(member.circle_id)).tally(ALL_GAMES)
        except Refused:
            tally = None
        groups = rows(member.circle_id, tally or MatchesTally())
        context = {"member": member, "groups": groups, "has_figures": tally is not None}
        return render(request, "statistics/players.html", context)


def rows(circle: UUID, tally: MatchesTally) -> tuple[list[PlayerRow], list[PlayerRow]]:
    """Return the players offered for new matches, and the hidden ones. Merged players are one row."""
    people = people_of(circle)
    hidden = models.Player.objects.filter(circle=circle, hidden=True).values_list("id", flat=True)
    hidden_ids = {str(id) for id in hidden}
    groups: tuple[list[PlayerRow], list[PlayerRow]] = ([], [])
    for id, name in people.names.items():
        if people.main_id(id) == id:
            person = tally.people.get(id, PersonTally())
            last = day(person.last) if person.last else None
            groups[id in hidden_ids].append(PlayerRow(id, name, person.wins.played, last))
    return groups
