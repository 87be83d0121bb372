"""The players of a circle as an index of people."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q, QuerySet

from games import models
from games.statistics.people import PlayerIndex


def people_of(circle: UUID) -> PlayerIndex:
    players = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return PlayerIndex(
        (str(id), name, None if same_as is None else str(same_as))
        for id, name, same_as in players.values_list("id", "name", "same_as")
    )


def seat_name(circle: UUID, player: UUID) -> str:
    """Return the name of a player in their last match."""
    seats = models.Seat.objects.filter(circle=circle, player=player)
    matches = models.Match.objects.filter(circle=circle, id__in=seats.values("match"))
    last = matches.order_by("-started", "-id").values("id")[:1]
    return seats.filter(match__in=last).values_list("name", flat=True).first() or ""


def trusted_index(circle: UUID, people: QuerySet[models.Person]) -> PlayerIndex:
    """Return the players of a circle, merged as owners say, and as these people say of players that they have added.

    Any scorer can merge others into the player that they claim. This must not erase the names of others.
    """
    themselves = {*people.values_list("pk", flat=True)}
    owners = models.Membership.objects.filter(circle=circle, role=models.Role.OWNER).values("person")
    trusted = {*models.Person.objects.filter(Q(pk__in=owners) | Q(became__in=owners)).values_list("pk", flat=True)}
    added: dict[str, UUID] = {}
    merged: dict[str, str | None] = {}
    events = models.Event.objects.filter(circle=circle, kind="player").order_by("seq")
    for by, data in events.values_list("by", "data").iterator():
        player = data.get("player")
        writer = added.setdefault(player, by)
        if "same_as" in data:
            is_trusted = by in trusted or (by in themselves and writer in themselves)
            merged[player] = data["same_as"] if is_trusted else None
    return PlayerIndex((id, "", merged.get(id)) for id in added)
