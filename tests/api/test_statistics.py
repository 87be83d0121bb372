"""Figures of the API, against numbers calculated by hand and against their schema."""

from typing import Any
from uuid import uuid4

import pytest
from jsonschema import Draft202012Validator

from tests.api.conftest import Caller

pytestmark = pytest.mark.fifth


@pytest.fixture
def played(owner: Caller) -> dict[str, str]:
    """Eleni and Deniz play Bisca, a game point a match: 1 : 0, 1 : 0, 0 : 0, 0 : 1; and Ada loses once to Eleni."""
    ids = {}
    for name in ("Eleni", "Deniz"):
        ids[name] = owner.post("players/", {"name": name}).json()["player"]["id"]
    eleni, deniz = ({"id": ids[name], "name": name} for name in ids)
    matches: list[tuple[int, int, Any]] = [
        (1, 71, deniz),
        (2, 71, deniz),
        (3, 60, deniz),
        (40, 49, deniz),
        (41, 71, "Ada"),
    ]
    for number, points, other in matches:
        at = f"2026-0{1 + number // 31}-{1 + number % 31:02}T20:00:00+02:00"
        match = owner.started(at=at, players=[eleni, other])
        owner.dealt(match, points, at=at)
        owner.post(f"matches/{match}/finish/")
        ids[str(number)] = match
    return ids


def test_the_figures_of_a_player(owner: Caller, played: dict[str, str]) -> None:
    """Wins: 1, 1, a half, 0 and 1; by chance a half each of five, 2.5; places 1, 1, 1, 2, 1; three points in five rounds."""
    found = owner.get(f"players/{played['Eleni']}/figures/?game=bisca_tres").json()
    assert found == {
        "id": played["Eleni"],
        "player": played["Eleni"],
        "name": "Eleni",
        "matches": 5,
        "last": "2026-02-11",
        "won": 3,
        "shared": 1,
        "worth": 3.5,
        "share": 0.7,
        "chance": 2.5,
        "longest": 2,
        "current": 1,
        "rounds": 5,
        "place": 1.2,
        "points_a_round": 0.6,
        "best": {"points": 1, "match": played["1"], "round": 1},
        "worst": {"points": 0, "match": played["3"], "round": 1},
        "figures": [
            {"name": "won", "label": "Rounds won", "count": 3, "rounds": 5},
            {"name": "ahead", "label": "Card points ahead", "count": 44, "rounds": 5},  # 71 - 49 three times, 49 - 71
        ],
        "others": [
            {"id": played["Deniz"], "player": played["Deniz"], "name": "Deniz", "matches": 4, "before": 2, "behind": 1}
        ],
        "partners": [],
    }


def test_figures_are_counted_apart_by_a_value(owner: Caller) -> None:
    """Eleni bids 0 and meets it in three matches of Wizard. A trump of Briscola has its label, a bid is a number."""
    eleni = owner.post("players/", {"name": "Eleni"}).json()["player"]["id"]
    rounds = {
        "wizard": {"bids": [0, 0, 0], "tricks": [0, 1, 0]},
        "briscola": {"trump": "cups", "points": [70, 30, 20]},
    }
    for game, answers in rounds.items():
        for _number in range(3):
            match = owner.started(game=game, players=[{"id": eleni, "name": "Eleni"}, "Deniz", "Ada"])
            assert owner.post(f"matches/{match}/deals/", {"answers": answers}).status_code == 201
            owner.post(f"matches/{match}/finish/")

    def labels(game: str) -> list[tuple[str, str, int, int]]:
        figures = owner.get(f"players/{eleni}/figures/?game={game}").json()["figures"]
        return [(one["name"], one["label"], one["count"], one["rounds"]) for one in figures]

    assert labels("wizard")[:2] == [("bids_met", "Bids met", 3, 3), ("bids_met:0", "Bids met: 0", 3, 3)]
    assert labels("briscola")[:2] == [("won", "Rounds won", 3, 3), ("won:cups", "Rounds won: Cups", 3, 3)]


@pytest.mark.parametrize(
    ("wins", "best", "worst"),
    [
        (("most",) * 3, (9, 0), (1, 2)),
        (("fewest",) * 3, (1, 2), (9, 0)),
        (("most", "fewest", "most"), None, None),
    ],
)
def test_the_best_round_has_the_fewest_points_where_they_win(
    owner: Caller, wins: tuple[str, ...], best: Any, worst: Any
) -> None:
    """Eleni has 9, 4 and 1 points, one round per match. If the most wins in some matches and the fewest in others, none is best."""
    eleni = {"id": owner.post("players/", {"name": "Eleni"}).json()["player"]["id"], "name": "Eleni"}
    matches = []
    for day, (rule, points) in enumerate(zip(wins, (9, 4, 1), strict=True), 1):
        options = {"wins": rule}
        at = f"2026-01-{day:02}T20:00:00+02:00"
        matches.append(owner.started(at=at, game="points", options=options, players=[eleni, "Ada"]))
        owner.post(f"matches/{matches[-1]}/deals/", {"answers": {"points": [points, 5]}, "at": at})
        owner.post(f"matches/{matches[-1]}/finish/")
    [found] = [one for one in owner.get("statistics/?game=points").json()["people"] if one["name"] == "Eleni"]
    rounds = [one and (one["points"], matches.index(one["match"])) for one in (found["best"], found["worst"])]
    assert rounds == [best, worst]
    assert owner.get(f"players/{eleni['id']}/figures/?game=points").json()["best"] == found["best"]


def test_days_are_exact(owner: Caller, played: dict[str, str]) -> None:
    path = f"players/{played['Eleni']}/figures/"
    for days, matches in {
        "from=2026-01-02&to=2026-01-04": 3,
        "from=2026-01-03": 4,
        "to=2026-02-10": 4,
        "from=2026-01-03&to=2026-01-03": 1,
        "from=2025-01-01&to=2025-12-31": 0,
        "from=2026-02-11&to=2026-02-10": 0,
    }.items():
        assert owner.get(f"{path}?{days}").json()["matches"] == matches, days


def test_nothing_is_told_of_fewer_than_three_matches(owner: Caller, played: dict[str, str]) -> None:
    found = owner.get(f"players/{played['Eleni']}/figures/?game=bisca_tres&to=2026-01-03").json()
    assert (found["matches"], found["won"], found["place"], found["best"]) == (2, None, None, None)
    assert (found["figures"], found["others"]) == ([], [])
    assert owner.get(f"players/{played['Eleni']}/figures/?game=pisti").json()["matches"] == 0


def test_places_and_points_are_those_of_one_game(owner: Caller, played: dict[str, str]) -> None:
    found = owner.get(f"players/{played['Eleni']}/figures/").json()
    assert (found["won"], found["place"], found["points_a_round"], found["best"]) == (3, None, None, None)


def test_the_circle(owner: Caller, played: dict[str, str]) -> None:
    found = owner.get("statistics/").json()
    assert {name: found[name] for name in ("game", "matches", "rounds", "first", "last")} == {
        "game": None,
        "matches": 5,
        "rounds": 5,
        "first": "2026-01-02",
        "last": "2026-02-11",
    }
    assert [(one["player"], one["name"], one["matches"], one["share"]) for one in found["people"]] == [
        (played["Eleni"], "Eleni", 5, 0.7),
        (played["Deniz"], "Deniz", 4, 0.375),
        (None, "Ada", 1, None),
    ]
    empty = owner.get("statistics/?game=pisti").json()
    assert (empty["game"], empty["matches"], empty["first"], empty["people"]) == ("pisti", 0, None, [])


def test_whoever_was_merged_is_told_under_one_id(owner: Caller, played: dict[str, str]) -> None:
    double = owner.post("players/", {"name": "Elenitsa"}).json()["player"]["id"]
    owner.patch(f"players/{double}/", {"same_as": played["Eleni"]})
    assert owner.get(f"players/{double}/figures/").json()["player"] == played["Eleni"]


def test_answers_fit_their_schema(owner: Caller, played: dict[str, str]) -> None:
    components = owner.get("schema/").json()["components"]
    for path, name in {
        "statistics/": "Statistics",
        "statistics/?game=bisca_tres": "Statistics",
        f"players/{played['Eleni']}/figures/?game=bisca_tres": "Figures",
        f"players/{played['Eleni']}/figures/?game=pisti": "Figures",
    }.items():
        schema = {"$ref": f"#/components/schemas/{name}", "components": components}
        assert list(Draft202012Validator(schema).iter_errors(owner.get(path).json())) == [], path


@pytest.mark.parametrize(("query", "code"), [("game=whist", "document"), ("from=x", "date"), ("to=2026-02-30", "date")])
def test_what_cannot_be_asked_is_told(owner: Caller, played: dict[str, str], query: str, code: str) -> None:
    for path in ("statistics/", f"players/{played['Eleni']}/figures/"):
        answer = owner.get(f"{path}?{query}")
        assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_nobody_sees_what_is_not_theirs(owner: Caller, other_owner: Caller, played: dict[str, str]) -> None:
    assert other_owner.get(f"players/{played['Eleni']}/figures/").status_code == 404
    assert owner.get(f"players/{uuid4()}/figures/").status_code == 404
    assert other_owner.get("statistics/").json()["matches"] == 0


def test_nothing_is_worked_out_twice(owner: Caller, played: dict[str, str]) -> None:
    mark = owner.get("statistics/")["ETag"]
    assert owner.get("statistics/", headers={"if-none-match": mark}).status_code == 304
    owner.started(at="2026-02-12T20:00:00+02:00")
    assert owner.get("statistics/", headers={"if-none-match": mark}).status_code == 200
