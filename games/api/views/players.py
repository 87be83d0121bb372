from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles
from games.api.base import Api
from games.api.bodies import body_of, split
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.api.refusal_response import perform
from games.api.write_response import is_new
from games.http import etags
from games.match.events import EventField, is_id, is_name, optional
from games.services import actions

NEW = body_of("player", optional("player", is_id), EventField("name", is_name), without=("player", "name"))
CHANGE = body_of("player", without=("player",))


def as_json(player: models.Player) -> dict[str, Any]:
    same_as = None if player.same_as is None else str(player.same_as)
    return {"id": str(player.id), "name": player.name, "hidden": player.hidden, "same_as": same_as}


class PlayersView(Api):
    @operation(record({"players": several(ref("Player"))}), tagged=True)
    def get(self, request: Request) -> Response:
        """The players of the circle, by name."""
        member = circles.membership(request)
        rows = models.Player.objects.filter(circle=member.circle_id).order_by("name", "id")
        return etags.answer(
            request,
            etags.log_etag(member.circle_id, member.circle.seq),
            lambda: {"players": [as_json(player) for player in rows]},
        )

    @operation("PlayerDone", 201, 200, body="PlayerBody")
    def post(self, request: Request) -> Response:
        """Add a player."""
        member = circles.writable(request)
        data, event = split(NEW.read(request))
        data.setdefault("player", event.get("event") or str(uuid4()))
        return put(request, member, data, event)


class PlayerView(Api):
    @operation("Player", tagged=True)
    def get(self, request: Request, player: UUID) -> Response:
        """A player."""
        member = circles.membership(request)
        found = find(member.circle_id, player)
        return etags.answer(request, etags.log_etag(member.circle_id, member.circle.seq), lambda: as_json(found))

    @operation("PlayerDone", body="PlayerChangeBody", body_needed=False)
    def patch(self, request: Request, player: UUID) -> Response:
        """Rename or hide a player, or say who is the same person. What is left out stays.

        `"same_as": null` says that the player is somebody else after all.
        """
        member = circles.writable(request)
        find(member.circle_id, player)
        data, event = split(CHANGE.read(request))
        if "same_as" not in data and "same_as" in request.data:  # said to be nobody else
            data["same_as"] = actions.NOBODY
        return put(request, member, {"player": str(player), **data}, event, created=False)


def put(
    request: Request, member: models.Membership, data: dict[str, Any], event: dict[str, Any], *, created: bool = True
) -> Response:
    circle = member.circle_id
    written = perform(actions.put_player, by=circles.asker(request), circle=circle, **data, **event)
    told = {"event": written.event, "seq": written.seq, "player": as_json(find(circle, UUID(data["player"])))}
    return Response(told, status=201 if created and is_new(written, member) else 200)


def find(circle: UUID, player: UUID) -> models.Player:
    found = models.Player.objects.filter(circle=circle, id=player).first()
    if found is None:
        raise Http404
    return found
