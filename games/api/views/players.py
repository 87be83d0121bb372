"""The players of a circle."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles
from games.api.base import Api
from games.api.bodies import PlayerBody, PlayerChangeBody
from games.api.created import response_to_write
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, several
from games.api.refusal_response import perform
from games.api.responses import PlayerSerializer, PlayerWriteSerializer
from games.api.serializers import Values, split_body
from games.api.write_response import is_new
from games.http import etags
from games.services import actions


class PlayersView(Api):
    @operation(record({"players": several(PlayerSerializer)}), tagged=True)
    def get(self, request: Request) -> Response:
        """List the players of the circle, by name."""
        member = circles.membership(request)
        rows = models.Player.objects.filter(circle=member.circle_id).order_by("name", "id")
        return etags.conditional_response(
            request,
            etags.log_etag(member.circle_id, member.circle.seq),
            lambda: {"players": PlayerSerializer(rows, many=True).data},
        )

    @operation(PlayerWriteSerializer, 201, 200, body=PlayerBody)
    def post(self, request: Request) -> Response:
        """Add a player."""
        member = circles.writer(request)
        data, event = split_body(PlayerBody.read(request))
        data.setdefault("player", event.get("event") or str(uuid4()))
        return player_response(request, member, data, event, creates=True)


class PlayerView(Api):
    operation_name = "OnePlayer"

    @operation(PlayerSerializer, tagged=True)
    def get(self, request: Request, player: UUID) -> Response:
        """Return a player."""
        member = circles.membership(request)
        row = find_player(member.circle_id, player)
        etag = etags.log_etag(member.circle_id, member.circle.seq)
        return etags.conditional_response(request, etag, lambda: PlayerSerializer(row).data)

    @operation(PlayerWriteSerializer, body=PlayerChangeBody, body_needed=False)
    def patch(self, request: Request, player: UUID) -> Response:
        """Rename or hide a player, or name the player who is the same person. Fields left out do not change.

        `"same_as": null` means that the player is a different person after all. A request without a change writes no event:
        the answer has null as `event`, and the circle's last number as `seq`.
        """
        member = circles.writer(request)
        row = find_player(member.circle_id, player)
        data, event = split_body(PlayerChangeBody.read(request))
        if "same_as" not in data and "same_as" in request.data:  # null: no longer the same person
            data["same_as"] = actions.NULL
        if not data:
            return Response(player_json(row, None, member.circle.seq))
        return player_response(request, member, {"player": str(player), **data}, event)


def player_response(
    request: Request, member: models.Membership, data: Values, event: Values, *, creates: bool = False
) -> Response:
    """Write the player; return the event and the player after it."""
    circle = member.circle_id
    result = perform(actions.put_player, by=circles.asker(request), circle=circle, **data, **event)
    player = find_player(circle, UUID(data["player"]))
    answer = player_json(player, result.event, result.seq)
    return response_to_write(
        request, answer, is_new=creates and is_new(result, member), address="player", player=player.id
    )


def player_json(player: models.Player, event: str | None, seq: int) -> Values:
    answer: Values = PlayerWriteSerializer({"event": event, "seq": seq, "player": player}).data
    return answer


def find_player(circle: UUID, player: UUID) -> models.Player:
    """Return the player of the circle; raise `NoSuch` if there is none."""
    row = models.Player.objects.filter(circle=circle, id=player).first()
    if row is None:
        raise NoSuch(gettext("No such player in this group."))
    return row
