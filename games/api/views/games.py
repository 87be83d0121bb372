"""The catalogue: every game with its questions, and the JSON Schemas of its documents and answers."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language, gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import PublicApi
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.http import etags
from games.match.describe import describe, seating_variants
from games.match.schema import answers_schema, document_schema
from games.rules import catalogue
from games.rules.game import Game


class GamesView(PublicApi):
    @operation(record({"games": several(ref("Game"))}), of_circle=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """List the games, with their options and questions, labels and limits."""
        return cached_response(request, *games_json(get_language()))


class GameView(PublicApi):
    operation_name = "OneGame"

    @operation("Game", of_circle=False, tagged=True)
    def get(self, request: Request, key: str) -> HttpResponse:
        """Return a game, with JSON Schemas.

        `schemas.document` describes its match documents. `schemas.answers` has a schema for each of its `tables`.
        """
        game = catalogue.find(key)
        if game is None:
            raise NoSuch(gettext("No such game."))
        return cached_response(request, *game_json(game, get_language()))


Rendered = tuple[bytes, str]  # the bytes to send, and their ETag


@cache
def games_json(language: str | None) -> Rendered:
    """Return all games in the active language."""
    return rendered({"games": [describe(game, gettext) for game in catalogue.GAMES]})


@cache
def game_json(game: Game, language: str | None) -> Rendered:
    """Return the game and its schemas in the active language."""
    schemas = {
        "document": document_schema(game, gettext),
        "answers": [answers_schema(table.setup, gettext) for table in seating_variants(game)],
    }
    return rendered({**describe(game, gettext), "schemas": schemas})


def rendered(value: Any) -> Rendered:
    """Return the value as JSON, with its ETag."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return data, hashlib.sha256(data).hexdigest()[:16]


def cached_response(request: Request, data: bytes, tag: str) -> HttpResponse:
    """Return the response that is the same for everyone with this language, until the program changes."""
    if etags.matches_etag(request, tag):
        response: HttpResponse = Response(status=304)
    else:
        response = HttpResponse(data, content_type="application/json")
    response["ETag"] = f'"{tag}"'
    return response
