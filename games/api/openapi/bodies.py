"""What is sent, as JSON Schemas: the same fields that `games.api.bodies` reads."""

from __future__ import annotations

from games.api.openapi.shapes import ID, NAME, TEXT, TIME, Schema, body_of, or_null, record
from games.models import Purpose, Role

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
        "InvitationBody": invitation_body(),
        "JoinBody": record(
            {}, {name: or_null({"type": "string", "minLength": 1, "maxLength": 200}) for name in ("code", "token")}
        ),
        "DeviceBody": record({"device": ID, "person": ID, "circle": ID}, {"name": SHORT}),
    }


def with_name(body: Schema) -> Schema:
    return {**body, "required": ["name"], "properties": {**body["properties"], "name": NAME}}


def evening_body() -> Schema:
    body = body_of("evening", without=("evening",))
    return {**body, "properties": {**body["properties"], "name": or_null(TEXT)}}


def invitation_body() -> Schema:
    roles: Schema = {"enum": [*Role.values, None], "description": "In the circle; `scorer`, where none is named."}
    purposes: Schema = {"enum": [Purpose.CIRCLE.value, Purpose.MATCH.value, Purpose.EVENING.value]}
    often: Schema = or_null({"type": "integer", "minimum": 1, "maximum": 1000})
    return record({"purpose": purposes}, {"role": roles, "thing": or_null(ID), "until": or_null(TIME), "most": often})
