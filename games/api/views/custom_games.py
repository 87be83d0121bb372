"""The games that a group has named itself, and which of them a match is of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles, matches
from games.api.base import Api
from games.api.bodies import CustomGameBody, GameBody
from games.api.created import response_to_write
from games.api.errors import NoSuch
from games.api.openapi.custom_games import NULLABLE
from games.api.openapi.operation import operation
from games.api.openapi.shapes import COUNT, ID, record, ref, several
from games.api.refusal_response import perform
from games.api.responses import MatchWriteSerializer
from games.api.serializers import split_body
from games.api.views.statistics import respond
from games.api.write_response import write_response
from games.match.custom_games import RULES, USUAL
from games.rules.custom_game import custom_key
from games.services import actions
from games.store.custom_games import as_json, custom_games

if TYPE_CHECKING:
    from games.match.custom_games import GameFields

Json = dict[str, Any]


class CustomGamesView(Api):
    @operation(record({"custom_games": several(ref("CustomGame"))}), tagged=True)
    def get(self, request: Request) -> Response:
        """List the games that the group has named itself, with the deleted ones."""
        member = circles.membership(request)
        return respond(request, member, lambda: {"custom_games": list(map(game_json, custom_games(member.circle_id)))})


class CustomGameView(Api):
    operation_name = "OneCustomGame"

    @operation("CustomGame", tagged=True)
    def get(self, request: Request, custom_game: UUID) -> Response:
        """Return a game that the group has named itself."""
        member = circles.membership(request)
        row = find_game(member.circle_id, custom_game)
        return respond(request, member, lambda: game_json(as_json(row)))

    @operation(
        record({"id": ID, "event": ID, "seq": COUNT, "custom_game": ref("CustomGame")}),
        200,
        201,
        body=CustomGameBody,
        body_needed=False,
    )
    def put(self, request: Request, custom_game: UUID) -> Response:
        """Create a game, or change it. Fields left out do not change; null takes `target`, `rounds` or `sum` away.

        A new game needs a `name`. Changed rules count for matches that start later.
        """
        circle = circles.writer(request).circle_id
        was_there = models.CustomGame.objects.filter(circle=circle, id=custom_game).exists()
        data, event = split_body(CustomGameBody.read(request))
        given = request.data if isinstance(request.data, dict) else {}
        data |= {name: actions.NULL for name in NULLABLE if name in given and name not in data}
        result = perform(
            actions.put_custom_game,
            by=circles.asker(request),
            circle=circle,
            custom_game=custom_game,
            changes=data,
            **event,
        )
        row = find_game(circle, custom_game)
        answer = {
            "id": str(row.id),
            "event": result.event,
            "seq": result.seq,
            "custom_game": game_json(as_json(row)),
        }
        return response_to_write(request, answer, is_new=not was_there, address="custom_game", custom_game=custom_game)


class MatchGameView(Api):
    @operation(MatchWriteSerializer, body=GameBody, body_needed=False)
    def put(self, request: Request, match: UUID) -> Response:
        """Say which of the group's own games a match of `points` is of. Without `custom_game` it is of none."""
        member = matches.writer_of_match(request, match)
        data = {"custom_game": None, **GameBody.read(request)}
        return write_response(request, actions.name_match, member, match=match, **data)


def find_game(circle: UUID, game: UUID) -> models.CustomGame:
    row = models.CustomGame.objects.filter(circle=circle, id=game).first()
    if row is None:
        raise NoSuch(gettext("No such custom game in this group."))
    return row


def game_json(game: GameFields) -> Json:
    rules = {rule: game["options"].get(rule, usual) for rule, usual in zip(RULES, USUAL, strict=True)}
    return {
        "id": game["id"],
        "game": custom_key(game["id"]),
        "name": game["name"],
        "icon": game["icon"],
        "keys": game["keys"],
        **rules,
        "deleted": game["deleted"],
    }
