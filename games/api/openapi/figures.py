"""Figures of people and circles, as JSON Schemas."""

from __future__ import annotations

from games.api.openapi.shapes import COUNT, DATE, ID, NUMBER, YES_NO, Schema, or_null, record, ref, several

TEXT: Schema = {"type": "string"}
PART: Schema = {"type": "number", "minimum": 0}
PERSON: Schema = {"id": or_null(ID), "player": {**or_null(ID), "deprecated": True}, "name": TEXT}
ROUND = or_null(record({"points": NUMBER, "match": ID, "round": {**COUNT, "description": "As people count."}}))
WORTH: Schema = {**PART, "description": "Wins, and of those that were shared the part."}
OWN: Schema = {
    "won": COUNT,
    "shared": COUNT,
    "worth": WORTH,
    "share": {**PART, "description": "Of the matches."},
    "chance": {**PART, "description": "Wins that chance gives: of a match with n sides, one nth."},
    "longest": {**COUNT, "description": "The most won in a row."},
    "current": {**COUNT, "description": "Those won in a row at the end."},
    "rounds": COUNT,
    "place": {**PART, "description": "On average; of one game only, as the next three."},
    "points_a_round": {"type": "number"},
    "best": ROUND,
    "worst": ROUND,
}
FIGURES = record(
    {
        **PERSON,
        "matches": COUNT,
        "last": or_null(DATE),
        **{name: or_null(schema) if name not in ("best", "worst") else schema for name, schema in OWN.items()},
        "figures": several(record({"name": TEXT, "label": TEXT, "count": NUMBER, "rounds": COUNT})),
        "others": several(record({**PERSON, "matches": COUNT, "before": COUNT, "behind": COUNT})),
        "partners": several(
            record(
                {
                    **PERSON,
                    "matches": COUNT,
                    "rounds": {
                        **or_null(COUNT),
                        "description": "In one party, of one game whose parties change by round; what follows counts rounds then.",
                    },
                    "won": COUNT,
                    "shared": COUNT,
                    "worth": WORTH,
                    "share": PART,
                    "expected": {
                        **or_null(PART),
                        "description": "Wins, if the pair won as often as its players do; of one game with fixed teams.",
                    },
                    "best": YES_NO,
                }
            )
        ),
    }
)
LASTED = or_null(record({"seconds": COUNT, "match": ID}))
STATISTICS = record(
    {
        "game": or_null(TEXT),
        "matches": COUNT,
        "rounds": COUNT,
        "first": or_null(DATE),
        "last": or_null(DATE),
        "people": several(ref("Figures")),
        "length": or_null(record({"matches": COUNT, "mean_seconds": COUNT, "shortest": LASTED, "longest": LASTED})),
        "seats": several(
            record(
                {
                    "seats": COUNT,
                    "after": {**COUNT, "description": "Seats after the first dealer."},
                    "matches": COUNT,
                    "share": PART,
                }
            )
        ),
        "records": several(
            record(
                {
                    "name": TEXT,
                    "label": TEXT,
                    "value": NUMBER,
                    "match": ID,
                    "day": DATE,
                    "people": several(record(PERSON)),
                }
            )
        ),
    }
)
RATING: Schema = {
    "rating": {**NUMBER, "description": "1500 + 60 · (mu − 25)"},
    "range": {**COUNT, "description": "± 120 · sigma"},
    "mu": {"type": "number"},
    "sigma": PART,
    "matches": COUNT,
}
RANK = or_null({**COUNT, "description": "By the lower end of the range; null: fewer than three matches."})
UNRATED: Schema = {**YES_NO, "description": "Some matches are not rated yet: these ratings are from before."}
RATINGS = record(
    {"game": or_null(TEXT), "recalculating": UNRATED, "people": several(record({**PERSON, "rank": RANK, **RATING}))}
)
CHANGE = record({"match": ID, "points": NUMBER, "words": TEXT})
PLAYER_RATING = record(
    {
        **PERSON,
        "game": or_null(TEXT),
        "recalculating": UNRATED,
        "rank": RANK,
        **{name: or_null(schema) if name != "matches" else schema for name, schema in RATING.items()},
        "curve": several(
            record({"period": {**TEXT, "description": "A month or a year in which the player played."}, **RATING})
        ),
        "last_change": or_null(CHANGE),
    }
)
