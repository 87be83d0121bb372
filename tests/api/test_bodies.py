"""Bodies are accepted as they were sent, or refused with the name of the field."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.api import bodies
from games.api.errors import InvalidRequest
from games.api.serializers import StrictSerializer, split_body
from tests.api.conftest import NOBODY

IDS = {"device": NOBODY, "person": NOBODY, "circle": NOBODY}
LARGE = "0000000A-0000-4000-8000-000000000000"


def read(serializer: type[StrictSerializer], data: Any) -> dict[str, Any]:
    return serializer.read(SimpleNamespace(data=data))  # type: ignore[arg-type]


def error(serializer: type[StrictSerializer], data: Any) -> tuple[str, str]:
    with pytest.raises(InvalidRequest) as caught:
        read(serializer, data)
    return str(caught.value.get_codes()), str(caught.value.detail)


@pytest.mark.parametrize(
    ("serializer", "data"),
    [
        (bodies.CircleBodySerializer, {"id": NOBODY, "name": "Fridays"}),
        (bodies.CircleBodySerializer, {"name": ""}),
        (bodies.DeviceBodySerializer, IDS),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "role": "reader", "most": 7}),
        (bodies.StartBody, {"game": "pisti", "players": ["Eleni", {"id": NOBODY, "name": "Deniz"}], "first_dealer": 1}),
        (bodies.DealBody, {"answers": {"points": [71, None]}, "after": [NOBODY], "at": "2026-11-20T19:42:10+02:00"}),
        (bodies.PlayerBody, {"name": "Eleni", "hidden": False}),
        (bodies.EveningBody, {"matches": [], "note": ""}),
        (bodies.ActBody, {}),
    ],
)
def test_values_stay_as_they_were_sent(serializer: type[StrictSerializer], data: dict[str, Any]) -> None:
    assert repr(sorted(read(serializer, data).items())) == repr(sorted(data.items()))


def test_null_is_the_same_as_left_out() -> None:
    assert read(bodies.CircleBodySerializer, {"id": None, "name": None}) == {}
    assert read(bodies.DealBody, {"answers": {}, "deal": None, "after": None}) == {"answers": {}}


@pytest.mark.parametrize(
    ("serializer", "data", "field"),
    [
        (bodies.CircleBodySerializer, {"name": 7}, "name"),
        (bodies.CircleBodySerializer, {"name": True}, "name"),
        (bodies.CircleBodySerializer, {"name": "x" * 201}, "name"),
        (bodies.CircleBodySerializer, {"id": LARGE}, "id"),
        (bodies.CircleBodySerializer, {"id": NOBODY.replace("-", "")}, "id"),
        (bodies.CircleBodySerializer, {"id": 7}, "id"),
        (bodies.DeviceBodySerializer, {**IDS, "circle": None}, "circle"),
        (bodies.DeviceBodySerializer, {}, "device"),
        (bodies.InvitationBodySerializer, {"purpose": "account"}, "purpose"),
        (bodies.InvitationBodySerializer, {"purpose": ["circle"]}, "purpose"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "role": "admin"}, "role"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "most": "7"}, "most"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "most": True}, "most"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "most": 7.0}, "most"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "most": 0}, "most"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "most": 1001}, "most"),
        (bodies.InvitationBodySerializer, {"purpose": "circle", "until": "2026-11-20T19:42:10"}, "until"),
        (bodies.JoinBodySerializer, {"code": ""}, "code"),
        (bodies.StartBody, {"game": "pisti", "players": ["Eleni"], "first_dealer": "1"}, "first_dealer"),
        (bodies.StartBody, {"game": 7, "players": ["Eleni"]}, "game"),
        (bodies.StartBody, {"game": "pisti", "players": ["Eleni", 7]}, "players"),
        (bodies.StartBody, {"players": []}, "game"),
        (bodies.DealBody, {"answers": []}, "answers"),
        (bodies.DealBody, {"answers": {}, "after": LARGE}, "after"),
        (bodies.DealBody, {"answers": {}, "after": [7]}, "after"),
        (bodies.DealBody, {"answers": {}, "event": LARGE}, "event"),
        (bodies.PlayerBody, {"name": "Eleni", "hidden": "true"}, "hidden"),
        (bodies.PlayerBody, {"name": "Eleni", "hidden": 1}, "hidden"),
        (bodies.PlayerBody, {"name": " "}, "name"),
        (bodies.PlayerBody, {}, "name"),
    ],
)
def test_a_wrong_field_is_named(serializer: type[StrictSerializer], data: dict[str, Any], field: str) -> None:
    assert error(serializer, data) == ("data", f"“{field}” is missing or invalid.")


@pytest.mark.parametrize("data", [None, [], "x", 7, True])
def test_only_an_object_is_a_body(data: Any) -> None:
    assert error(bodies.ActBody, data) == ("object", "Expected an object.")


def test_an_unknown_field_is_named_with_all_known_ones() -> None:
    sentence = "Unknown field “seq”. Allowed: answers, before, deal, event, after, at."
    assert error(bodies.DealBody, {"seq": 3, "answers": []}) == ("unknown", sentence)
    sentence = "Unknown field “x”. Allowed: hidden, same_as, player, name, event, after, at."
    assert error(bodies.PlayerBody, {"x": 3}) == ("unknown", sentence)
    sentence = "Unknown field “deal”. Allowed: answers, event, after, at."
    assert error(bodies.AmendBody, {"deal": NOBODY}) == ("unknown", sentence)
    assert error(bodies.NoBodySerializer, {"a": 1}) == ("unknown", "Unknown field “a”. Allowed: .")


def test_a_body_is_split_into_data_and_the_event() -> None:
    values = {"answers": {}, "event": NOBODY, "deal": NOBODY, "after": []}
    assert split_body(values) == ({"answers": {}, "deal": NOBODY}, {"event": NOBODY, "after": []})
