"""The players of a circle as an index of people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games import models
from games.match.event_fields import is_id
from games.statistics.people import PlayerIndex, players_of, renamed_summary
from games.store.custom_games import custom_names

MOST_LINKS = 2


def people_of(circle: UUID) -> PlayerIndex:
    players = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return PlayerIndex(
        (
            (str(id), name, None if same_as is None else str(same_as))
            for id, name, same_as in players.values_list("id", "name", "same_as")
        ),
        partial(custom_names, circle),
    )


def people_among(circle: UUID, players: Iterable[Any]) -> PlayerIndex:
    """Return the people behind these players of matches. Players with whom they are merged are read, too.

    A chain of merged players has a query for its first links only, and then one for the whole circle.
    """
    wanted = {player["id"] for player in players if isinstance(player, dict) and is_id(player.get("id"))}
    known: dict[str, tuple[str, str, str | None]] = {}
    for _link in range(MOST_LINKS):
        if not wanted:
            break
        rows = models.Player.objects.filter(circle=circle, id__in=wanted).values_list("id", "name", "same_as")
        read = {str(id): (str(id), name, None if same_as is None else str(same_as)) for id, name, same_as in rows}
        known |= read
        wanted = {same_as for _id, _name, same_as in read.values() if same_as is not None} - known.keys()
    return people_of(circle) if wanted else PlayerIndex(known.values(), partial(custom_names, circle))


def renamed_summaries(circle: UUID, matches: Iterable[models.Match]) -> list[dict[str, Any]]:
    """Return the summaries of these matches of the circle under the names that players and games have now."""
    summaries = [match.summary for match in matches]
    people = people_among(circle, [player for summary in summaries for player in players_of(summary)])
    return [renamed_summary(summary, people) for summary in summaries]


def seat_name(circle: UUID, player: UUID) -> str:
    """Return the name of a player in their last match."""
    seats = models.Seat.objects.filter(circle=circle, player=player)
    matches = models.Match.objects.filter(circle=circle, id__in=seats.values("match"))
    last = matches.order_by("-started", "-id").values("id")[:1]
    return seats.filter(match__in=last).values_list("name", flat=True).first() or ""


def trusted_index(circle: UUID, people: QuerySet[models.Person]) -> PlayerIndex:
    """Return the players of a circle, merged as owners say, and as these people say of players that they have added.

    Any scorer can merge others into the player that they claim. This must not erase the names of others. A player whom someone
    else has named in a match before is not added by them, either.
    """
    themselves = {*people.values_list("pk", flat=True)}
    owners = models.Membership.objects.filter(circle=circle, role=models.Role.OWNER).values("person")
    trusted = {*models.Person.objects.filter(Q(pk__in=owners) | Q(became__in=owners)).values_list("pk", flat=True)}
    added: dict[str, UUID] = {}
    since: dict[str, int] = {}  # the number of the event that has added a player
    merged: dict[str, str | None] = {}
    own: set[str] = set()  # players whom these people have merged with others
    events = models.Event.objects.filter(circle=circle, kind="player").order_by("seq")
    for seq, by, data in events.values_list("seq", "by", "data").iterator():
        player = data.get("player")
        writer = added.setdefault(player, by)
        since.setdefault(player, seq)
        if "same_as" in data:
            is_own = by not in trusted and by in themselves and writer in themselves
            (own.add if is_own else own.discard)(player)
            merged[player] = data["same_as"] if is_own or by in trusted else None
    for player in named_before(circle, {player: since[player] for player in own}, themselves):
        merged[player] = None
    return PlayerIndex((id, "", merged.get(id)) for id in added)


def named_before(circle: UUID, since: dict[str, int], themselves: set[UUID]) -> set[str]:
    """Return those of these players whom someone else has named in a match before the event with this number."""
    named: set[str] = set()
    if not since:
        return named
    events = models.Event.objects.filter(
        circle=circle, kind__in=("start", "seats", "people"), seq__lt=max(since.values())
    )
    for seq, data in events.exclude(by__in=themselves).order_by("seq").values_list("seq", "data").iterator():
        players = data.get("players")
        for player in players if isinstance(players, list) else ():
            id = player.get("id") if isinstance(player, dict) else None
            if isinstance(id, str) and seq < since.get(id, 0):
                named.add(id)
    return named
