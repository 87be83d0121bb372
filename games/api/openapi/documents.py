"""Match documents and the answers of every game, as JSON Schemas."""

from __future__ import annotations

from games.api.openapi.shapes import ANYTHING, COUNT, PLAYERS, YES_NO, Schema, or_null, record, several
from games.match.describe import seating_variants
from games.match.document import FORMAT
from games.match.schema import answers_object
from games.rules import catalogue
from games.rules.game import Game

DOCUMENT_DEAL = {"type": "object", "properties": {"id": {}, "answers": {}}}


def answers_name(game: Game) -> str:
    return f"Answers.{game.key}"


def answers_of(game: Game) -> Schema:
    """One schema for each way to sit down to it that differs."""
    found: list[Schema] = []
    for table in seating_variants(game):
        one = answers_object(table.setup, str)
        if one not in found:
            found.append(one)
    return {"title": game.name, **(found[0] if len(found) == 1 else {"anyOf": found})}


def document() -> Schema:
    return record(
        {"format": {"const": FORMAT}, "game": {"enum": catalogue.keys()}, "players": PLAYERS},
        {
            "id": or_null({"type": "string"}),
            "options": ANYTHING,
            "first_dealer": COUNT,
            "started": or_null({"type": "string"}),
            "deals": several(DOCUMENT_DEAL),
            "closed": YES_NO,
        },
        closed=False,
    )
