"""Ratings of a circle and of each player: the same that the pages show."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles, query
from games.api.base import Api
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.parameters import GAME
from games.statistics.people import TablePerson
from games.statistics.rating import Rating
from games.statistics.rating_figures import RankedPlayer, change_of, rank_by_rating, rank_of
from games.store.figures.from_rows import ALL_GAMES
from games.store.people import people_of
from games.store.ratings.names import RatedNames
from games.store.ratings.read import CircleRatings, rated_sides

Json = dict[str, Any]


class RatingsView(Api):
    expensive = ("GET",)

    @operation("Ratings", parameters=GAME)
    def get(self, request: Request) -> Response:
        """The ratings of everyone who played, ordered by the lower end of their range: the first thousand of them.

        They count all matches that are over. Those with fewer than three matches come last, without a rank.
        """
        member, game = circles.membership(request), query.game(request)
        ratings = CircleRatings(member.circle_id, ALL_GAMES if game is None else game.key)
        ranked = rank_by_rating(ratings.ratings, RatedNames(member.circle_id, people_of(member.circle_id)).person)
        people = [
            {**person_json(player.person), "rank": player.rank, **rating_json(player.rating)} for player in ranked
        ]
        return Response({"game": game and game.key, "recalculating": ratings.is_unrated, "people": people})


class PlayerRatingView(Api):
    expensive = ("GET",)

    @operation("PlayerRating", parameters=GAME)
    def get(self, request: Request, player: UUID) -> Response:
        """The rating of a player, its curve by month or year, and what the last match changed."""
        member, game = circles.membership(request), query.game(request)
        ratings = CircleRatings(member.circle_id, ALL_GAMES if game is None else game.key)
        rated = player_json(ratings, str(player))
        return Response({"game": game and game.key, "recalculating": ratings.is_unrated, **rated})


def player_json(ratings: CircleRatings, player: str) -> Json:
    """Return the rating of a player, or of the player that they were merged into."""
    names = RatedNames(ratings.circle, people_of(ratings.circle))
    key = names.people.main_id(player)
    if key not in ratings.ratings:
        if key not in names.people.names and not models.Seat.objects.filter(circle=ratings.circle, player=key).exists():
            raise NoSuch(gettext("No such player in this group."))
        unrated = {**dict.fromkeys(rating_json(Rating())), "rank": None, "matches": 0}
        return {**person_json(names.person(key)), **unrated, "curve": [], "last_change": None}
    ranked = RankedPlayer(names.person(key), ratings.ratings[key], rank_of(key, ratings.ratings))
    sides = rated_sides(ratings.circle, ranked.rating.match, ratings.game)
    change = change_of(sides, key, names.person) if any(key in side.people for side in sides) else None
    return {
        **person_json(ranked.person),
        "rank": ranked.rank,
        **rating_json(ranked.rating),
        "curve": [{"period": point.period, **rating_json(point.rating)} for point in ratings.curve(key)],
        "last_change": change
        and {"match": ranked.rating.match, "points": change.points, "words": change.words.translated(gettext)},
    }


def person_json(person: TablePerson) -> Json:
    return {"id": person.id, "player": person.id, "name": person.name}


def rating_json(rating: Rating) -> Json:
    numbers = {"rating": rating.points, "range": rating.range, "mu": rating.mu, "sigma": rating.sigma}
    return {**numbers, "matches": rating.matches}
