"""The filters of the list of matches: by game, player, day, evening, and whether they are finished."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request

from games import models
from games.api import query
from games.store.days import between
from games.store.people import people_of


def filtered_matches(request: Request, circle: UUID) -> QuerySet[models.Match]:
    """Return the matches of the circle that the address asks for."""
    matches = models.Match.objects.filter(circle=circle, is_deleted=False)
    game = query.game(request)
    if game is not None:
        matches = matches.filter(game=game.key)
    player = query.id_of(request, "player")
    if player is not None:
        seats = models.Seat.objects.filter(circle=circle, player__in=people_of(circle).all_of(str(player)))
        matches = matches.filter(id__in=seats.values("match"))
    evening = query.id_of(request, "evening")
    if evening is not None:
        matches = matches.filter(evening=evening)
    unfinished = query.yes_no(request, "unfinished")
    if unfinished is not None:
        matches = matches.filter(is_finished=not unfinished)
    return by_day(request, matches)


def by_day(request: Request, matches: QuerySet[models.Match]) -> QuerySet[models.Match]:
    """Return the matches of the day or the period that the address names."""
    day = query.day(request, "date")
    first, last = day or query.day(request, "from"), day or query.day(request, "to")
    return between(matches, first, last)
