"""The pieces that schemas are made of."""

from __future__ import annotations

from typing import Any

from games.match.events import event_fields

Schema = dict[str, Any]

ID: Schema = {
    "type": "string",
    "format": "uuid",
    "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
}
TIME: Schema = {"type": "string", "format": "date-time"}
DATE: Schema = {"type": "string", "format": "date"}
TEXT: Schema = {"type": "string", "maxLength": 2000}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"\S"}
YES_NO: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
ANYTHING: Schema = {"type": "object"}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def several(one: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": one, **more}


def or_null(one: Schema) -> Schema:
    if isinstance(one.get("type"), str):
        return {**one, "type": [one["type"], "null"]}
    return {"anyOf": [one, {"type": "null"}]}


def record(needed: Schema, may: Schema | None = None, *, closed: bool = True) -> Schema:
    """An object with these properties, and no others where it is closed."""
    found: Schema = {"type": "object", "properties": {**needed, **(may or {})}}
    if needed:
        found["required"] = list(needed)
    return {**found, "additionalProperties": False} if closed else found


PLAYERS = several({"anyOf": [NAME, record({"id": ID, "name": NAME}, closed=False)]}, minItems=1, maxItems=10)
AFTER: Schema = {
    "anyOf": [ID, several(ID), {"type": "null"}],
    "description": "The ends of the log as the writer knew it; null or left out: the writer knew all that there was.",
}

# The data of events, piece by piece: what `games.match.events` checks.
DATA: Schema = {
    "game": {"type": "string", "description": "The key of a game."},
    "options": {**ANYTHING, "description": "The house rules that differ from the game's defaults."},
    "players": PLAYERS,
    "first_dealer": {**COUNT, "description": "The seat that deals first."},
    "deal": ID,
    "answers": ref("Answers"),
    "before": {**ID, "description": "For a round recorded late: the deal it comes before."},
    "keep": several(ID, description="Deals that count."),
    "strike": several(ID, description="Deals that are struck."),
    "player": ID,
    "name": NAME,
    "hidden": YES_NO,
    "same_as": {**ID, "description": "The player who is the same person, and counts for both."},
    "evening": ID,
    "place": TEXT,
    "note": TEXT,
    "matches": several(ID),
}
EVENT: Schema = {
    "event": {
        **ID,
        "description": "The id of the event that this becomes. With it, repeating the request is harmless.",
    },
    "after": AFTER,
    "at": {**TIME, "description": "The writer's clock, with its zone."},
}


def body_of(kind: str, *may: str, without: tuple[str, ...] = ()) -> Schema:
    """A request that becomes an event of this kind."""
    fields = [field for field in event_fields(kind) or () if field.name not in without]
    needed = {field.name: DATA[field.name] for field in fields if field.needed and field.name not in may}
    rest = {field.name: DATA[field.name] for field in fields if field.name not in needed}
    rest |= {name: ID for name in may if name not in rest}
    return record(needed, {name: or_null(schema) for name, schema in (rest | EVENT).items()})
