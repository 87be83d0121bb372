"""Writing with plain requests: each is one event, and answers with the sheet."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator

from games.api.openapi import components
from tests.api.conftest import Caller

POINTS = {"points": [71, 49]}


def new() -> str:
    return str(uuid4())


def kinds(caller: Caller) -> list[str]:
    return [event["kind"] for event in caller.get("events/").json()["events"]]


def test_a_match_from_start_to_end(owner: Caller) -> None:
    answer = owner.post("matches/", {"game": "bisca_tres", "players": ["Eleni", "Deniz"], "options": {"lines": 4}})
    assert answer.status_code == 201
    told = answer.json()
    assert told["seq"] == 1
    assert told["sheet"]["totals"] == [0, 0]
    match = told["match"]
    deals = [owner.dealt(match, points) for points in (71, 91, 61)]
    told = owner.put(f"matches/{match}/deals/{deals[0]}/", {"answers": {"points": [30, 90]}}).json()
    assert told["sheet"]["deals"][0]["points"] == [0, 1]
    told = owner.delete(f"matches/{match}/deals/{deals[1]}/").json()
    assert len(told["sheet"]["deals"]) == 2
    told = owner.post(f"matches/{match}/deals/{deals[1]}/restore/").json()
    assert [deal["id"] for deal in told["sheet"]["deals"]] == deals
    told = owner.put(f"matches/{match}/seats/", {"players": ["Rosa", "Duarte"], "first_dealer": 1}).json()
    assert [side["name"] for side in told["sheet"]["sides"]] == ["Rosa", "Duarte"]
    told = owner.put(f"matches/{match}/options/", {"options": {"lines": 10}}).json()
    assert told["sheet"]["facts"]["comb"]["lines"] == 10
    assert owner.post(f"matches/{match}/finish/").json()["sheet"]["finished"] is True
    assert owner.post(f"matches/{match}/reopen/").json()["sheet"]["finished"] is False
    sheet = owner.post(f"matches/{match}/finish/", {"result": "none"}).json()["sheet"]
    assert (sheet["finished"], sheet["winners"], sheet["places"]) == (True, [], [])
    [listed] = owner.get("matches/").json()["matches"]
    assert (listed["result"], listed["winners"], listed["places"]) == ("none", [], [])
    assert owner.post(f"matches/{match}/finish/", {"result": "draw"}).status_code == 400
    assert kinds(owner) == [
        "start", "deal", "deal", "deal", "amend", "strike", "restore", "seats", "options", "finish", "reopen",
        "finish",
    ]  # fmt: skip


def test_a_deleted_match_is_gone_until_it_is_brought_back(owner: Caller) -> None:
    match = owner.started()
    told = owner.delete(f"matches/{match}/").json()
    assert told["sheet"] is None
    for path in ("", "document/", "sheet/", "history/"):
        assert owner.get(f"matches/{match}/{path}").status_code == 404
    assert owner.post(f"matches/{match}/deals/", {"answers": POINTS}).status_code == 404
    assert owner.get("matches/").json()["matches"] == []
    assert owner.post(f"matches/{match}/undelete/").json()["sheet"]["totals"] == [0, 0]
    assert owner.get(f"matches/{match}/").status_code == 200


def test_a_round_recorded_twice_is_settled(owner: Caller) -> None:
    match = owner.started()
    start = owner.get("events/").json()["events"][0]["id"]
    first = owner.dealt(match, 71)
    second = owner.dealt(match, 81, after=[start])
    sheet = owner.get(f"matches/{match}/sheet/").json()
    assert [aside["deal"] for aside in sheet["aside"]] == [second]
    told = owner.post(f"matches/{match}/settle/", {"keep": [first], "strike": [second]}).json()
    assert (told["sheet"]["aside"], len(told["sheet"]["deals"])) == ([], 1)


def test_a_round_recorded_late_comes_before_another(owner: Caller) -> None:
    match = owner.started()
    later = owner.dealt(match)
    earlier = owner.dealt(match, before=later)
    document = owner.get(f"matches/{match}/document/").json()
    assert [deal["id"] for deal in document["deals"]] == [earlier, later]


def test_the_history_tells_what_stood_there_before(owner: Caller, scorer: Caller) -> None:
    match = owner.started(options={"lines": 4})
    deal = owner.dealt(match, 71)
    scorer.put(f"matches/{match}/deals/{deal}/", {"answers": {"points": [30, 90]}})
    owner.delete(f"matches/{match}/deals/{deal}/")
    owner.put(f"matches/{match}/options/", {"options": {}})
    owner.put(f"matches/{match}/seats/", {"players": ["Rosa", "Duarte"]})
    events = owner.get(f"matches/{match}/history/").json()["events"]
    assert [(one["kind"], one["by"]["name"], one["before"]) for one in events] == [
        ("start", "Eleni", None),
        ("deal", "Eleni", None),
        ("amend", "Deniz", {"answers": {"points": [71, 49]}, "struck": False, "aside": False}),
        ("strike", "Eleni", {"answers": {"points": [30, 90]}, "struck": False, "aside": False}),
        ("options", "Eleni", {"options": {"lines": 4}}),
        ("seats", "Eleni", {"players": ["Eleni", "Deniz"], "first_dealer": 0}),
    ]
    assert [one["seq"] for one in events] == [1, 2, 3, 4, 5, 6]
    assert all(one["at"] and one["received"] for one in events)


def test_plain_requests_and_events_are_the_same_thing(owner: Caller) -> None:
    """The events of plain requests can be pushed again."""
    match = owner.started(at="2026-11-20T19:30:00+02:00")
    owner.dealt(match, deal=new())
    events = owner.get("events/").json()["events"]
    pushed = owner.post("events/", events).json()
    assert pushed == {"accepted": [{"id": event["id"], "seq": event["seq"]} for event in events], "refused": []}


def test_a_round_costs_eleven_queries_at_most_whatever_the_length_of_the_log(owner: Caller) -> None:
    match = owner.started()
    counts = []
    for rounds in (1, 30):
        for _ in range(rounds):
            owner.dealt(match, 60)
        with CaptureQueriesContext(connection) as queries:
            owner.dealt(match, 60, event=new())
        counts.append(len([one for one in queries if "SAVEPOINT" not in one["sql"]]))
    assert max(counts) <= 11


LEAVES, JOINS, REPLACES = ["Eleni", "Andreas"], ["Eleni", "Deniz", "Andreas", "Max"], ["Eleni", "Max", "Andreas"]


@pytest.mark.parametrize(
    ("changes", "take_over", "from_zero"),
    [
        ([LEAVES], [5, 3, 1], [5, 3, 1]),
        ([JOINS], [5, 3, 1, 0], [5, 3, 1, 0]),
        ([REPLACES], [5, 3, 1], [5, 0, 1]),
        ([LEAVES, REPLACES], [5, 3, 1], [5, 0, 1]),
    ],
)
@pytest.mark.parametrize("points", ["take_over", "from_zero"])
def test_only_the_points_of_someone_replaced_are_taken_over_or_start_from_zero(
    owner: Caller, changes: list[list[str]], take_over: list[int], from_zero: list[int], points: str
) -> None:
    match = owner.started(game="points", players=["Eleni", "Deniz", "Andreas"])
    assert owner.post(f"matches/{match}/deals/", {"answers": {"points": [5, 3, 1]}}).status_code == 201
    for players in changes:
        answer = owner.post(f"matches/{match}/people/", {"players": players, "points": points})
        assert answer.status_code == 200, answer.content
    sheet = owner.get(f"matches/{match}/sheet/").json()
    assert sheet["totals"] == (take_over if points == "take_over" else from_zero)
    described = {"$ref": "#/components/schemas/Sheet", "components": {"schemas": components.all_components()}}
    assert Draft202012Validator(described).is_valid(sheet)
