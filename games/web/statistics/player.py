"""One person: how much was played and won, against whom and with whom, over the years."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views import View

from games import models, services
from games.rules import catalogue
from games.statistics.chart import Shares
from games.statistics.figures import Names, PlayerFigures
from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.tally import PlayerTally
from games.store.figures.months import ALL_GAMES
from games.store.people import people_of
from games.web.evenings.base import private_copy
from games.web.statistics.base import HELP, columns, game_name, waiting
from games.web.statistics.choice import StatisticsForm


@private_copy
class PlayerStatisticsView(View):
    def get(self, request: HttpRequest, player: UUID) -> HttpResponse:
        member, people = find(request, str(player))
        key = people.counting(str(player))
        if key != str(player):
            return redirect(reverse("player", args=[key], query=request.GET))
        if (page := waiting(request, member)) is not None:
            return page
        choice = StatisticsForm(request.GET, member.circle_id)
        status = 200 if choice.is_valid() else 422
        games = choice.stretch.games
        chosen = choice.chosen("game")
        told = player_context(games.get(chosen, PlayerTally()), key, people, chosen)
        found = columns(choice, key) if told and told.is_enough else []
        context = {
            "member": member,
            "choice": choice,
            "name": people.names.get(key) or name_in(choice, key),
            "told": told,
            "by_game": [] if chosen else by_game(games, key, people),
            "columns": found,
            "chart": Shares([one.short for one in found], [one.share(key) for one in found]) if found else None,
            "key": key,
            **HELP,
        }
        return render(request, "statistics/player.html", context, status=status)


def find(request: HttpRequest, player: str) -> tuple[models.Membership, PlayerIndex]:
    """Somebody who plays in one of my circles; those of others are not there at all."""
    if isinstance(request.user, models.Person):
        known: Any = models.Player.objects.filter(id=player).values("circle")
        seated: Any = models.Seat.objects.filter(player=player).values("circle")
        for circles in (known, seated):  # whoever sat down without being told of as a player is one all the same
            member = services.places_of(request.user).filter(circle__in=circles).first()
            if member is not None:
                return member, people_of(member.circle_id)
    raise Http404


def name_in(choice: StatisticsForm, key: str) -> str:
    found = choice.ever.of(ALL_GAMES).people.get(key)
    return found.name if found else ""


def player_context(tally: PlayerTally, key: str, people: PlayerIndex, game: str) -> PlayerFigures | None:
    found = tally.people.get(key)
    if found is None:
        return None
    names = Names(people, tally)
    return PlayerFigures(TablePerson(key, names.person(key).name), found, names, catalogue.find(game))


def by_game(games: dict[str, PlayerTally], key: str, people: PlayerIndex) -> list[dict[str, Any]]:
    """What they played, the most of it first."""
    found = [
        {"key": game, "name": game_name(game), "told": told}
        for game, tally in games.items()
        if game != ALL_GAMES and (told := player_context(tally, key, people, game)) is not None
    ]
    return sorted(found, key=lambda row: (-row["told"].matches, row["name"]))
