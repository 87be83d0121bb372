"""Seasons for programs: create, change, read the table."""

from typing import Any
from uuid import uuid4

import pytest

from games import models
from games.store.seasons import MOST_SEASONS
from tests.api.conftest import Caller

SEASON = {"name": "Autumn", "from": "2025-09-01", "to": "2025-12-31", "rule": "places", "place_points": [3, 1]}


def seats_of(caller: Caller, *names: str) -> list[dict[str, str]]:
    players = [caller.post("players/", {"name": name}).json()["player"] for name in names]
    return [{"id": player["id"], "name": player["name"]} for player in players]


def ended(caller: Caller, points: int, at: str, *names: str) -> None:
    match = caller.started(players=seats_of(caller, *names), at=at)
    caller.dealt(match, points, at=at)
    assert caller.post(f"matches/{match}/finish/", {"at": at}).status_code == 200


def test_a_season_and_its_table(owner: Caller, reader: Caller) -> None:
    season = f"seasons/{uuid4()}/"
    created = owner.put(season, SEASON)
    assert created.status_code == 201
    assert created.json()["season"] == {
        "id": season.split("/")[1], **SEASON, "games": [], "minimum": 0, "dropped": 0, "deleted": False,
    }  # fmt: skip
    ended(owner, 71, "2025-09-05T20:00:00+02:00", "Ana", "Bia")
    ended(owner, 71, "2026-01-05T20:00:00+02:00", "Ana", "Bia")  # after its end
    table = reader.get(f"{season}table/").json()
    assert (table["matches"], table["evenings"]) == (1, 1)
    assert [(row["name"], row["place"], row["points"], row["wins"], row["form"]) for row in table["rows"]] == [
        ("Ana", 1, 3.0, 1.0, [{"place": 1, "won": True}]),
        ("Bia", 2, 1.0, 0.0, [{"place": 2, "won": False}]),
    ]
    assert owner.put(season, {"to": None, "dropped": 2}).json()["season"]["to"] is None
    assert reader.get(f"{season}table/").json()["matches"] == 2
    assert reader.get("seasons/").json()["seasons"][0]["dropped"] == 2
    assert owner.put(season, {"deleted": True}).json()["season"]["deleted"]


@pytest.mark.parametrize(
    "body",
    [
        {"from": "2026-09-01"},
        {"name": "Autumn"},
        {"name": "Autumn", "from": "2026-02-30"},
        {"name": "Autumn", "from": "2026-09-01", "to": "2026-08-31"},
        {"name": "Autumn", "from": "2026-09-01", "rule": "luck"},
        {"name": "Autumn", "from": "2026-09-01", "rule": "average", "dropped": 1},
        {"name": "Autumn", "from": "2026-09-01", "place_points": []},
        {"name": "Autumn", "from": "2026-09-01", "minimum": -1},
        {"name": "Autumn", "from": "2026-09-01", "minimum": True},
        {"name": "Autumn", "from": "2026-09-01", "games": ["x" * 41]},
        {"name": "Autumn", "from": "2026-09-01", "games": ["pisa"] * 101},
    ],
)
def test_a_wrong_season_is_refused(owner: Caller, body: Any) -> None:
    answer = owner.put(f"seasons/{uuid4()}/", body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "data"
    assert not models.Season.objects.exists()


def test_a_circle_has_a_limited_number_of_seasons(owner: Caller) -> None:
    events = [
        {"id": str(uuid4()), "kind": "season", "data": {"season": str(uuid4()), "name": "S", "from": "2026-01-01"}}
        for _ in range(MOST_SEASONS + 1)
    ]
    answer = owner.post("events/", events).json()
    assert len(answer["accepted"]) == MOST_SEASONS
    assert [refused["code"] for refused in answer["refused"]] == ["many_seasons"]
    known = events[0]["data"]["season"]
    assert owner.put(f"seasons/{known}/", {"name": "Changed"}).status_code == 200


def test_changes_of_two_people_are_both_taken(owner: Caller, scorer: Caller) -> None:
    """One drops results, another chooses an average meanwhile: an average drops none."""
    season = f"seasons/{uuid4()}/"
    owner.put(season, SEASON)
    assert owner.put(season, {"dropped": 1}).status_code == 200
    assert scorer.put(season, {"rule": "average"}).status_code == 200
    assert scorer.get(f"{season}table/").status_code == 200
    assert owner.put(season, {"to": "2025-08-01"}).status_code == 200  # before the first day: a season without a match
    assert owner.get(f"{season}table/").json()["rows"] == []


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        # The first match ends 50 : 70, the second one 65 : 65 : 12.
        ({"rule": "points"}, [("Rui", 70 + 65, 1.5), ("Ana", 50 + 65, 0.5), ("Dora", 70 + 12, 1.0), ("Eva", 50, 0.0)]),
        # Ana and Rui share the first place of the second match: (5 + 3) : 2. Dora is third there.
        (
            {"rule": "places", "place_points": [5, 3, 1]},
            [("Rui", 5 + 4, 1.5), ("Ana", 3 + 4, 0.5), ("Dora", 5 + 1, 1.0), ("Eva", 3, 0.0)],
        ),
    ],
)
def test_a_season_counts_the_people_of_the_last_round(
    owner: Caller, rule: dict[str, Any], expected: list[tuple[str, int, float]]
) -> None:
    """Rui took the seat of Bia in both matches, once in her team with Dora, once with her 20 points.

    She has no result, although the first side of hers won, and the second one shares the first place.
    """
    ana, bia, eva, dora, rui = seats_of(owner, "Ana", "Bia", "Eva", "Dora", "Rui")
    for options, before, after, rounds in (
        ({"teams": True}, [ana, bia, eva, dora], [ana, rui, eva, dora], ([20, 30], [30, 40])),
        ({}, [ana, bia, dora], [ana, rui, dora], ([30, 20, 5], [35, 45, 7])),
    ):
        match = owner.started(game="points", options=options, players=before, at="2026-09-05T20:00:00+02:00")
        assert owner.post(f"matches/{match}/deals/", {"answers": {"points": rounds[0]}}).status_code == 201
        change = {"players": after, "points": "take_over"}
        assert owner.post(f"matches/{match}/people/", change).status_code == 200
        assert owner.post(f"matches/{match}/deals/", {"answers": {"points": rounds[1]}}).status_code == 201
        assert owner.post(f"matches/{match}/finish/").status_code == 200
    season = f"seasons/{uuid4()}/"
    assert owner.put(season, {"name": "Autumn", "from": "2026-09-01", **rule}).status_code == 201
    table = owner.get(f"{season}table/").json()
    assert (table["matches"], table["evenings"]) == (2, 1)
    rows = [(row["name"], row["points"], row["wins"]) for row in table["rows"]]
    assert rows == [(name, float(points), wins) for name, points, wins in expected]
