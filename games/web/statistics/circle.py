"""The circle as a whole: how much was played, and who is good at it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.rules import catalogue
from games.statistics.chart import BarChart
from games.statistics.figures import PlayerFigures, rank_players
from games.statistics.people import PlayerIndex
from games.statistics.tally import PlayerTally
from games.store.figures.months import ALL_GAMES
from games.store.people import people_of
from games.web.evenings.base import current_membership, private_copy
from games.web.statistics.base import HELP, NOBODY, columns, day, game_name, waiting
from games.web.statistics.choice import StatisticsForm


@private_copy
class CircleStatisticsView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "statistics/circle.html", {"member": None})
        if (page := waiting(request, member)) is not None:
            return page
        choice = StatisticsForm(request.GET, member.circle_id)
        status = 200 if choice.is_valid() else 422
        return render(request, "statistics/circle.html", page_context(member, choice), status=status)


def page_context(member: models.Membership, choice: StatisticsForm) -> dict[str, Any]:
    people, chosen = people_of(member.circle_id), choice.chosen("game")
    games = choice.stretch.games
    tally = games.get(chosen, PlayerTally())
    told = rank_players(tally, people, catalogue.find(chosen))
    found = columns(choice, NOBODY) if tally.matches else []
    return {
        "member": member,
        "choice": choice,
        "tally": tally,
        "days": [day(one) for one in (tally.first, tally.last) if one],
        "told": [one for one in told if one.is_enough],
        "few": sorted(one.person.name for one in told if not one.is_enough),
        "has_shared": any(one.shared for one in told if one.is_enough),
        "is_game": bool(chosen),
        "by_game": [] if chosen else by_game(games, people),
        "columns": found,
        "chart": BarChart([one.short for one in found], [one.tally.matches for one in found]) if found else None,
        **HELP,
    }


def by_game(games: dict[str, PlayerTally], people: PlayerIndex) -> list[dict[str, Any]]:
    """What was played, the most of it first, and who won most of it."""
    found = [
        {
            "key": game,
            "name": game_name(game),
            "matches": tally.matches,
            "best": best(rank_players(tally, people, None)),
        }
        for game, tally in games.items()
        if game != ALL_GAMES
    ]
    return sorted(found, key=lambda row: (-row["matches"], row["name"]))


def best(told: list[PlayerFigures]) -> list[PlayerFigures]:
    """Those with the largest share of wins, where anybody has won and played enough."""
    enough = [one for one in told if one.is_enough and one.share]
    return [one for one in enough if one.share == enough[0].share]
