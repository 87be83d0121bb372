"""Each object has `id`. An older name with the same value stays, and is marked as deprecated."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api.conftest import Caller

NEW = str(UUID(int=41))
OLDER = ("match", "deal", "player", "device", "event")
WRITES: list[tuple[str, str, Any, str]] = [
    ("POST", "matches/", {"match": NEW, "game": "bisca_tres", "players": ["A", "B"]}, NEW),
    ("POST", "matches/{match}/deals/", {"deal": NEW, "answers": {"points": [71, 49]}}, NEW),
    ("PUT", "matches/{match}/deals/{deal}/", {"answers": {"points": [70, 50]}}, "{deal}"),
    ("DELETE", "matches/{match}/deals/{deal}/", None, "{deal}"),
    ("POST", "matches/{match}/finish/", None, "{match}"),
    ("DELETE", "matches/{match}/", None, "{match}"),
    ("POST", "players/", {"player": NEW, "name": "Zeynep"}, NEW),
    ("PUT", f"evenings/{NEW}/", {"name": "Party"}, NEW),
    ("PUT", f"seasons/{NEW}/", {"name": "Winter", "from": "2026-01-01"}, NEW),
    ("PUT", f"custom-games/{NEW}/", {"name": "Canasta"}, NEW),
]


@pytest.mark.parametrize(("method", "path", "body", "id"), WRITES)
def test_the_answer_to_a_write_has_the_id(owner: Caller, method: str, path: str, body: Any, id: str) -> None:
    match = owner.started()
    ids = {"match": match, "deal": owner.dealt(match)}
    answer = owner.ask(method, path.format(**ids), body).json()
    assert answer["id"] == id.format(**ids)
    for name in OLDER[:2]:  # both are there as before
        if name in path or name in (body or ()):
            assert answer[name] == (NEW if name in (body or ()) else ids[name])


def test_objects_of_lists_have_ids(owner: Caller, stranger: Caller) -> None:
    player = owner.post("players/", {"name": "Zeynep"}).json()["id"]
    for _match in range(3):
        match = owner.started(players=[{"id": player, "name": "Zeynep"}, "Deniz"])
        owner.dealt(match)
        owner.post(f"matches/{match}/finish/")
    [device] = owner.get("devices/").json()["devices"]
    [*_before, row] = owner.get(f"matches/{match}/history/").json()["events"]
    assert (device["id"], row["id"]) == (device["device"], row["event"])
    figures, people = owner.get(f"players/{player}/figures/").json(), owner.get("statistics/").json()["people"]
    rated = owner.get(f"players/{player}/rating/").json()
    owner.put(f"seasons/{NEW}/", {"name": "Winter", "from": "2000-01-01"})
    standings = owner.get(f"seasons/{NEW}/table/").json()["rows"]
    for person in (figures, rated, *people, *owner.get("ratings/").json()["people"], *standings, *figures["others"]):
        assert person["id"] == person["player"]
        assert person["name"] in ("Zeynep", "Deniz")
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    answer = stranger.post("devices/", ids, headers={"authorization": f"Token {'k' * 43}"}).json()
    assert answer["id"] == answer["device"] == ids["device"]


def deprecated(schema: Any, siblings: Any = None, name: str = "") -> Iterator[tuple[str, bool]]:
    """Yield each property that is deprecated, with whether `id` is beside it."""
    if isinstance(schema, dict):
        if schema.get("deprecated") is True and siblings is not None:
            yield name, "id" in siblings
        for key, value in schema.get("properties", {}).items():
            yield from deprecated(value, schema["properties"], key)
        for key, value in schema.items():
            if key != "properties":
                yield from deprecated(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from deprecated(value)


def test_only_names_beside_an_id_are_deprecated(owner: Caller) -> None:
    marked = list(deprecated(owner.get("schema/").json()))
    assert {name for name, _has_id in marked} == set(OLDER)
    assert all(has_id for _name, has_id in marked)
