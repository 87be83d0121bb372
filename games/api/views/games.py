"""The catalogue: every game, what it asks, and the JSON Schemas of its documents and answers."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import get_language, gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import Open
from games.api.openapi.operation import operation
from games.api.openapi.shapes import record, ref, several
from games.http import etags
from games.match.describe import describe, seating_variants
from games.match.schema import answers_schema, document_schema
from games.rules import catalogue
from games.rules.game import Game


class GamesView(Open):
    @operation(record({"games": several(ref("Game"))}), of_circle=False, tagged=True)
    def get(self, request: Request) -> HttpResponse:
        """Every game: its options, its questions, with labels and limits."""
        return made_once(request, *all_games(get_language()))


class GameView(Open):
    @operation("Game", of_circle=False, tagged=True)
    def get(self, request: Request, key: str) -> HttpResponse:
        """One game, with JSON Schemas.

        `schemas.document` is that of its match documents, `schemas.answers` has one for each of its `tables`.
        """
        game = catalogue.find(key)
        if game is None:
            raise Http404
        return made_once(request, *one_game(game, get_language()))


Made = tuple[bytes, str]


@cache
def all_games(language: str | None) -> Made:
    return as_made({"games": [describe(game, gettext) for game in catalogue.GAMES]})


@cache
def one_game(game: Game, language: str | None) -> Made:
    schemas = {
        "document": document_schema(game, gettext),
        "answers": [answers_schema(table.setup, gettext) for table in seating_variants(game)],
    }
    return as_made({**describe(game, gettext), "schemas": schemas})


def as_made(value: Any) -> Made:
    """The bytes to be sent, and their mark."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return data, hashlib.sha256(data).hexdigest()[:16]


def made_once(request: Request, data: bytes, tag: str) -> HttpResponse:
    """The same for everybody who speaks the language, until the program changes."""
    if etags.matches_etag(request, tag):
        found: HttpResponse = Response(status=304)
    else:
        found = HttpResponse(data, content_type="application/json")
    found["ETag"] = f'"{tag}"'
    return found
