"""The public formats, as JSON Schemas: sheets, documents, events, figures. Serializers describe the rest."""

from __future__ import annotations

from typing import Any

from games.api.openapi.custom_games import CUSTOM_GAME
from games.api.openapi.documents import answers_name, answers_of, document
from games.api.openapi.figures import FIGURES, PLAYER_RATING, RATINGS, STATISTICS
from games.api.openapi.seasons import SEASON, SEASON_TABLE
from games.api.openapi.shapes import (
    AFTER,
    ANYTHING,
    COUNT,
    DATE,
    ID,
    LOG_HASH,
    NUMBER,
    TIME,
    YES_NO,
    Schema,
    event_data,
    or_null,
    record,
    ref,
    several,
)
from games.match.event_fields import NO_RESULT, is_custom_game
from games.match.events import KINDS
from games.rules import catalogue

PER_SIDE = several(NUMBER)
LINE = {"type": "array", "prefixItems": [{"type": "string"}, PER_SIDE], "minItems": 2, "maxItems": 2}
ANY_ANSWERS = {**ANYTHING, "description": "What is known of a deal, by the name of the question."}
BY = or_null(
    record(
        {"id": ID, "name": {"type": "string"}},
        {"imported": {"const": True, "description": "An imported file stated this writer."}},
    )
)

PROBLEM = record(
    {
        "deal": {**COUNT, "description": "Its place on the sheet."},
        "question": or_null({"type": "string"}),
        "code": {"type": "string"},
        "message": {"type": "string"},
    },
    {"weight": {"enum": ["note"], "description": "Only of a problem with which a stored round keeps its points."}},
)
SHEET_DEAL = record(
    {
        "id": {},
        "dealer": COUNT,
        "leader": or_null(COUNT),
        "complete": YES_NO,
        "asked": several({"type": "string"}),
        "points": PER_SIDE,
        "totals": PER_SIDE,
        "lines": several(LINE),
        "facts": ANYTHING,
    }
)
SHEET_CHANGE = record(
    {
        "deal": {**COUNT, "description": "The place on the sheet of the first deal with these people."},
        "players": several({"type": "string"}),
        "columns": {**several(COUNT), "description": "For each side of the table its place in `sides`."},
        "from_zero": {**several(COUNT), "description": "Those of `sides` that count from zero from here on."},
    }
)
SHEET: Schema = {
    "sides": several(record({"name": {"type": "string"}, "seats": several(COUNT)})),
    "deals": several(SHEET_DEAL),
    "totals": PER_SIDE,
    "places": several({"type": "integer", "minimum": 1}),
    "finished": YES_NO,
    "winners": several(COUNT),
    "next_dealer": or_null(COUNT),
    "next_leader": or_null(COUNT),
    "facts": ANYTHING,
    "problems": several(ref("Problem")),
}
CHANGES: Schema = {"changes": several(SHEET_CHANGE)}  # only where the people have changed
ASIDE = record({"deal": ID, "answers": ANY_ANSWERS, "points": PER_SIDE})
DIFFERS = record(
    {"deal": ID, "answers": several(or_null(ANY_ANSWERS))},
    {"unlisted": {**COUNT, "description": "How many further answers there are."}},
)
UNLISTED = {**COUNT, "description": "How many further rounds stand aside."}

MATCH_ROW = record(
    {
        "id": ID,
        "seq": COUNT,
        "started": TIME,
        "last": TIME,
        "date": DATE,
        "evening": or_null(ID),
        "game": {"type": "string"},
        "names": several({"type": "string"}),
        "deals": COUNT,
        "finished": YES_NO,
        "undecided": {**COUNT, "description": "Deals that people have still to decide about."},
        "needs_newer": YES_NO,
    },
    {
        "sides": several({"type": "string"}),
        "totals": PER_SIDE,
        "places": several(COUNT),
        "winners": several(COUNT),
        "custom_game": event_data("custom_game", is_custom_game),
        "result": {"type": "string", "enum": [NO_RESULT], "description": "The match counts for nobody."},
        "next_dealer": or_null(COUNT),
        "problems": COUNT,
    },
)
EVENT_SENT = {
    "type": "object",
    "required": ["id", "kind"],
    "properties": {
        "id": ID,
        "match": or_null(ID),
        "kind": {"enum": [kind for kind, _fields in KINDS]},
        "data": or_null(ANYTHING),
        "after": AFTER,
        "at": or_null(TIME),
    },
}
EVENT = record(
    {
        "id": ID,
        "match": or_null(ID),
        "kind": {"type": "string"},
        "data": ANYTHING,
        "after": AFTER,
        "at": TIME,
        "seq": COUNT,
        "by": BY,
        "received": TIME,
        "hash": LOG_HASH,
    }
)
HISTORY = record(
    {
        "id": ID,
        "event": {**ID, "deprecated": True},
        "seq": COUNT,
        "by": BY,
        "at": TIME,
        "received": TIME,
        "kind": {"type": "string"},
        "data": ANYTHING,
        "before": or_null(ANYTHING),
    }
)


def all_components() -> dict[str, Schema]:
    """Return the hand-written components by name."""
    return {
        "Error": record(
            {"error": {"type": "string"}, "code": {"type": "string"}}, {"problems": several(ref("Problem"))}
        ),
        "Problem": PROBLEM,
        "Answers": {"anyOf": [ref(answers_name(game)) for game in catalogue.GAMES]},
        **{answers_name(game): answers_of(game) for game in catalogue.GAMES},
        "Document": document(),
        "ScoreSheet": record(SHEET, CHANGES),
        "Sheet": record(
            {**SHEET, "aside": several(ASIDE), "differs": several(DIFFERS)}, {**CHANGES, "aside_unlisted": UNLISTED}
        ),
        "Game": record({"key": {"type": "string"}, "name": {"type": "string"}}, closed=False),
        "Figures": FIGURES,
        "Statistics": STATISTICS,
        "Ratings": RATINGS,
        "PlayerRating": PLAYER_RATING,
        "CustomGame": CUSTOM_GAME,
        "Season": SEASON,
        "SeasonTable": SEASON_TABLE,
        "Match": MATCH_ROW,
        "EventSent": EVENT_SENT,
        "Event": EVENT,
        "History": HISTORY,
    }


def add(result: Any, **context: Any) -> Any:
    """Add the components that operations name by `$ref`, as a hook of drf-spectacular."""
    components = result.setdefault("components", {})
    components["schemas"] = {**all_components(), **components.get("schemas", {})}
    return result
