"""Whatever comes in: a 4xx with a sentence, or it is taken as it is; never a crash."""

import json
import random
from typing import Any
from uuid import uuid4

import pytest

from games import models
from games.match.json_input import LONGEST
from tests.api.conftest import NOBODY, Caller

WRITING = [
    ("POST", "score/"), ("POST", "circles/"), ("POST", "devices/"), ("POST", "events/"), ("POST", "players/"),
    ("PATCH", "players/{player}/"), ("PUT", "evenings/{match}/"), ("POST", "matches/"), ("DELETE", "matches/{match}/"),
    ("POST", "matches/{match}/deals/"), ("PUT", "matches/{match}/deals/{deal}/"),
    ("DELETE", "matches/{match}/deals/{deal}/"), ("POST", "matches/{match}/deals/{deal}/restore/"),
    ("POST", "matches/{match}/settle/"), ("PUT", "matches/{match}/options/"), ("PUT", "matches/{match}/seats/"),
    ("POST", "matches/{match}/finish/"), ("POST", "matches/{match}/reopen/"), ("POST", "matches/{match}/undelete/"),
]  # fmt: skip

JUNK: dict[str, bytes] = {
    "half an object": b'{"event":',
    "not a number": b'{"at": NaN}',
    "too large a number": b'{"event": 1e400}',
    "a number without an end": b'{"event": ' + b"9" * 5000 + b"}",
    "doubled keys": b'{"at": null, "at": null}',
    "NUL": b'{"event": "a\\u0000b"}',
    "NUL as it is": b'{"event": "a\x00b"}',
    "half a character": b'{"event": "\\ud800"}',
    "half a character as it is": b'{"event": "\xed\xa0\x80"}',
    "no UTF-8": b'{"event": "\xff"}',
    "UTF-16": '{"event": 1}'.encode("utf-16"),
    "too deep": b"[" * 21 + b"]" * 21,
    "deep without end": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
    "too long": b'{"event": "' + b"a" * LONGEST + b'"}',
    "much too long": b" " * (5 * LONGEST),
    "a text": b'"event"',
    "a number": b"7",
    "yes": b"true",
}


@pytest.fixture
def things(owner: Caller) -> dict[str, str]:
    match = owner.started()
    player = owner.post("players/", {"name": "Rosa"}).json()["player"]["id"]
    return {"match": match, "deal": owner.dealt(match), "player": player}


def is_told(answer: Any) -> bool:
    told = answer.json()
    if answer.status_code == 200:  # a list of events, of which none was taken
        return not told["accepted"] and all(one["code"] and one["reason"][-1] in ".”" for one in told["refused"])
    return 400 <= answer.status_code < 500 and told["error"][-1] in ".”" and bool(told["code"])


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), WRITING)
def test_no_body_makes_it_fall(owner: Caller, things: dict[str, str], method: str, path: str) -> None:
    stored = models.Event.objects.count()
    for name, junk in JUNK.items():
        answer = owner.ask(method, path.format(**things), junk)
        assert is_told(answer), (name, answer.content)
    assert models.Event.objects.count() == stored


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), WRITING)
def test_no_random_bytes_make_it_fall(owner: Caller, things: dict[str, str], method: str, path: str) -> None:
    chance = random.Random(path)
    alphabet = b'{}[]":,0129.eE+-\\u truefalsn\x00\xff\xc3\xa9'
    for number in range(60):
        size = chance.randrange(1, 60)
        junk = chance.randbytes(size) if number % 2 else bytes(chance.choices(alphabet, k=size))
        answer = owner.ask(method, path.format(**things), junk)
        assert is_told(answer), junk


VALUES: list[Any] = [
    True, False, 0, -1, 7.5, 999_999_999, "", " ", "\u200b", "x" * 3000, "İ" * 201, "\U0001f0a1", "e\u0301" * 100, "﷽",
    "\u202e\u2066", [], [None], [[]], [1, 2], ["x"], {}, {"id": "x"}, {"": {}}, {"name": None}, NOBODY,
    [NOBODY], "ABCDEF00-0000-4000-8000-000000000000", "{00000000-0000-4000-8000-000000000000}", "2026-11-20T19:42:10",
]  # fmt: skip

FIELDS = {
    "score/": ("format", "game", "players", "options", "first_dealer", "deals", "id", "started", "closed"),
    "circles/": ("id", "name"),
    "players/": ("player", "name", "hidden", "same_as", "event", "after", "at"),
    "matches/": ("match", "game", "options", "players", "first_dealer", "event", "after", "at"),
    "matches/{match}/deals/": ("deal", "answers", "before", "event", "after", "at"),
    "matches/{match}/settle/": ("keep", "strike"),
}
RIGHT: dict[str, dict[str, Any]] = {
    "score/": {"format": "scorekeeper.match/1", "game": "bisca_tres", "players": ["Eleni", "Deniz"]},
    "players/": {"name": "Rosa"},
    "matches/": {"game": "bisca_tres", "players": ["Eleni", "Deniz"]},
    "matches/{match}/deals/": {"answers": {"points": [71, 49]}},
}


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("path", FIELDS)
def test_no_value_makes_it_fall(owner: Caller, things: dict[str, str], path: str) -> None:
    for field in FIELDS[path]:
        for value in VALUES:
            answer = owner.post(path.format(**things), {**RIGHT.get(path, {}), field: value})
            assert answer.status_code in (200, 201) or is_told(answer), (field, value, answer.content)
    assert owner.circle
    own = f"circle={owner.circle.pk}"  # some values have created others
    assert owner.get(f"events/?{own}").status_code == 200
    for row in owner.get(f"matches/?limit=200&{own}").json()["matches"]:
        assert owner.get(f"matches/{row['id']}/sheet/").status_code == 200


@pytest.mark.parametrize("value", VALUES)
def test_no_event_makes_it_fall(owner: Caller, value: Any) -> None:
    right = {"id": str(uuid4()), "match": str(uuid4()), "kind": "start", "data": RIGHT["matches/"], "after": None}
    events = [value, {**right, "data": value}, *({**right, field: value} for field in (*right, "at", "seq", "by"))]
    for kind in ("deal", "amend", "strike", "settle", "options", "seats", "finish", "player", "evening"):
        events += [
            {**right, "kind": kind, "id": str(uuid4()), "data": {name: value}} for name in ("deal", "name", "keep")
        ]
    answer = owner.post("events/", events)
    assert answer.status_code == 200
    told = answer.json()
    assert len(told["accepted"]) + len(told["refused"]) == len(events)
    assert all(one["code"] and one["reason"] for one in told["refused"])
    json.dumps(owner.get("events/").json())


@pytest.mark.parametrize(
    "at",
    [
        "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+23:59", "1969-12-31T23:59:59-23:59",
        "9999-12-31T23:59:59-14:00", "9999-12-31T23:59:59Z", "2026-02-30T00:00:00Z", "2026-11-20T24:00:00Z",
        "2026-11-20T19:42:60Z", "2026-11-20T19:42:10+24:00", "2026-11-20T19:42:10+05:75", "2026-11-20T19:42:10-00:00",
        "2026-11-20T19:42:10", "2026-11-20 19:42:10Z", "2026-11-20T19:42:10.123456789Z", "2026-11-20T19:42:10.Z",
        "20261120T194210Z", "2026-W47-5", "٢٠٢٦-11-20T19:42:10Z", "2026-11-20T19:42:10+0200", "now", "",
    ],
)  # fmt: skip
def test_no_clock_makes_it_fall(owner: Caller, at: str) -> None:
    answer = owner.post("matches/", {**RIGHT["matches/"], "at": at})
    if answer.status_code != 201:
        assert is_told(answer)
        return
    match = answer.json()["match"]
    owner.dealt(match, at=at)
    assert owner.get(f"matches/{match}/document/").json()["started"] == at
    assert len(owner.get("matches/").json()["matches"]) == 1
    assert len(owner.get("evenings/").json()["evenings"]) == 1


@pytest.mark.parametrize(
    "query", ["circle=%00", "circle=%ED%A0%80", "since=%00", "circle=" + "a" * 5000, "circle[]=1", "&&=;", "%"]
)
def test_no_address_makes_it_fall(owner: Caller, query: str) -> None:
    for path in ("events/", "matches/", "players/", "evenings/"):
        answer = owner.get(f"{path}?{query}")
        assert answer.status_code == 200 or is_told(answer)


@pytest.mark.parametrize("accept", ["", "*/*", "text/html", "application/json; indent=99999999999", "x", ";;;", "\xff"])
def test_no_header_makes_it_fall(owner: Caller, accept: str) -> None:
    answer = owner.get("circles/", headers={"accept": accept, "accept-language": accept, "if-none-match": accept})
    assert answer.status_code == 200 or is_told(answer)
