"""What is sent, as JSON Schemas: the same fields that `games.api.bodies` reads."""

from __future__ import annotations

from games.api.openapi.shapes import ID, NAME, TEXT, Schema, body_of, or_null, record

SHORT = or_null({**TEXT, "maxLength": 200})


def bodies() -> dict[str, Schema]:
    return {
        "StartBody": body_of("start", "match"),
        "DealBody": body_of("deal", "deal"),
        "AmendBody": body_of("amend", without=("deal",)),
        "SettleBody": body_of("settle"),
        "OptionsBody": body_of("options"),
        "SeatsBody": body_of("seats"),
        "ActBody": body_of("finish"),
        "PlayerBody": with_name(body_of("player", "player")),
        "PlayerChangeBody": body_of("player", without=("player",)),
        "EveningBody": evening_body(),
        "CircleBody": record({}, {"id": or_null(ID), "name": SHORT}),
        "DeviceBody": record({"device": ID, "person": ID, "circle": ID}, {"name": SHORT}),
    }


def with_name(body: Schema) -> Schema:
    return {**body, "required": ["name"], "properties": {**body["properties"], "name": NAME}}


def evening_body() -> Schema:
    body = body_of("evening", without=("evening",))
    return {**body, "properties": {**body["properties"], "name": or_null(TEXT)}}
