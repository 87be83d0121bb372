"""What the sheet says of its rows, of the end, and of what is wrong."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from tests.rules.golden import document

MADE = {"bidder": 0, "bid": 90, "trick_points": [97, 65]}  # 19 and 6
FAILED = {"bidder": 0, "bid": 100, "trick_points": [97, 65]}  # 0 and 26
PASSED = {"passed_out": True}
WRONG = {"bidder": 2}
ODD = {"bidder": 7, "kapo": "east", "mistakes": 1, "fouls": 2, "bid": 85}
COUNT = {
    "jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [12, 12], "pistis": [0, 0], "jack_pistis": [0, 0],
}  # fmt: skip


def sheet(deals: list[Any], game: str = "pilotta", players: int = 4, **more: Any) -> dict[str, Any]:
    case = document({"game": game, "players": players, "deals": deals, **more})
    return as_json(Sheet(documents.read(case)), str)


def rows(found: dict[str, Any], *names: str) -> list[Any]:
    return [tuple(row[name] for name in names) if len(names) > 1 else row[names[0]] for row in found["deals"]]


def told(found: dict[str, Any]) -> list[tuple[int, str | None, str]]:
    return [(problem["deal"], problem["question"], problem["code"]) for problem in found["problems"]]


def test_a_match_without_deals_stands_at_nothing() -> None:
    assert sheet([]) == {
        "sides": [{"name": "Eleni & Andreas", "seats": [0, 2]}, {"name": "Deniz & Zeynep", "seats": [1, 3]}],
        "deals": [],
        "totals": [0, 0],
        "places": [1, 1],
        "finished": False,
        "winners": [],
        "next_dealer": 0,
        "next_leader": 1,
        "facts": {},
        "problems": [],
    }


def test_a_row_says_what_stands_in_the_contract() -> None:
    assert sheet([MADE])["deals"] == [
        {
            "id": "0",
            "dealer": 0,
            "leader": 1,
            "complete": True,
            "asked": ["trump", "last_trick", "kapo", "declarations", "pilotta"],
            "points": [19, 6],
            "totals": [19, 6],
            "lines": [["Tricks", [10, 6]], ["Stake", [9, 0]]],
            "facts": {"made": True},
        }
    ]


def test_every_player_is_a_side_or_a_pair_is() -> None:
    alone = sheet([], "pisti", 3)["sides"]
    paired = sheet([], "pisti", 4, options={"teams": True})["sides"]
    assert alone == [{"name": name, "seats": [seat]} for seat, name in enumerate(["Eleni", "Deniz", "Andreas"])]
    assert [side["seats"] for side in paired] == [[0, 2], [1, 3]]


@pytest.mark.parametrize(
    ("tricks", "places"),
    [([5, 3, 3, 1], [1, 2, 2, 2]), ([3, 3, 3, 3], [1, 1, 1, 1]), ([1, 1, 1, 2], [2, 2, 2, 1])],
)
def test_level_sides_share_a_place(tricks: list[int], places: list[int]) -> None:
    assert sheet([{"tricks": tricks}], "pisti")["places"] == places


def test_after_two_who_share_a_place_the_next_is_left_out() -> None:
    found = sheet([{"jacks": [2, 1, 1, 0]}], "pisti")
    assert (found["totals"], found["places"]) == ([2, 1, 1, 0], [1, 2, 2, 4])


@pytest.mark.parametrize("deal", [MADE, {}, PASSED, WRONG, COUNT], ids=["scored", "open", "passed", "wrong", "unknown"])
def test_the_deal_passes_on_whatever_came_of_it(deal: dict[str, Any]) -> None:
    found = sheet([deal] * 5, first_dealer=2)
    assert rows(found, "dealer", "leader") == [(2, 3), (3, 0), (0, 1), (1, 2), (2, 3)]
    assert (found["next_dealer"], found["next_leader"]) == (3, 0)


def test_a_passed_deal_is_complete_and_scores_nothing() -> None:
    assert rows(sheet([PASSED]), "complete", "points", "lines", "facts") == [(True, [0, 0], [], {})]


def test_an_open_deal_scores_what_is_known() -> None:
    found = sheet([{"jacks": [3, 1], "pistis": [None, 2]}], "pisti", 2)
    assert rows(found, "complete", "points", "lines") == [(False, [3, 1], [["Jacks", [3, 1]]])]
    assert found["deals"][0]["asked"] == ["aces", "two_of_clubs", "ten_of_diamonds", "tricks", "pistis", "jack_pistis"]


def test_what_comes_after_a_wrong_deal_is_computed() -> None:
    found = sheet([MADE, MADE | {"bid": 85}, FAILED])
    assert rows(found, "points", "totals", "complete") == [
        ([19, 6], [19, 6], True),
        ([0, 0], [19, 6], False),
        ([0, 26], [19, 32], True),
    ]
    assert told(found) == [(1, "bid", "step")]
    assert found["problems"][0]["message"] == "85 is not a multiple of 10."


def test_problems_stand_in_the_order_of_deals_and_questions() -> None:
    found = sheet([ODD, MADE, {"trick_points": [100, 100], "bidder": 9}])
    assert told(found) == [
        (0, "bidder", "side"),
        (0, "bid", "step"),
        (0, "kapo", "side"),
        (0, "fouls", "unknown"),
        (0, "mistakes", "unknown"),
        (2, "bidder", "side"),
        (2, "trick_points", "sum"),
    ]


def test_the_lead_wins_once_the_target_is_reached() -> None:
    found = sheet([MADE, MADE], options={"target": 38})
    assert (found["finished"], found["winners"]) == (True, [0])
    assert (found["next_dealer"], found["next_leader"]) == (None, None)
    assert sheet([MADE, MADE], options={"target": 39})["finished"] is False


def test_level_at_the_target_they_play_on() -> None:
    level = COUNT | {"jacks": [1, 3], "tricks": [13, 11]}
    found = sheet([level, COUNT, COUNT], "pisti", 2, options={"target": 8})
    assert rows(found, "totals") == [[8, 8], [14, 15], [14, 15]]
    assert (found["winners"], told(found)) == ([1], [(2, None, "over")])


@pytest.mark.parametrize("last", [{"bidder": 0, "bid": 90}, MADE | {"bid": 85}], ids=["open", "wrong"])
def test_an_open_or_wrong_deal_ends_nothing(last: dict[str, Any]) -> None:
    found = sheet([MADE, last, MADE, MADE], options={"target": 38})
    assert found["finished"] is True
    assert [problem for problem in told(found) if problem[2] == "over"] == [(3, None, "over")]


def test_every_deal_after_the_end_is_a_problem() -> None:
    found = sheet([MADE, FAILED, {}, ODD, PASSED], options={"target": 19})
    assert told(found) == [(1, None, "over"), (2, None, "over"), (3, None, "over"), (4, None, "over")]
    assert found["totals"] == [19, 6]
    assert rows(found, "points", "complete", "lines", "facts")[1:] == [([0, 0], False, [], {})] * 4
    assert rows(found, "dealer") == [0, 1, 2, 3, 0]


def test_a_match_of_rounds_has_no_more_of_them_even_while_some_are_open() -> None:
    found = sheet([{}, {}, {}, {}], "pisa", 3)
    assert told(found) == [(3, None, "over")]
    assert (found["finished"], found["next_dealer"]) == (False, 1)


@pytest.mark.parametrize(
    ("deals", "winners"), [([MADE], [0]), ([FAILED], [1]), ([], [0, 1]), ([PASSED, {}], [0, 1]), ([WRONG, FAILED], [1])]
)
def test_in_a_closed_match_the_leaders_win(deals: list[Any], winners: list[int]) -> None:
    found = sheet(deals, closed=True)
    assert (found["finished"], found["winners"], found["next_dealer"]) == (True, winners, None)
    assert [problem for problem in told(found) if problem[2] == "over"] == []


@pytest.mark.parametrize(
    ("deals", "closed", "is_nobodys"),
    [
        ([], False, False),
        ([], True, True),
        ([{}], True, True),
        ([WRONG], True, True),
        ([{}, MADE], True, False),
        ([PASSED], True, False),
    ],
)
def test_a_match_that_is_over_without_a_complete_deal_is_nobodys(deals: Any, closed: bool, is_nobodys: bool) -> None:
    case = document({"game": "pilotta", "players": 4, "deals": deals, "closed": closed})
    assert Sheet(documents.read(case)).is_nobodys == is_nobodys


@pytest.mark.parametrize("answers", [[], "made", 7, True, False, 0, ""], ids=repr)
def test_answers_that_are_no_object_are_a_problem_of_the_whole_deal(answers: Any) -> None:
    found = sheet([answers, MADE])
    assert told(found) == [(0, None, "answers")]
    assert rows(found, "points") == [[0, 0], [19, 6]]


def test_null_is_no_answer_and_no_problem() -> None:
    nothing = dict.fromkeys(["bidder", "bid", "declarations", "passed_out", "question_of_tomorrow"])
    found = sheet([None, {}, nothing])
    assert told(found) == []
    assert len({str(row) for row in rows(found, "asked", "complete", "points")}) == 1


def test_a_list_of_nulls_is_no_answer() -> None:
    found = sheet([PASSED | {"trick_points": [None, None], "declarations": [None, None]}])
    assert told(found) == []
    assert rows(found, "complete") == [True]


def test_names_that_mean_nothing_are_told_in_the_order_of_the_alphabet() -> None:
    four = {"kind": "four", "rank": "J", "tomorrow": None}
    assert told(sheet([{"declarations": [[four], []]}])) == []
    found = sheet([{"declarations": [[four | {"zebra": 1, "ant": 2}], []]}])
    assert told(found) == [(0, "declarations", "unknown")]
    assert found["problems"][0]["message"] == "“ant” has no meaning here."


def test_a_deal_without_answers_is_open() -> None:
    case = document({"game": "pilotta", "players": 4, "deals": []}) | {
        "deals": [{}, {"id": 7}, {"id": "ş", "note": "late"}]
    }
    found = as_json(Sheet(documents.read(case)), str)
    assert rows(found, "id", "complete") == [(None, False), (7, False), ("ş", False)]
    assert told(found) == []
