"""The sheet: its rows, the end of the match, and problems."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from tests.rules.golden import document

BID_MADE = {"bidder": 0, "bid": 90, "trick_points": [97, 65]}  # 19 and 6
BID_FAILED = {"bidder": 0, "bid": 100, "trick_points": [97, 65]}  # 0 and 26
PASSED = {"passed_out": True}
WRONG = {"bidder": 2}
ODD = {"bidder": 7, "kapo": "east", "mistakes": 1, "fouls": 2, "bid": 85}
COUNT = {
    "jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [12, 12], "pistis": [0, 0], "jack_pistis": [0, 0],
}  # fmt: skip


def sheet_of(deals: list[Any], game: str = "pilotta", players: int = 4, **more: Any) -> dict[str, Any]:
    case = document({"game": game, "players": players, "deals": deals, **more})
    return as_json(Sheet(documents.read(case)), str)


def rows(sheet: dict[str, Any], *names: str) -> list[Any]:
    return [tuple(row[name] for name in names) if len(names) > 1 else row[names[0]] for row in sheet["deals"]]


def problems(sheet: dict[str, Any]) -> list[tuple[int, str | None, str]]:
    return [(problem["deal"], problem["question"], problem["code"]) for problem in sheet["problems"]]


def test_a_match_without_deals_has_no_points() -> None:
    assert sheet_of([]) == {
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


def test_a_row_has_all_public_fields() -> None:
    assert sheet_of([BID_MADE])["deals"] == [
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


def test_every_player_or_every_pair_is_a_side() -> None:
    alone = sheet_of([], "pisti", 3)["sides"]
    paired = sheet_of([], "pisti", 4, options={"teams": True})["sides"]
    assert alone == [{"name": name, "seats": [seat]} for seat, name in enumerate(["Eleni", "Deniz", "Andreas"])]
    assert [side["seats"] for side in paired] == [[0, 2], [1, 3]]


@pytest.mark.parametrize(
    ("tricks", "places"),
    [([5, 3, 3, 1], [1, 2, 2, 2]), ([3, 3, 3, 3], [1, 1, 1, 1]), ([1, 1, 1, 2], [2, 2, 2, 1])],
)
def test_tied_sides_share_a_place(tricks: list[int], places: list[int]) -> None:
    assert sheet_of([{"tricks": tricks}], "pisti")["places"] == places


def test_the_place_after_a_shared_one_is_skipped() -> None:
    sheet = sheet_of([{"jacks": [2, 1, 1, 0]}], "pisti")
    assert (sheet["totals"], sheet["places"]) == ([2, 1, 1, 0], [1, 2, 2, 4])


@pytest.mark.parametrize(
    "deal", [BID_MADE, {}, PASSED, WRONG, COUNT], ids=["scored", "open", "passed", "wrong", "unknown"]
)
def test_the_next_player_deals_whatever_the_last_deal_was(deal: dict[str, Any]) -> None:
    sheet = sheet_of([deal] * 5, first_dealer=2)
    assert rows(sheet, "dealer", "leader") == [(2, 3), (3, 0), (0, 1), (1, 2), (2, 3)]
    assert (sheet["next_dealer"], sheet["next_leader"]) == (3, 0)


def test_a_passed_deal_is_complete_and_scores_nothing() -> None:
    assert rows(sheet_of([PASSED]), "complete", "points", "lines", "facts") == [(True, [0, 0], [], {})]


def test_an_open_deal_scores_its_known_answers() -> None:
    sheet = sheet_of([{"jacks": [3, 1], "pistis": [None, 2]}], "pisti", 2)
    assert rows(sheet, "complete", "points", "lines") == [(False, [3, 1], [["Jacks", [3, 1]]])]
    assert sheet["deals"][0]["asked"] == ["aces", "two_of_clubs", "ten_of_diamonds", "tricks", "pistis", "jack_pistis"]


def test_deals_after_a_wrong_deal_are_scored() -> None:
    sheet = sheet_of([BID_MADE, BID_MADE | {"bid": 85}, BID_FAILED])
    assert rows(sheet, "points", "totals", "complete") == [
        ([19, 6], [19, 6], True),
        ([0, 0], [19, 6], False),
        ([0, 26], [19, 32], True),
    ]
    assert problems(sheet) == [(1, "bid", "step")]
    assert sheet["problems"][0]["message"] == "85 is not a multiple of 10."


def test_problems_are_in_the_order_of_deals_and_questions() -> None:
    sheet = sheet_of([ODD, BID_MADE, {"trick_points": [100, 100], "bidder": 9}])
    assert problems(sheet) == [
        (0, "bidder", "side"),
        (0, "bid", "step"),
        (0, "kapo", "side"),
        (0, "fouls", "unknown"),
        (0, "mistakes", "unknown"),
        (2, "bidder", "side"),
        (2, "trick_points", "sum"),
    ]


def test_the_leader_wins_at_the_target() -> None:
    sheet = sheet_of([BID_MADE, BID_MADE], options={"target": 38})
    assert (sheet["finished"], sheet["winners"]) == (True, [0])
    assert (sheet["next_dealer"], sheet["next_leader"]) == (None, None)
    assert sheet_of([BID_MADE, BID_MADE], options={"target": 39})["finished"] is False


def test_sides_tied_at_the_target_play_on() -> None:
    tied = COUNT | {"jacks": [1, 3], "tricks": [13, 11]}
    sheet = sheet_of([tied, COUNT, COUNT], "pisti", 2, options={"target": 8})
    assert rows(sheet, "totals") == [[8, 8], [14, 15], [14, 15]]
    assert (sheet["winners"], problems(sheet)) == ([1], [(2, None, "over")])


@pytest.mark.parametrize("last", [{"bidder": 0, "bid": 90}, BID_MADE | {"bid": 85}], ids=["open", "wrong"])
def test_an_open_or_wrong_deal_does_not_end_the_match(last: dict[str, Any]) -> None:
    sheet = sheet_of([BID_MADE, last, BID_MADE, BID_MADE], options={"target": 38})
    assert sheet["finished"] is True
    assert [problem for problem in problems(sheet) if problem[2] == "over"] == [(3, None, "over")]


def test_every_deal_after_the_end_is_a_problem() -> None:
    sheet = sheet_of([BID_MADE, BID_FAILED, {}, ODD, PASSED], options={"target": 19})
    assert problems(sheet) == [(1, None, "over"), (2, None, "over"), (3, None, "over"), (4, None, "over")]
    assert sheet["totals"] == [19, 6]
    assert rows(sheet, "points", "complete", "lines", "facts")[1:] == [([0, 0], False, [], {})] * 4
    assert rows(sheet, "dealer") == [0, 1, 2, 3, 0]


def test_open_rounds_count_towards_the_number_of_rounds() -> None:
    sheet = sheet_of([{}, {}, {}, {}], "pisa", 3)
    assert problems(sheet) == [(3, None, "over")]
    assert (sheet["finished"], sheet["next_dealer"]) == (False, 1)


@pytest.mark.parametrize(
    ("deals", "winners"),
    [([BID_MADE], [0]), ([BID_FAILED], [1]), ([], [0, 1]), ([PASSED, {}], [0, 1]), ([WRONG, BID_FAILED], [1])],
)
def test_the_leaders_win_a_closed_match(deals: list[Any], winners: list[int]) -> None:
    sheet = sheet_of(deals, closed=True)
    assert (sheet["finished"], sheet["winners"], sheet["next_dealer"]) == (True, winners, None)
    assert [problem for problem in problems(sheet) if problem[2] == "over"] == []


@pytest.mark.parametrize(
    ("deals", "closed", "is_nobodys"),
    [
        ([], False, False),
        ([], True, True),
        ([{}], True, True),
        ([WRONG], True, True),
        ([{}, BID_MADE], True, False),
        ([PASSED], True, False),
    ],
)
def test_nobody_wins_a_match_without_a_complete_deal(deals: Any, closed: bool, is_nobodys: bool) -> None:
    case = document({"game": "pilotta", "players": 4, "deals": deals, "closed": closed})
    assert Sheet(documents.read(case)).is_nobodys == is_nobodys


@pytest.mark.parametrize("answers", [[], "made", 7, True, False, 0, ""], ids=repr)
def test_answers_that_are_no_object_are_a_problem_of_the_deal(answers: Any) -> None:
    sheet = sheet_of([answers, BID_MADE])
    assert problems(sheet) == [(0, None, "answers")]
    assert rows(sheet, "points") == [[0, 0], [19, 6]]


def test_null_is_no_answer_and_no_problem() -> None:
    nothing = dict.fromkeys(["bidder", "bid", "declarations", "passed_out", "question_of_tomorrow"])
    sheet = sheet_of([None, {}, nothing])
    assert problems(sheet) == []
    assert len({str(row) for row in rows(sheet, "asked", "complete", "points")}) == 1


def test_a_list_of_nulls_is_no_answer() -> None:
    sheet = sheet_of([PASSED | {"trick_points": [None, None], "declarations": [None, None]}])
    assert problems(sheet) == []
    assert rows(sheet, "complete") == [True]


def test_the_first_unknown_field_by_alphabet_is_reported() -> None:
    four = {"kind": "four", "rank": "J", "tomorrow": None}
    assert problems(sheet_of([{"declarations": [[four], []]}])) == []
    sheet = sheet_of([{"declarations": [[four | {"zebra": 1, "ant": 2}], []]}])
    assert problems(sheet) == [(0, "declarations", "unknown")]
    assert sheet["problems"][0]["message"] == "“ant” is not allowed here."


def test_a_deal_without_answers_is_open() -> None:
    case = document({"game": "pilotta", "players": 4, "deals": []}) | {
        "deals": [{}, {"id": 7}, {"id": "ş", "note": "late"}]
    }
    sheet = as_json(Sheet(documents.read(case)), str)
    assert rows(sheet, "id", "complete") == [(None, False), (7, False), ("ş", False)]
    assert problems(sheet) == []
