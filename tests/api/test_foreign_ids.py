"""Ids of another circle in every place for an id: they show, change and name nothing."""

from typing import Any
from uuid import uuid4

import pytest

from games import models, services
from games.store import rebuild
from tests.api.conftest import Caller
from tests.api.test_access import BODIES, ROWS, path_of, things

__all__ = ["things"]

SEATS = ["Rosa", "Duarte"]
ANSWERS = {"points": [71, 49]}


def everything(caller: Caller) -> Any:
    """Return all rows of a caller's circle."""
    assert caller.circle
    events = list(models.Event.objects.filter(circle=caller.circle).order_by("seq").values())
    people = list(models.Membership.objects.filter(circle=caller.circle).order_by("person").values())
    return events, people, rebuild.snapshot(caller.circle.pk)


@pytest.fixture
def ids(things: dict[str, str], owner: Caller) -> dict[str, str]:
    """Return ids of Eleni's circle."""
    event = models.Event.objects.filter(circle=owner.circle, kind="deal").values_list("id", flat=True).get()
    bare = {name.rpartition(":")[2].rstrip(">"): thing for name, thing in things.items()}
    return {**bare, "event": str(event)}


# Ids of another circle that an event may name, and the code of its refusal; None: it becomes the writer's own.
EVENTS: list[tuple[str, bool, dict[str, Any], str | None]] = [
    ("start", True, {"game": "bisca_tres", "players": SEATS}, None),
    ("seats", True, {"players": SEATS}, "no_match"),
    ("deal", True, {"deal": "deal", "answers": ANSWERS}, "no_match"),
    ("amend", True, {"deal": "deal", "answers": ANSWERS}, "no_match"),
    ("strike", True, {"deal": "deal"}, "no_match"),
    ("restore", True, {"deal": "deal"}, "no_match"),
    ("settle", True, {"keep": ["deal"], "strike": ["deal"]}, "no_match"),
    ("options", True, {"options": {}}, "no_match"),
    ("finish", True, {}, "no_match"),
    ("reopen", True, {}, "no_match"),
    ("delete", True, {}, "no_match"),
    ("undelete", True, {}, "no_match"),
    ("player", False, {"player": "player", "hidden": True}, "data"),
    ("player", False, {"player": "player", "same_as": None}, "data"),
    ("player", False, {"player": "new", "name": "Mine", "same_as": "player"}, "no_player"),
    ("player", False, {"player": "player", "name": "Mine"}, None),
    ("evening", False, {"evening": "evening", "name": "Mine"}, None),
    ("evening", False, {"evening": "new", "matches": ["match"]}, "no_match"),
    ("evening", False, {"evening": "evening", "matches": ["match"]}, "no_match"),
]


def named(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: one if name in ("name", "game") else named(one, ids) for name, one in value.items()}
    if isinstance(value, list):
        return [named(one, ids) for one in value]
    return ids.get(value, value) if isinstance(value, str) else value


def test_no_event_reaches_into_another_circle(ids: dict[str, str], owner: Caller, other_owner: Caller) -> None:
    before = everything(owner)
    for kind, is_of_match, data, code in EVENTS:
        own = {**ids, "new": str(uuid4())}
        match = ids["match"] if is_of_match else None
        event = {"id": own["new"], "match": match, "kind": kind, "data": named(data, own), "after": [ids["event"]]}
        if kind == "start":  # an own match that happens to have this id; at the end, so that the others find none
            event["match"] = str(uuid4())
        refused = other_owner.post("events/", [event]).json()["refused"]
        assert [one["code"] for one in refused] == ([code] if code else []), (kind, data)
        assert everything(owner) == before, (kind, data)
    for caller in (owner, other_owner):
        assert caller.circle
        assert rebuild.rebuild(caller.circle.pk) == []


def test_a_circle_may_have_the_same_ids_as_another(ids: dict[str, str], owner: Caller, other_owner: Caller) -> None:
    """A caller who knows the ids of an event, a match and a round creates others with them, only in their own circle."""
    before, events = everything(owner), owner.get("events/").json()["events"]
    start = next(one for one in events if one["kind"] == "start")
    copied = {**start, "data": {"game": "bisca_tres", "players": SEATS}}
    assert other_owner.post("events/", [copied]).json()["accepted"] == [{"id": start["id"], "seq": 1}]
    other_owner.dealt(ids["match"], deal=ids["deal"])
    assert everything(owner) == before
    [seats] = [other_owner.get(f"matches/{ids['match']}/document/").json()["players"]]
    assert seats == SEATS
    accepted = owner.post("events/", events).json()["accepted"]
    assert [one["seq"] for one in accepted] == [one["seq"] for one in events]
    other_owner.delete(f"matches/{ids['match']}/")
    assert everything(owner) == before


# Method, address, and a body that names something of another circle; what comes of it.
REQUESTS: list[tuple[str, str, Any, int]] = [
    ("GET", "matches/?player={player}", None, 0),
    ("GET", "matches/?evening={evening}", None, 0),
    ("GET", "events/?since=1&last={event}", None, 409),
    ("PUT", "evenings/{new}/", {"matches": ["match"]}, 400),
    ("PATCH", "players/{own}/", {"same_as": "player"}, 400),
    ("POST", "players/", {"name": "Mine", "same_as": "player"}, 400),
    ("POST", "invitations/", {"purpose": "match", "thing": "match"}, 400),
    ("POST", "invitations/", {"purpose": "evening", "thing": "evening"}, 400),
    ("POST", "matches/{mine}/deals/", {"answers": ANSWERS, "before": "deal"}, 400),
    ("POST", "matches/{mine}/settle/", {"keep": ["deal"]}, 400),
    ("PUT", "matches/{mine}/deals/{deal}/", {"answers": ANSWERS}, 404),
    ("DELETE", "matches/{mine}/deals/{deal}/", None, 404),
    ("POST", "matches/{mine}/deals/{deal}/restore/", None, 404),
    ("POST", "circles/", {"id": "circle", "name": "Mine"}, 409),
]


@pytest.mark.parametrize("both", [False, True], ids=["a stranger", "a reader of it"])
def test_no_request_names_what_is_another_circles(
    ids: dict[str, str], owner: Caller, other_owner: Caller, both: bool
) -> None:
    """A person of both circles carries nothing from one to the other."""
    assert other_owner.circle
    own = {**ids, "new": str(uuid4()), "mine": other_owner.started(), "own": str(uuid4())}
    other_owner.post("players/", {"name": "Rosa", "player": own["own"]})
    if both:
        models.Membership.objects.create(circle=owner.circle, person=other_owner.person, role="reader")
    before, mine = everything(owner), everything(other_owner)[0]
    for method, address, body, status in REQUESTS:
        path = address.format_map(own)
        path += f"{'&' if '?' in path else '?'}circle={other_owner.circle.pk}"
        answer = other_owner.ask(method, path, named(body, own))
        if status:
            assert answer.status_code == status, (method, address, answer.content)
        else:
            assert answer.json()["matches"] == [], address
    for what in ("", "document/", "sheet/", "history/"):
        path = f"matches/{ids['match']}/{what}?circle={other_owner.circle.pk}"
        assert other_owner.get(path).status_code == 404
    assert everything(owner) == before
    assert everything(other_owner)[0] == mine


OWN = ("scorer", "api/v1/invitations/<uuid:invitation>/")  # to a match, which its maker takes back as a scorer, too


@pytest.mark.parametrize(("role", "column"), [("reader", 3), ("scorer", 4)])
def test_a_key_with_a_lower_role_can_access_no_more_than_a_person_with_that_role(
    things: dict[str, str], owner: Caller, role: str, column: int
) -> None:
    """Though its person is an owner, who may do everything."""
    assert owner.person
    assert owner.circle
    program = Caller(owner.person)
    models.Device.objects.filter(id=program.device).update(circle=owner.circle, role=role)
    for row, expected in ROWS.items():
        method, address = row
        if address.startswith("api/v1/") and (role, address) != OWN:
            status = program.ask(method, path_of(address, things), BODIES.get(row)).status_code
            assert status >= 400 or expected[column] < 400, row
    assert program.get(f"circles/{owner.circle.pk}/").json()["role"] == role
    services.delete_circle(by=owner.person, circle=owner.circle.pk)
    assert program.post(f"circles/{owner.circle.pk}/undelete/").status_code == 404
    assert owner.post(f"circles/{owner.circle.pk}/undelete/").status_code == 200


def test_a_key_for_one_circle_learns_of_no_other(owner: Caller, other_owner: Caller) -> None:
    """Though its person belongs to both."""
    assert owner.circle
    models.Membership.objects.create(circle=owner.circle, person=other_owner.person, role="owner")
    match = owner.started()
    program = Caller(other_owner.person)
    models.Device.objects.filter(id=program.device).update(circle=other_owner.circle)
    here = f"?circle={owner.circle.pk}"
    services.invite_to_circle(by=owner.person, circle=owner.circle.pk, role="owner", until=None, most=None)  # type: ignore[arg-type]
    own = services.invite_own_phone(by=other_owner.person)  # type: ignore[arg-type]
    assert [one["id"] for one in program.get("circles/").json()["circles"]] == [str(other_owner.circle.pk)]  # type: ignore[union-attr]
    assert program.get("invitations/").json() == {"invitations": []}
    assert [one["device"] for one in program.get("devices/").json()["devices"]] == [str(program.device)]
    for path in (f"events/{here}", f"matches/{match}/", f"matches/{match}/{here}", f"circles/{owner.circle.pk}/log/"):
        assert program.get(path).status_code == 404, path
    for path in (f"circles/{owner.circle.pk}/", f"devices/{other_owner.device}/", f"invitations/{own.pk}/"):
        assert program.delete(path).status_code == 404, path
    assert program.post("circles/", {"name": "More"}).status_code == 403
    assert program.post("/phone/session/", {}, headers={"origin": "http://testserver"}).status_code == 403
