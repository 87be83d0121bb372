"""Seasons and their tables, as JSON Schemas."""

from __future__ import annotations

from games.api.openapi.figures import PERSON, WORTH
from games.api.openapi.shapes import COUNT, DATE, ID, NUMBER, YES_NO, event_data, or_null, record, ref, several
from games.match.events import FIELDS

CHECKS = {field.name: field.check for field in FIELDS["season"]}
NAMES = ("name", "from", "to", "games", "rule", "place_points", "minimum", "dropped", "deleted")
SEASON = record(
    {"id": ID}
    | {name: event_data(name, CHECKS[name]) for name in NAMES}
    | {"to": or_null(DATE), "place_points": several(NUMBER)}
)
SEASON_TABLE = record(
    {
        "season": ref("Season"),
        "matches": COUNT,
        "evenings": COUNT,
        "rows": several(
            record(
                {
                    **PERSON,
                    "place": {**or_null(COUNT), "description": "Null: too few matches."},
                    "moved": {**or_null(NUMBER), "description": "Places won since the evening before."},
                    "points": {"type": "number", "description": "An average, or a sum, by the rule."},
                    "matches": COUNT,
                    "wins": WORTH,
                    "evenings": COUNT,
                    "form": {
                        **several(record({"place": COUNT, "won": YES_NO})),
                        "description": "The last five matches, the latest last.",
                    },
                }
            )
        ),
    }
)
