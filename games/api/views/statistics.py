"""Figures of a circle and of each of its people: the same that the pages tell."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles, pagination
from games.api.base import Api
from games.api.openapi.operation import operation
from games.api.openapi.parameters import FIGURES
from games.http import etags
from games.match.document import find_game
from games.rules.game import Game
from games.statistics.figures import Names, PlayerFigures, rank_players
from games.statistics.people import TablePerson
from games.statistics.tally import ExtremeRound, PlayerTally
from games.store.figures.months import ALL_GAMES
from games.store.figures.period import PeriodFigures
from games.store.people import people_of

Json = dict[str, Any]


class StatisticsView(Api):
    @operation("Statistics", parameters=FIGURES, tagged=True)
    def get(self, request: Request) -> Response:
        """What the circle has played, and the figures of everybody who did.

        Only matches that are over count. What has fewer than three matches behind it is null, or is left out of a list.
        """
        member, game = circles.membership(request), game_of(request)
        return answered(request, member, lambda: of_circle(member.circle_id, stretch(request, member), game))


class Figures(Api):
    @operation("Figures", parameters=FIGURES, tagged=True)
    def get(self, request: Request, player: UUID) -> Response:
        """The figures of a player.

        Only matches that are over count. What has fewer than three matches behind it is null, or is left out of a list.
        """
        member, game = circles.membership(request), game_of(request)
        return answered(request, member, lambda: of_player(player, stretch(request, member), game))


def answered(request: Request, member: models.Membership, make: Any) -> Response:
    return etags.answer(request, etags.log_etag(member.circle_id, member.circle.seq), make)


def game_of(request: Request) -> Game | None:
    key = request.query_params.get("game")
    return None if key is None else find_game(key)


def stretch(request: Request, member: models.Membership) -> PeriodFigures:
    return PeriodFigures(member.circle_id, pagination.day(request, "from"), pagination.day(request, "to"))


def of_circle(circle: UUID, found: PeriodFigures, game: Game | None) -> Json:
    tally = tally_of(found, game)
    return {
        "game": game and game.key,
        "matches": tally.matches,
        "rounds": tally.rounds,
        "first": tally.first or None,
        "last": tally.last or None,
        "people": [as_json(one) for one in rank_players(tally, people_of(circle), game)],
    }


def of_player(player: UUID, found: PeriodFigures, game: Game | None) -> Json:
    """Of whoever counts for them: somebody who was written down twice has all figures under one name."""
    people, tally = people_of(found.circle), tally_of(found, game)
    key = people.counting(str(player))
    if key in tally.people:
        names = Names(people, tally)
        return as_json(PlayerFigures(names.person(key), tally.people[key], names, game))
    if key in people.names or key in found.ever_people:
        return nothing(key, people.names.get(key, ""))
    raise Http404


def tally_of(found: PeriodFigures, game: Game | None) -> PlayerTally:
    return found.of(ALL_GAMES if game is None else game.key)


def as_json(told: PlayerFigures) -> Json:
    return {
        "player": told.person.id,
        "name": told.person.name,
        "matches": told.matches,
        "last": told.last,
        **(own(told) if told.is_enough else dict.fromkeys(OWN)),
        "figures": [
            {"name": one.name, "label": gettext(one.label), "count": one.many, "rounds": one.rounds}
            for one in told.figures
        ],
        "others": [
            {**person_json(one.person), "matches": one.matches, "before": one.before, "behind": one.behind}
            for one in told.faced
        ],
        "partners": [
            {**person_json(one.person), "matches": one.wins.played, "won": one.wins.won, "shared": one.wins.shared}
            | {"worth": number(one.wins.worth), "share": number(one.share), "best": one.is_best}
            for one in told.partners
        ],
    }


OWN = ("won", "shared", "worth", "share", "longest", "current", "rounds", "place", "points_a_round", "best", "worst")


def own(told: PlayerFigures) -> Json:
    values = (
        *(told.won, told.shared, number(told.worth), number(told.share), told.longest, told.current, told.rounds),
        *(number(told.place), number(told.a_round), where(told.best), where(told.worst)),
    )
    return dict(zip(OWN, values, strict=True))


def nothing(key: str, name: str) -> Json:
    told = {"player": key, "name": name, "matches": 0, "last": None, **dict.fromkeys(OWN)}
    return told | {"figures": [], "others": [], "partners": []}


def person_json(person: TablePerson) -> Json:
    return {"player": person.id, "name": person.name}


def where(found: ExtremeRound | None) -> Json | None:
    return None if found is None else {"points": found.points, "match": found.match, "round": found.number}


def number(value: Fraction | None) -> float | None:
    """Ten thousandths are exact enough for whoever draws or compares them."""
    return None if value is None else round(float(value), 4)
