"""Imports by a program: the same files and checks, into a circle where its key may write."""

import json
from typing import Any
from uuid import UUID

import pytest

from games import models
from games.api import throttles
from games.imports.source import MOST_BYTES_SENT
from games.services import actions, guesses
from games.store import evenings
from tests.api.conftest import Caller, other_owner, owner, reader, scorer, unhurried
from tests.imports.conftest import WritingPeople, another_server, circle_state
from tests.imports.test_documents import MATCH

pytestmark = pytest.mark.fifth

__all__ = ["other_owner", "owner", "reader", "scorer", "unhurried"]


def path(caller: Caller, query: str = "") -> str:
    assert caller.circle
    return f"circles/{caller.circle.pk}/import/{query}"


def test_dry_run_stores_nothing(owner: Caller) -> None:
    dry = owner.post(path(owner, "?dry=true"), [MATCH, {**MATCH, "game": "whist"}])
    assert dry.status_code == 200
    assert dry["Cache-Control"] == "no-store"
    report = dry.json()
    [refused] = report.pop("refused")
    assert refused.pop("reason").startswith("Unknown game")
    assert refused == {"line": 1, "match": None, "code": "document", "others": 0}
    assert report == {
        "circle": str(owner.circle.pk),  # type: ignore[union-attr]
        "dry": True,
        "new": 1,
        "more": 0,
        "here": 0,
        "deleted": 0,
        "events": 5,
        "not_taken": 1,
        "players": {"new": ["Deniz", "Eleni"], "known": []},
    }
    assert owner.get("matches/").json()["matches"] == []
    answer = owner.post(path(owner), [MATCH])
    assert (answer.json()["new"], answer.json()["dry"]) == (1, False)
    assert len(owner.get("matches/").json()["matches"]) == 1
    assert owner.post(path(owner), [MATCH]).json()["here"] == 1


def test_json_lines_are_accepted(owner: Caller) -> None:
    data = json.dumps(MATCH).encode() + b"\n7\n"
    report = owner.post(path(owner), data, content_type="application/jsonl").json()
    assert (report["new"], report["not_taken"], report["refused"][0]["line"]) == (1, 1, 2)


def test_circle_can_be_imported_into_a_new_one_with_its_id(circle: WritingPeople) -> None:
    before, log = circle_state(circle.circle.pk), circle.log()
    rosa = Caller(another_server())
    id = str(circle.circle.pk)
    assert rosa.post("circles/", {"id": id, "name": "Fridays"}).status_code == 201
    report = rosa.post(f"circles/{id}/import/", log, content_type="application/jsonl").json()
    assert (report["not_taken"], report["deleted"]) == (0, 2)
    assert circle_state(circle.circle.pk) == before
    again = b"".join(rosa.get(f"circles/{id}/log/").streaming_content)
    assert again.splitlines()[1:] == log.splitlines()[1:]


def test_an_import_moves_a_limited_number_of_other_matches(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "MOST_MOVED", 2)
    document = {name: value for name, value in MATCH.items() if name != "id"}
    for hour in (12, 13, 14, 15):
        assert owner.post(path(owner), [document | {"started": f"2026-03-01T{hour}:00:00Z"}]).status_code == 200
    refused = owner.post(path(owner), [document | {"started": "2026-03-01T11:00:00Z"}])
    assert (refused.status_code, refused.json()["code"]) == (409, "many_moved")
    assert len(owner.get("matches/").json()["matches"]) == 4


def test_file_of_a_phone_is_validated_again(owner: Caller) -> None:
    """The file contains events that this server has refused or never received."""
    match = owner.started()
    line = {"id": str(UUID(int=1)), "match": match, "kind": "finish", "data": {}, "at": "2026-01-09T19:30:00Z"}
    report = owner.post(path(owner), json.dumps(line).encode()).json()
    assert (report["more"], report["events"]) == (1, 1)
    assert owner.get(f"matches/{match}/").json()["finished"] is True
    other = {**line, "id": str(UUID(int=2)), "match": str(UUID(int=3))}
    report = owner.post(path(owner), json.dumps(other).encode()).json()
    assert [entry["code"] for entry in report["refused"]] == ["no_match"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "file"),
        (b"%PDF", 400, "file"),
        (b"\xff\xfe", 400, "file"),
        (b'{"format": "scorekeeper.circle/1"}', 409, "data"),
        (b" " * (MOST_BYTES_SENT + 1), 413, "long"),
        (b'{"id": "1", "kind": "finish"}\n' * 20_001, 400, "long"),
    ],
)
def test_invalid_request_is_refused(owner: Caller, body: bytes, status: int, code: str) -> None:
    answer = owner.post(path(owner), body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert owner.post(path(owner, "?dry=perhaps"), [MATCH]).json()["code"] == "yes_no"
    assert owner.ask("POST", path(owner), b"x", content_type="text/plain").status_code == 415


def test_only_writers_of_the_circle_can_import(
    owner: Caller, scorer: Caller, reader: Caller, other_owner: Caller
) -> None:
    for query in ("", "?dry=true"):
        statuses = [
            caller.post(path(owner, query), [MATCH]).status_code for caller in (owner, scorer, reader, other_owner)
        ]
        assert statuses == [200, 200, 403, 404]
    weak = Caller(owner.person)
    models.Device.objects.filter(id=weak.device).update(role="reader")
    assert weak.post(path(owner), [MATCH]).status_code == 403
    elsewhere = Caller(owner.person)
    models.Device.objects.filter(id=elsewhere.device).update(circle=other_owner.circle)
    assert elsewhere.post(path(owner), [MATCH]).status_code == 404


def test_import_cannot_reach_another_circle(owner: Caller, other_owner: Caller) -> None:
    """Rosa knows all ids of Eleni's circle. In Rosa's circle they become new things, without effect on Eleni's."""
    match = owner.started()
    deal = owner.dealt(match)
    player = owner.post("players/", {"name": "Zeynep"}).json()["player"]["id"]
    assert owner.circle
    assert other_owner.circle
    before = circle_state(owner.circle.pk)
    theirs = models.Event.objects.filter(circle=owner.circle)
    lines: list[Any] = [
        {"id": str(event.id), "match": match, "kind": "finish", "data": {}, "after": None} for event in theirs
    ]
    lines += [
        {"id": str(UUID(int=1)), "match": match, "kind": "amend", "data": {"deal": deal, "answers": {}}},
        {"id": str(UUID(int=2)), "match": None, "kind": "player", "data": {"player": player, "hidden": True}},
        {"id": str(UUID(int=3)), "match": None, "kind": "evening", "data": {"evening": match, "matches": [match]}},
    ]
    data = b"\n".join(json.dumps(event).encode() for event in lines)
    report = other_owner.post(path(other_owner), data, content_type="application/jsonl").json()
    assert report["events"] == 0
    assert report["not_taken"] == len(lines)
    document = {**MATCH, "id": match, "players": [{"id": player, "name": "Z"}, "Deniz"], "deals": [{"id": deal}]}
    report = other_owner.post(path(other_owner), document).json()
    assert report["players"] == {"new": ["Deniz", "Z"], "known": []}
    assert circle_state(owner.circle.pk) == before
    mine = other_owner.get(f"matches/{match}/document/").json()
    assert [player["name"] for player in mine["players"]] == ["Z", "Deniz"]
    actions.delete_match(match=UUID(match), by=other_owner.person, circle=other_owner.circle.pk)  # type: ignore[arg-type]
    assert circle_state(owner.circle.pk) == before


def test_log_of_another_circle_is_refused(circle: WritingPeople, other_owner: Caller) -> None:
    other_owner.started()
    answer = other_owner.post(path(other_owner), circle.log(), content_type="application/jsonl")
    assert (answer.status_code, answer.json()["code"]) == (409, "other_circle")


def test_imports_are_rate_limited(owner: Caller, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THROTTLE = 50
    moment = guesses.window()
    monkeypatch.setattr(throttles, "window", lambda length: moment)  # no minute ends meanwhile
    statuses = [owner.post(path(owner, "?dry=true"), MATCH).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]
    assert owner.get("matches/").status_code == 200
