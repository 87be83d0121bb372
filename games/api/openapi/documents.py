"""Match documents and the answers of every game, as JSON Schemas."""

from __future__ import annotations

from games.api.limits import MOST_DEALS
from games.api.openapi.shapes import ANYTHING, COUNT, PLAYERS, YES_NO, Schema, event_data, or_null, record, several
from games.match import event_fields, limits
from games.match.describe import seating_variants
from games.match.document import FORMAT, FORMAT_OF_CHANGES
from games.match.event_fields import NO_RESULT
from games.match.lineups import POINTS
from games.match.schema import answers_object
from games.rules import catalogue
from games.rules.game import Game
from games.rules.words import plain_text

DOCUMENT_DEAL = {"type": "object", "properties": {"id": {}, "answers": {}}}

DOCUMENT_CHANGE = record(
    {"players": PLAYERS, "points": {"enum": list(POINTS)}},
    {"before": or_null({"type": "string"}), "first_dealer": or_null(COUNT)},
    closed=False,
)


def answers_name(game: Game) -> str:
    """Return the name of the component."""
    return f"Answers.{game.key}"


def answers_of(game: Game) -> Schema:
    """Return the schema of the answers: one for each seating variant with other answers."""
    schemas: list[Schema] = []
    for table in seating_variants(game):
        schema = answers_object(table.setup, str)
        if schema not in schemas:
            schemas.append(schema)
    return {"title": plain_text(game.name), **(schemas[0] if len(schemas) == 1 else {"anyOf": schemas})}


def document() -> Schema:
    """Return the schema of a match document."""
    return record(
        {"format": {"enum": [FORMAT, FORMAT_OF_CHANGES]}, "game": {"enum": catalogue.keys()}, "players": PLAYERS},
        {
            "id": or_null({"type": "string"}),
            "custom_game": or_null(event_data("custom_game", event_fields.is_custom_game)),
            "options": ANYTHING,
            "first_dealer": COUNT,
            "started": or_null({"type": "string"}),
            "deals": several(DOCUMENT_DEAL, maxItems=MOST_DEALS),
            "closed": YES_NO,
            "result": or_null({"type": "string", "enum": [NO_RESULT]}),
            "totals": several({"type": "integer"}, maxItems=8),
            "changes": several(DOCUMENT_CHANGE, maxItems=limits.MOST_CHANGES),
        },
        closed=False,
    )
