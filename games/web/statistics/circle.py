"""The figures of a circle: the number of matches, and a ranking of its players."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.rules import catalogue
from games.statistics import game_figures
from games.statistics.chart import BarChart
from games.statistics.figures import Names, PlayerFigures, by_chance, rank_players
from games.statistics.people import PlayerIndex
from games.store.figures.from_rows import ALL_GAMES
from games.store.figures.period import PeriodFigures
from games.store.people import people_of
from games.web.membership import current_membership, private_copy
from games.web.seasons.base import today
from games.web.seasons.listed import by_time, seasons_of
from games.web.statistics.base import HELP, NOBODY, columns, day, game_name
from games.web.statistics.choice import StatisticsForm
from games.web.statistics.rating import ranking


@private_copy
class CircleStatisticsView(View):
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "statistics/circle.html", {"member": None})
        choice = StatisticsForm(request.GET, member.circle_id)
        status = 200 if choice.is_valid() and choice.refusal is None else 422
        seasons = by_time([season for season in seasons_of(member) if not season.is_deleted], today())["running"]
        context = {"member": member, "choice": choice, "seasons": seasons}
        if choice.refusal is None:
            context |= figures_context(member, choice)
        return render(request, "statistics/circle.html", context, status=status)


def figures_context(member: models.Membership, choice: StatisticsForm) -> dict[str, Any]:
    people, chosen = people_of(member.circle_id), choice.chosen("game")
    tally = choice.figures.tally(chosen or ALL_GAMES)
    ranked = rank_players(tally, people, catalogue.find(chosen))
    enough = [player for player in ranked if player.is_enough]
    chart = columns(choice, NOBODY) if tally.matches else []
    return {
        "tally": tally,
        "days": [day(iso) for iso in (tally.first, tally.last) if iso],
        "players": enough,
        "few": sorted(player.person.name for player in ranked if not player.is_enough),
        "by_chance": by_chance(enough),
        "has_shared": any(player.shared for player in enough),
        "is_game": bool(chosen),
        "length": game_figures.length(tally),
        "minutes": game_figures.minutes,
        "seats": game_figures.seat_wins(tally) if chosen else [],
        "records": game_figures.records(tally, Names(people, tally)) if chosen else [],
        "grid": game_figures.grid(enough, tally),
        "day": day,
        **ranking(member.circle_id, chosen or ALL_GAMES, people),
        "by_game": [] if chosen else by_game(choice.figures, people),
        "columns": chart,
        "chart": BarChart([column.short for column in chart], [column.matches for column in chart]) if chart else None,
        **HELP,
    }


def by_game(figures: PeriodFigures, people: PlayerIndex) -> list[dict[str, Any]]:
    """Return a row for each game with its best players, the most played game first."""
    rows = []
    for game in figures.games:
        tally = figures.tally(game)
        ranked = rank_players(tally, people, None)
        rows.append({"key": game, "name": game_name(game, people), "matches": tally.matches, "best": best(ranked)})
    return sorted(rows, key=lambda row: (-row["matches"], row["name"]))


def best(ranked: list[PlayerFigures]) -> list[PlayerFigures]:
    """Return the players with the largest share of wins, of those who won and played enough."""
    winners = [player for player in ranked if player.is_enough and player.share]
    return [player for player in winners if player.share == winners[0].share]
