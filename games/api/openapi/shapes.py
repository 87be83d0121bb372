"""Parts that many schemas share."""

from __future__ import annotations

from typing import Any

from games.match import event_fields, limits, times
from games.match.lineups import POINTS

Schema = dict[str, Any]

ID: Schema = {
    "type": "string",
    "format": "uuid",
    "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
}
TIME: Schema = {"type": "string", "format": "date-time", "maxLength": 35}
DATE: Schema = {"type": "string", "format": "date"}
TEXT: Schema = {"type": "string", "maxLength": 2000}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"\S"}
LOG_HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
YES_NO: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
ANYTHING: Schema = {"type": "object"}


def ref(name: str) -> Schema:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def several(items: Any, **limits: Any) -> Schema:
    """Return the schema of a list; its items have a schema, or a serializer that `Operation` replaces."""
    return {"type": "array", "items": items, **limits}


def or_null(schema: Schema) -> Schema:
    """Return the schema of the same values, and of null."""
    if isinstance(schema.get("type"), str):
        values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return {**schema, **values, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def record(needed: Schema, optional: Schema | None = None, *, closed: bool = True) -> Schema:
    """Return the schema of an object with these properties; a closed one has no others."""
    schema: Schema = {"type": "object", "properties": {**needed, **(optional or {})}}
    if needed:
        schema["required"] = list(needed)
    return {**schema, "additionalProperties": False} if closed else schema


PLAYERS = several({"anyOf": [NAME, record({"id": ID, "name": NAME}, closed=False)]}, minItems=1, maxItems=10)
HEADS: Schema = {"anyOf": [ID, several(ID, maxItems=limits.MOST_IDS)]}
AFTER: Schema = {
    "anyOf": [*HEADS["anyOf"], {"type": "null"}],
    "description": "The ends of the log as the writer knew it; null or left out: the writer knew all that there was.",
}

GAME_NAME = {**NAME, "maxLength": event_fields.LONGEST_GAME_NAME}
ICON: Schema = {"type": "string", "maxLength": event_fields.LONGEST_KEY}
QUICK_KEYS = several(
    {"type": "integer", "minimum": -event_fields.MOST_QUICK, "maximum": event_fields.MOST_QUICK},
    maxItems=event_fields.MOST_QUICK_KEYS,
)

# The checks of `games.match.event_fields`, as schemas.
CHECKS: dict[Any, Schema] = {
    event_fields.is_id: ID,
    event_fields.is_ids: several(ID),
    event_fields.is_name: NAME,
    event_fields.is_object: ANYTHING,
    event_fields.is_players: PLAYERS,
    event_fields.is_points: {"enum": list(POINTS)},
    # A pattern, as an "enum" would exclude null.
    event_fields.is_no_result: {
        "type": "string",
        "pattern": f"^{event_fields.NO_RESULT}$",
        "maxLength": len(event_fields.NO_RESULT),
    },
    event_fields.is_seat: COUNT,
    event_fields.is_text: TEXT,
    event_fields.is_totals: several(
        {"type": "integer", "minimum": -event_fields.MOST_TOTAL, "maximum": event_fields.MOST_TOTAL}, maxItems=8
    ),
    event_fields.is_yes_no: YES_NO,
    event_fields.is_game_name: GAME_NAME,
    event_fields.is_icon: ICON,
    event_fields.is_quick_keys: QUICK_KEYS,
    event_fields.is_custom_game: record(
        {"id": ID, "name": GAME_NAME}, {"icon": or_null(ICON), "keys": or_null(QUICK_KEYS)}, closed=False
    ),
    event_fields.is_wins: {"type": "string", "pattern": "^(most|fewest)$", "maxLength": 6},
    event_fields.is_amount: {"type": "integer", "minimum": 1, "maximum": event_fields.MOST_SUM},
    times.is_day: {**DATE, "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "maxLength": 10},
    event_fields.is_count: {"type": "integer", "minimum": 0, "maximum": event_fields.MOST_COUNT},
    event_fields.is_game_keys: several(
        {"type": "string", "minLength": 1, "maxLength": event_fields.LONGEST_KEY}, maxItems=event_fields.MOST_GAMES
    ),
    event_fields.is_season_rule: {
        "type": "string",
        "pattern": f"^({'|'.join(event_fields.SEASON_RULES)})$",
        "maxLength": max(map(len, event_fields.SEASON_RULES)),
    },
    event_fields.is_place_points: several(
        {
            "type": "integer",
            "minimum": -event_fields.MOST_PLACE_POINTS,
            "maximum": event_fields.MOST_PLACE_POINTS,
        },
        minItems=1,
        maxItems=event_fields.MOST_PLACES,
    ),
}
MOST_ITEMS = {"keep": limits.MOST_IDS, "strike": limits.MOST_IDS, "matches": limits.MOST_MATCHES}
DESCRIPTIONS = {
    "game": "The key of a game.",
    "custom_game": "What the match has of the group's own game that it plays. Only with the game `points`.",
    "icon": "The name of a picture.",
    "wins": "The points that win: “most” or “fewest”.",
    "target": "The match ends with the round in which a side reaches it; null: there is none.",
    "rounds": "The match ends after so many rounds; null: after none.",
    "sum": "What the points of a round usually add up to; null: anything.",
    "teams": "Two teams play, who sit alternately.",
    "keys": "Numbers with a key of their own at the table.",
    "options": "The house rules that differ from the game's defaults.",
    "first_dealer": "The seat that deals first.",
    "before": "The deal that a late round comes before, or that other people begin with.",
    "points": "What becomes of the points of those who are replaced.",
    "result": "“none”: the match is over, nobody wins, and it counts for nobody.",
    "totals": "Of a match without rounds: the total of each side.",
    "keep": "Deals that count.",
    "strike": "Deals that are struck.",
    "from": "The first day.",
    "to": "The last day; null: no end is planned.",
    "games": "The keys of the games that count; none: all games count.",
    "rule": "What the table adds up: “average”: points for sides left behind and for wins, divided by the matches; "
    "“places”: points by place; “points”: the points of the game.",
    "place_points": "For the rule “places”: the points of the first place, of the second and so on.",
    "minimum": "How many matches a player needs for a place in the table.",
    "dropped": "How many of the worst results of each player do not count; never with the rule “average”.",
    "same_as": "The player who is the same person, and counts for both.",
}


def event_data(name: str, check: Any) -> Schema:
    """Return the schema of a field of an event's data."""
    if name == "answers":
        return ref("Answers")
    schema = {**CHECKS[check], "maxItems": MOST_ITEMS[name]} if name in MOST_ITEMS else CHECKS[check]
    words = DESCRIPTIONS.get(name)
    return {**schema, "description": words} if words else schema
