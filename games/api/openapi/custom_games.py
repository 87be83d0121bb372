"""Games that a group has named itself, as JSON Schemas."""

from __future__ import annotations

from games.api.openapi.shapes import ID, event_data, or_null, record
from games.match.events import FIELDS

CHECKS = {field.name: field.check for field in FIELDS["custom_game"]}
NAMES = ("name", "icon", "keys", "wins", "target", "rounds", "sum", "teams", "deleted")
NULLABLE = ("target", "rounds", "sum")
KEY = {
    "type": "string",
    "description": "What `game=` of the figures and the lists takes for this game: `points:` and the digits of its id.",
}
CUSTOM_GAME = record(
    {"id": ID, "game": KEY}
    | {name: event_data(name, CHECKS[name]) for name in NAMES}
    | {name: or_null(event_data(name, CHECKS[name])) for name in NULLABLE}
)
