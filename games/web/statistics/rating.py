"""Ratings on pages: the ranking of the circle, the curve of a player, and what a match changed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models, services
from games.statistics.people import PlayerIndex
from games.statistics.rating import LEAST
from games.statistics.rating_chart import RatingChart
from games.statistics.rating_figures import RankedPlayer, change_of, changes, rank_by_rating, rank_of
from games.store.figures.from_rows import ALL_GAMES
from games.store.people import people_of
from games.store.ratings.names import RatedNames
from games.store.ratings.progress import is_unrated
from games.store.ratings.read import CircleRatings, rated_sides
from games.web.membership import private_copy
from games.web.statistics.base import short
from games.web.statistics.choice import words_for

WIDTH = 100  # of the picture of a range


def ranking(circle: UUID, game: str, people: PlayerIndex) -> dict[str, Any]:
    """Return the ranking by rating, with a picture of each range."""
    ratings = CircleRatings(circle, game)
    ranked = rank_by_rating(ratings.ratings, RatedNames(circle, people).person)
    low = min((player.low for player in ranked), default=0)
    high = max((player.high for player in ranked), default=1)
    rows = [(player, picture(player, low, max(1, high - low))) for player in ranked]
    return {"ranked": rows, "is_unrated": ratings.is_unrated, "least_rated": LEAST, "width": WIDTH}


def picture(player: RankedPlayer, low: int, span: int) -> tuple[int, int, int]:
    """Return where the range begins, where the rating is, and where the range ends."""
    begins, middle, ends = (WIDTH * (value - low) // span for value in (player.low, player.rating.points, player.high))
    return begins, middle, ends


def own_rating(circle: UUID, game: str, key: str, people: PlayerIndex) -> dict[str, Any]:
    """Return the rating of a player, its curve, and what the last match changed."""
    ratings = CircleRatings(circle, game)
    if key not in ratings.ratings:
        return {"is_unrated": ratings.is_unrated, "rated": None}
    name = RatedNames(circle, people).person
    ranked = RankedPlayer(name(key), ratings.ratings[key], rank_of(key, ratings.ratings))
    curve = ratings.curve(key)
    sides = rated_sides(circle, ranked.rating.match, game)
    return {
        "is_unrated": ratings.is_unrated,
        "rated": ranked,
        "curve": [(words_for(point.period), point.rating) for point in curve],
        "rating_chart": RatingChart([short(point.period) for point in curve], [point.rating for point in curve])
        if curve
        else None,
        "change": change_of(sides, key, name) if any(key in side.people for side in sides) else None,
    }


@private_copy
class MatchRatingsView(View):
    """The part of a finished match's page with the changed ratings. It has no content until the match is rated."""

    def get(self, request: HttpRequest, match: UUID) -> HttpResponse:
        if not isinstance(request.user, models.Person):
            raise Http404
        circles = models.Match.objects.filter(id=match).values("circle")
        member = services.memberships_of(request.user).filter(circle__in=circles).first()
        if member is None:
            raise Http404
        names = RatedNames(member.circle_id, people_of(member.circle_id))
        rated = changes(rated_sides(member.circle_id, str(match), ALL_GAMES), names.person)
        if not rated:
            return HttpResponse(status=204)
        context = {"changes": rated, "is_unrated": is_unrated(member.circle_id)}
        return render(request, "statistics/_match_ratings.html", context)
