"""Ratings of the API, against numbers calculated by hand (tests/statistics/test_rating.py has the arithmetic)."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games import models
from games.store.ratings.replay import rate_all_circles
from tests.api.conftest import Caller


@pytest.fixture
def players(owner: Caller) -> dict[str, str]:
    """Eleni wins one match of Bisca against Deniz."""
    ids = {name: owner.post("players/", {"name": name}).json()["player"]["id"] for name in ("Eleni", "Deniz")}
    at = "2026-01-02T20:00:00+02:00"
    match = owner.started(at=at, players=[{"id": id, "name": name} for name, id in ids.items()])
    owner.dealt(match, 71, at=at)
    owner.post(f"matches/{match}/finish/")
    return {**ids, "match": match}


def test_ratings_after_one_match(owner: Caller, players: dict[str, str]) -> None:
    """1500 + 158 = 1658 and 1500 − 158 = 1342, both ± 968. One match is too few for a rank."""
    assert owner.get("ratings/").json() == {"game": None, "recalculating": True, "people": []}
    rate_all_circles()
    found = owner.get("ratings/?game=bisca_tres").json()
    rows = [(one["name"], one["rank"], one["rating"], one["range"], one["matches"]) for one in found["people"]]
    assert rows == [("Eleni", None, 1658, 968, 1), ("Deniz", None, 1342, 968, 1)]
    assert not found["recalculating"]
    assert owner.get("ratings/?game=pisti").json()["people"] == []


def test_the_rating_of_a_player(owner: Caller, players: dict[str, str]) -> None:
    assert owner.get(f"players/{players['Deniz']}/rating/").json()["rating"] is None
    rate_all_circles()
    found = owner.get(f"players/{players['Deniz']}/rating/").json()
    assert (found["rating"], found["range"], found["matches"], found["rank"]) == (1342, 968, 1, None)
    assert [(point["period"], point["rating"]) for point in found["curve"]] == [("2026-01", 1342)]
    words = "lost to Eleni, who stood as high"
    assert found["last_change"] == {"match": players["match"], "points": -158, "words": words}
    assert owner.get(f"players/{players['match']}/rating/").status_code == 404


def test_ratings_fit_their_schema(owner: Caller, players: dict[str, str]) -> None:
    rate_all_circles()
    schema: Any = owner.get("schema/?format=json").json()
    for name, path in (("Ratings", "ratings/"), ("PlayerRating", f"players/{players['Eleni']}/rating/")):
        described = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
        Draft202012Validator(described).validate(owner.get(path).json())


def test_reading_writes_nothing(owner: Caller, players: dict[str, str]) -> None:
    before = list(models.RatingProgress.objects.values())
    owner.get("ratings/")
    owner.get(f"players/{players['Eleni']}/rating/")
    assert list(models.RatingProgress.objects.values()) == before
    assert not models.MonthRatings.objects.exists()
