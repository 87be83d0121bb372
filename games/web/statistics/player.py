"""The figures of a player: matches, wins, opponents and partners."""

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
from games.statistics.tally import MatchesTally
from games.store.figures.from_rows import ALL_GAMES
from games.store.figures.period import PeriodFigures
from games.store.people import people_of, seat_name
from games.web.membership import private_copy
from games.web.statistics.base import HELP, columns, game_name
from games.web.statistics.choice import StatisticsForm
from games.web.statistics.rating import own_rating


@private_copy
class PlayerStatisticsView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest, player: UUID) -> HttpResponse:
        member, people = membership_and_players(request, str(player))
        key = people.main_id(str(player))
        if key != str(player):
            return redirect(reverse("player", args=[key], query=request.GET))
        choice = StatisticsForm(request.GET, member.circle_id)
        status = 200 if choice.is_valid() and choice.refusal is None else 422
        name = people.names.get(key) or seat_name(member.circle_id, UUID(key))
        context = {"member": member, "choice": choice, "name": name, "key": key}
        if choice.refusal is None:
            context |= figures_context(choice, key, people)
            context |= own_rating(member.circle_id, choice.chosen("game") or ALL_GAMES, key, people)
        return render(request, "statistics/player.html", context, status=status)


def figures_context(choice: StatisticsForm, key: str, people: PlayerIndex) -> dict[str, Any]:
    chosen = choice.chosen("game")
    figures = player_figures(choice.figures.tally(chosen or ALL_GAMES), key, people, chosen)
    chart = columns(choice, key) if figures and figures.is_enough else []
    return {
        "player": figures,
        "by_game": [] if chosen else by_game(choice.figures, key, people),
        "columns": chart,
        "chart": Shares([column.short for column in chart], [column.share for column in chart]) if chart else None,
        **HELP,
    }


def membership_and_players(request: HttpRequest, player: str) -> tuple[models.Membership, PlayerIndex]:
    """Return the membership and the players of the person's circle with this player. Raise Http404 if there is none."""
    if isinstance(request.user, models.Person):
        listed: Any = models.Player.objects.filter(id=player).values("circle")
        seated: Any = models.Seat.objects.filter(player=player).values("circle")
        for circles in (listed, seated):  # a seat may name a player for whom there is no player event
            member = services.memberships_of(request.user).filter(circle__in=circles).first()
            if member is not None:
                return member, people_of(member.circle_id)
    raise Http404


def player_figures(tally: MatchesTally, key: str, people: PlayerIndex, game: str) -> PlayerFigures | None:
    person = tally.people.get(key)
    if person is None:
        return None
    names = Names(people, tally)
    return PlayerFigures(TablePerson(key, names.person(key).name), person, names, catalogue.find(game))


def by_game(period: PeriodFigures, key: str, people: PlayerIndex) -> list[dict[str, Any]]:
    """Return a row for each game that they played, the most played game first."""
    rows = [
        {"key": game, "name": game_name(game, people), "player": figures}
        for game in period.games
        if (figures := player_figures(period.tally(game), key, people, game)) is not None
    ]
    return sorted(rows, key=lambda row: (-row["player"].matches, row["name"]))
