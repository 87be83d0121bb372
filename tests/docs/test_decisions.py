"""The cases of refused and open answers in docs/match-document.md."""

import json
from typing import Any

import pytest

from games.match.errors import Refused
from games.match.score import score
from games.rules import catalogue
from tests.rules.golden import NAMES

GOOD = {"format": "scorekeeper.match/1", "game": "pisti", "players": ["Eleni", "Deniz"]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": None},
        {"game": "whist"},
        {"players": "Eleni"},
        {"players": ["Eleni", 2]},
        {"players": ["Eleni", {"id": "1"}]},
        {"players": ["Eleni"]},
        {"options": None},
        {"options": {"colour": 1}},
        {"options": {"target": 0}},
        {"options": {"teams": True}},
        {"first_dealer": 2},
        {"first_dealer": None},
        {"deals": None},
        {"deals": [None]},
    ],
    ids=str,
)
def test_an_error_of_the_match_refuses_the_document(wrong: dict[str, Any]) -> None:
    score(json.dumps(GOOD).encode(), str)
    with pytest.raises(Refused):
        score(json.dumps(GOOD | wrong).encode(), str)


def padded(value: str) -> bytes:
    return json.dumps(GOOD).encode()[:-1] + b', "other": ' + value.encode("utf-8", "surrogatepass") + b"}"


@pytest.mark.parametrize(
    ("value", "is_accepted"),
    [
        ('"' + "x" * 900_000 + '"', True),
        ('"' + "x" * 1_000_000 + '"', False),
        ("[" * 19 + "]" * 19, True),
        ("[" * 20 + "]" * 20, False),
        ("999999999", True),
        ("-1000000000", False),
        ("1000000000", False),
        ("-0", True),
        ("1e3", True),
        ('"\\u0007"', False),
        ('"\x7f"', False),
        ('"\\ud800"', False),
        ('"\ud800"', False),
        ('{"a": 1, "a": 1}', False),
        ("NaN", False),
        ("1 // one", False),
        ("[1,]", False),
    ],
    ids=lambda value: str(value)[:20],
)
def test_only_valid_json_within_the_limits_is_accepted(value: str, is_accepted: bool) -> None:
    if is_accepted:
        score(padded(value), str)
    else:
        with pytest.raises(Refused):
            score(padded(value), str)


def test_a_byte_order_mark_is_ignored() -> None:
    good = json.dumps(GOOD).encode()
    assert score(b"\xef\xbb\xbf" + good, str) == score(good, str)


def sheet_of(key: str, deals: list[Any], **more: Any) -> dict[str, Any]:
    game = catalogue.find(key)
    assert game is not None
    document = {
        "format": "scorekeeper.match/1",
        "game": key,
        "players": list(NAMES[: game.players[0]]),
        "deals": [{"answers": answers} for answers in deals],
        **more,
    }
    return score(json.dumps(document).encode(), str)


def problems(sheet: dict[str, Any]) -> list[tuple[int, str | None, str]]:
    return [(problem["deal"], problem["question"], problem["code"]) for problem in sheet["problems"]]


@pytest.mark.parametrize(("closed", "winners"), [(True, [0, 1]), (False, []), (None, []), ("yes", []), (1, [])])
def test_only_true_closes_a_match(closed: Any, winners: list[int]) -> None:
    sheet = sheet_of("pisti", [], closed=closed)
    assert (sheet["winners"], sheet["finished"]) == (winners, bool(winners))


def test_closing_does_not_change_a_finished_match() -> None:
    deals = [{"points": [0, 120], "all_tricks": 1}]
    assert sheet_of("bisca_nove", deals, closed=True) == sheet_of("bisca_nove", deals)


@pytest.mark.parametrize("deal", [{}, {"answers": None}, {"answers": {}}, {"answers": {"whist": None}}])
def test_null_and_empty_answers_count_as_missing(deal: dict[str, Any]) -> None:
    sheet = score(json.dumps(GOOD | {"deals": [deal]}).encode(), str)
    assert problems(sheet) == []
    assert len(sheet["deals"][0]["asked"]) == 7


INCOMPLETE = [
    ("pisti", {"jacks": [None, None]}, "jacks"),
    ("pisti", {"tricks": [12, None]}, "tricks"),
    ("pilotta", {"declarations": [[{"kind": "sequence"}], []]}, "declarations"),
    ("pilotta", {"declarations": [[{"length": 3, "x": None}], []]}, "declarations"),
    ("pilotta", {"declarations": [[None], []]}, "declarations"),
    ("pisa", {"laid": [None, None, None]}, "laid"),
]


@pytest.mark.parametrize(("key", "answers", "question"), INCOMPLETE)
def test_an_incomplete_answer_is_open_and_no_problem(key: str, answers: Any, question: str) -> None:
    sheet = sheet_of(key, [answers])
    assert problems(sheet) == []
    assert question in sheet["deals"][0]["asked"]


PLAYED = {"bidder": 0, "bid": 90, "trick_points": [97, 65]}
RUN = {"kind": "sequence", "length": 4, "top": "K", "suit": "spades", "seat": 0}


def test_an_open_declaration_holds_back_all_points() -> None:
    assert sheet_of("pilotta", [PLAYED])["totals"] == [19, 6]
    assert sheet_of("pilotta", [PLAYED | {"declarations": [[{"kind": "sequence"}], None]}])["totals"] == [0, 0]
    assert sheet_of("pilotta", [PLAYED | {"declarations": [None, [{"kind": "sequence", "length": 3}]]}])["totals"] == [
        19,
        8,
    ]


CONTRADICTIONS = [
    ("pisti", {}, {"jacks": [5, None]}, ("jacks", "high")),
    ("bisca_tres", {}, {"points": [130, None]}, ("points", "high")),
    ("pisa", {"subtrumps": {"red": "blue"}}, {"trump": "red", "subtrump": "green"}, ("subtrump", "contradiction")),
    ("pisa", {}, {"bids": [1, 2, 2]}, ("bids", "sum")),
    ("bisca_nove", {}, {"all_tricks": 0, "points": [110, None]}, ("points", "contradiction")),
    ("bisca_capixaba", {}, {"heley": {"trick": 2, "leader": 0, "seven": 1}}, ("heley", "not_led")),
    ("bisca_capixaba", {}, {"indicator": "Q", "knocked": True}, ("knocked", "contradiction")),
    ("bisca_capixaba", {}, {"trump": "clubs", "knocked": True}, ("trump", "contradiction")),
    (
        "bisca_capixaba",
        {},
        {"heley": {"trick": 2, "leader": 0, "seven": 0, "ace": 1}, "points": [100, 20]},
        ("points", "too_few"),
    ),
    ("pilotta", {}, {"declarations": [[{"seat": 7}], []]}, ("declarations", "seat")),
    ("pilotta", {}, {"declarations": [[], [{"kind": "sequence", "length": 3}] * 9]}, ("declarations", "length")),
    ("pilotta", {}, {"declarations": [[RUN, RUN | {"top": "10", "seat": 2}], []]}, ("declarations", "doubled")),
    (
        "pilotta",
        {},
        {"declarations": [[RUN, {"kind": "four", "rank": "K", "seat": 2}], []]},
        ("declarations", "doubled"),
    ),
    (
        "pilotta",
        {},
        {"declarations": [[{"kind": "four", "rank": "J"}], []], "declarations_to": 1},
        ("declarations_to", "contradiction"),
    ),
]


@pytest.mark.parametrize(("key", "options", "answers", "wrong"), CONTRADICTIONS)
def test_a_contradiction_is_a_problem(key: str, options: dict[str, Any], answers: Any, wrong: tuple[str, str]) -> None:
    assert problems(sheet_of(key, [answers], options=options)) == [(0, *wrong)]


def test_unusual_answers_are_no_problem() -> None:
    for answers in (
        {"declarations": [[RUN, {"kind": "four", "rank": "K", "seat": 0}], []]},
        {"declarations": [[RUN, {"kind": "four", "rank": "K"}], []]},
        {"declarations": [[RUN, {"kind": "sequence", "length": 5}], []]},
        {"trick_points": [162, 0]},
    ):
        assert problems(sheet_of("pilotta", [answers])) == []
    assert problems(sheet_of("pisti", [], players=["", ""])) == []
    assert problems(sheet_of("bisca_nove", [{"all_tricks": 0, "points": [None, 0]}])) == []


def test_problems_of_unknown_questions_are_last_and_sorted() -> None:
    sheet = sheet_of("pisti", [{"zebra": 1, "jack_pistis": [3, 0], "ant": 1, "jacks": [5, 0]}])
    assert [question for _deal, question, _code in problems(sheet)] == ["jacks", "jack_pistis", "ant", "zebra"]


def test_every_deal_after_the_end_has_one_problem() -> None:
    sheet = sheet_of("bisca_nove", [{"all_tricks": 1}, {"points": [1, 1], "zebra": 1}, [], {}])
    assert problems(sheet) == [(1, None, "over"), (2, None, "over"), (3, None, "over")]


def test_an_extra_round_of_pisa_is_a_problem_while_another_is_open() -> None:
    assert problems(sheet_of("pisa", [{}, {}, {}, {}])) == [(3, None, "over")]


def test_an_open_deal_counts_and_a_later_deal_can_end_the_match() -> None:
    ten_points = {"pistis": [1, 0]}
    complete = {"jacks": [4, 0], "aces": [4, 0], "two_of_clubs": 0, "ten_of_diamonds": 0, "tricks": [20, 1]}
    complete |= {"pistis": [0, 0], "jack_pistis": [0, 0]}
    assert sheet_of("pisti", [ten_points], options={"target": 10})["finished"] is False
    sheet = sheet_of("pisti", [ten_points, complete], options={"target": 26})
    assert (sheet["totals"], sheet["winners"]) == ([26, 0], [0])


def test_the_top_of_a_comb_is_at_most_its_lines() -> None:
    deals = [{"points": [61, 59]}] * 3 + [{"all_tricks": 0}]
    sheet = sheet_of("bisca_nove", deals)
    assert (sheet["totals"], sheet["facts"]["comb"]["top"]) == ([7, 0], 4)
