"""Which matches are meant: by game, player, day, evening, and whether they are still under way."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from rest_framework.request import Request

from games import models
from games.api import pagination
from games.match.document import find_game
from games.store.days import between


def filtered_matches(request: Request, circle: UUID) -> QuerySet[models.Match]:
    found = models.Match.objects.filter(circle=circle, is_deleted=False)
    game = request.query_params.get("game")
    if game is not None:
        found = found.filter(game=find_game(game).key)
    player = pagination.id_of(request, "player")
    if player is not None:
        seats = models.Seat.objects.filter(circle=circle, player__in=same_as(circle, player))
        found = found.filter(id__in=seats.values("match"))
    evening = pagination.id_of(request, "evening")
    if evening is not None:
        found = found.filter(evening=evening)
    unfinished = pagination.yes_no(request, "unfinished")
    if unfinished is not None:
        found = found.filter(is_finished=not unfinished)
    return by_day(request, found)


def by_day(request: Request, found: QuerySet[models.Match]) -> QuerySet[models.Match]:
    day = pagination.day(request, "date")
    first, last = day or pagination.day(request, "from"), day or pagination.day(request, "to")
    return between(found, first, last)


def same_as(circle: UUID, player: UUID) -> set[UUID]:
    """The player and everybody who was said to be the same person."""
    said = models.Player.objects.filter(circle=circle, same_as__isnull=False).values_list("id", "same_as")
    pairs = list(said)
    found, size = {player}, 0
    while len(found) > size:
        size = len(found)
        found |= {id for pair in pairs if found.intersection(pair) for id in pair if id is not None}
    return found
