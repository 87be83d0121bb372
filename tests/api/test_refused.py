"""Plain requests that are refused, and their errors."""

import pytest

from games import models
from tests.api.conftest import NOBODY, Caller
from tests.api.test_plain import POINTS


def test_everything_that_is_wrong_with_the_answers_is_told(owner: Caller) -> None:
    match = owner.started(game="pisti")
    owner.post(f"matches/{match}/deals/", {"answers": {}})
    wrong = {"jacks": [3, 3], "aces": [-1, 5], "kapo": 1}
    answer = owner.post(f"matches/{match}/deals/", {"answers": wrong})
    assert answer.status_code == 400
    told = answer.json()
    assert told["code"] == "problem"
    assert [(one["deal"], one["question"], one["code"]) for one in told["problems"]] == [
        (1, "jacks", "sum"),
        (1, "aces", "low"),
        (1, "kapo", "unknown"),
    ]
    assert told["error"] == told["problems"][0]["message"]


IMPOSSIBLE = {
    "jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [3, 2], "pistis": [3, 2], "jack_pistis": [0, 0],
}  # fmt: skip


def test_an_impossible_round_that_earlier_versions_took_is_refused(owner: Caller) -> None:
    match = owner.started(game="pisti")
    answer = owner.post(f"matches/{match}/deals/", {"answers": IMPOSSIBLE})
    assert answer.status_code == 400
    message = "5 pişti need more than 5 tricks: the first capture is never a pişti."
    assert answer.json()["error"] == message
    assert answer.json()["problems"] == [{"deal": 0, "question": "pistis", "code": "too_many", "message": message}]


def test_an_impossible_round_of_a_document_is_scored_with_a_note(owner: Caller) -> None:
    document = {"format": "scorekeeper.match/1", "game": "pisti", "players": ["Eleni", "Deniz"]}
    sheet = owner.post("score/", document | {"deals": [{"answers": IMPOSSIBLE}]}).json()
    assert (sheet["totals"], [problem["weight"] for problem in sheet["problems"]]) == ([39, 27], ["note"])


def test_what_is_wrong_with_an_amendment_names_its_round(owner: Caller) -> None:
    match = owner.started()
    deals = [owner.dealt(match), owner.dealt(match)]
    answer = owner.put(f"matches/{match}/deals/{deals[1]}/", {"answers": {"points": [1, 119]}})
    assert [one["deal"] for one in answer.json()["problems"]] == [1]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "deals/", {}, 400, "data"),
        ("POST", "deals/", {"answers": [1]}, 400, "data"),
        ("POST", "deals/", {"answers": {}, "points": 3}, 400, "unknown"),
        ("POST", "deals/", {"answers": {}, "seq": 3}, 400, "unknown"),
        ("POST", "deals/", [], 400, "object"),
        ("POST", "deals/", {"answers": {}, "event": "x"}, 400, "data"),
        ("POST", "deals/", {"answers": {}, "after": "x"}, 400, "data"),
        ("POST", "deals/", {"answers": {}, "at": "yesterday"}, 400, "data"),
        ("POST", "deals/", {"answers": {}, "before": NOBODY}, 400, "no_deal"),
        ("PUT", f"deals/{NOBODY}/", {"answers": {}}, 404, "not_found"),
        ("DELETE", f"deals/{NOBODY}/", {}, 404, "not_found"),
        ("POST", "settle/", {"keep": [NOBODY]}, 400, "no_deal"),
        ("PUT", "options/", {"options": {"lines": 5}}, 400, "document"),
        ("PUT", "options/", {"options": {"kapo": 5}}, 400, "document"),
        ("PUT", "seats/", {"players": ["Eleni"]}, 400, "document"),
        ("PUT", "seats/", {"players": ["Eleni", "Deniz"], "first_dealer": 2}, 400, "document"),
        ("POST", "finish/", {"by": "me"}, 400, "unknown"),
    ],
)
def test_what_is_refused_has_its_sentence(
    owner: Caller, method: str, path: str, body: object, status: int, code: str
) -> None:
    match = owner.started()
    answer = owner.ask(method, f"matches/{match}/{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["error"].endswith(".")
    assert models.Event.objects.count() == 1


def test_a_round_after_the_end_is_refused(owner: Caller) -> None:
    match = owner.started()
    ended = owner.post(f"matches/{match}/finish/").json()["event"]
    body = {"answers": POINTS, "after": ended}
    answer = owner.post(f"matches/{match}/deals/", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "over")
