"""Skull King. The rules are in docs/games.md."""

from random import Random
from typing import Any

import pytest

from games.rules.judge import open_questions
from games.rules.skull_king import SKULL_KING
from tests.rules.play import codes, lines, match, row

Answers = dict[str, Any]
CANNONBALL = {"scoring": "rascal", "cannonball": True}


def played(bids: list[int], tricks: list[int | None], **more: Any) -> Answers:
    return {"bids": bids, "tricks": tricks, **more}


def in_round(number: int, answers: Answers, players: int | None = None, **options: Any) -> Any:
    """Return the row of a round with this number, after open rounds."""
    players = players or len(answers["bids"])
    return match("skull_king", [{}] * (number - 1) + [answers], players, **options).rows[-1]


@pytest.mark.parametrize("bid", range(8))
@pytest.mark.parametrize("taken", range(8))
def test_classic_points_of_a_bid(bid: int, taken: int) -> None:
    expected = -10 * abs(bid - taken) if bid != taken else 20 * bid
    if bid == 0:
        expected = 70 if taken == 0 else -70
    assert in_round(7, played([bid, 0, 0], [taken, 7 - taken, 0])).points[0] == expected


@pytest.mark.parametrize(("off", "plain", "risked"), [(0, 110, 145), (1, 55, 0), (-1, 55, 0), (2, 0, 0), (-3, 0, 0)])
def test_points_of_rascal(off: int, plain: int, risked: int) -> None:
    """Round 7 has 70 for each player, or 105 with a cannonball. The bonus is 40."""
    answers = played([3 - off, 0, 0], [3, 4, 0], bonus=[40, 0, 0])
    assert in_round(7, answers, scoring="rascal").points[0] == plain
    assert in_round(7, answers | {"cannonballs": [True, False, False]}, **CANNONBALL).points[0] == risked
    assert in_round(7, answers | {"cannonballs": [False, True, True]}, **CANNONBALL).points[0] == plain
    assert in_round(7, answers | {"cannonballs": [True, True, True]}, scoring="rascal").points[0] == plain
    assert in_round(7, answers | {"cannonballs": [True, True, True]}, cannonball=True).points[0] == (
        100 if off == 0 else -70 if off == 3 else -10 * abs(off)
    )


def test_lines_are_named() -> None:
    answers = played(
        [1, 1, 0], [1, 1, 0], bonus=[30, 0, 0], loot=[{"from": 2, "winner": 0}], wager={"seat": 1, "points": 10}
    )
    scored = in_round(2, answers, expansion=True, powers=True)
    assert lines(scored) == [
        ("Bid and tricks", [20, 20, 20]),
        ("Bonus", [30, 0, 0]),
        ("Loot", [20, 0, 20]),
        ("Rascal's bet", [0, 10, 0]),
    ]
    assert lines(in_round(2, answers)) == [("Bid and tricks", [20, 20, 20]), ("Bonus", [30, 0, 0])]


@pytest.mark.parametrize(
    ("bids", "expected"),
    [([1, 1, 0], [20, 20, 0]), ([1, 2, 0], [0, 0, 0]), ([2, 1, 0], [0, 0, 0])],
)
def test_loot_needs_both_bids(bids: list[int], expected: list[int]) -> None:
    scored = in_round(2, played(bids, [1, 1, 0], loot=[{"from": 1, "winner": 0}]), expansion=True)
    assert dict(lines(scored)).get("Loot", [0, 0, 0]) == expected


@pytest.mark.parametrize(("bid", "expected"), [(1, 20), (2, -20), (0, -20)])
@pytest.mark.parametrize("scoring", ["classic", "rascal"])
def test_a_wager_is_won_or_lost(bid: int, expected: int, scoring: str) -> None:
    scored = in_round(2, played([bid, 1, 0], [1, 1, 0], wager={"seat": 0, "points": 20}), powers=True, scoring=scoring)
    assert dict(lines(scored))["Rascal's bet"] == [expected, 0, 0]


@pytest.mark.parametrize(
    ("players", "number", "most"), [(2, 10, 10), (7, 10, 10), (8, 8, 8), (8, 9, 8), (8, 10, 8), (3, 1, 1)]
)
def test_nobody_bids_more_than_the_cards(players: int, number: int, most: int) -> None:
    rest = [0] * (players - 1)
    assert codes(in_round(number, {"bids": [most, *rest]})) == []
    assert codes(in_round(number, {"bids": [most + 1, *rest]})) == [("bids", "high")]


@pytest.mark.parametrize(
    ("answers", "problems"),
    [
        (played([0, 0, 0], [2, 1, 0]), []),
        (played([0, 0, 0], [2, 1, 1]), [("tricks", "sum")]),
        (played([0, 0, 0], [1, 1, 0]), [("tricks", "sum")]),
        (played([0, 0, 0], [1, 1, 0], destroyed=1), []),
        (played([0, 0, 0], [2, 1, 0], destroyed=1), [("tricks", "sum")]),
        (played([0, 0, 0], [1, 0, 0], destroyed=2), []),
        (played([0, 0, 0], [0, 0, 0], destroyed=3), [("destroyed", "high")]),
        (played([0, 0, 0], [2, 1, 0], bonus=[0, 0, 10]), [("bonus", "contradiction")]),
        (played([0, 0, 0], [2, 1, 0], bonus=[0, 5, 0]), [("bonus", "step")]),
        (played([0, 0, 0], [2, 1, 0], bonus=[330, 10, 0]), []),
        (played([0, 0, 0], [2, 1, 0], bonus=[340, 10, 0]), [("bonus", "high")]),
        (played([0, 0, 0], [2, 1, 0], loot=[{"from": 0, "winner": 0}]), [("loot", "contradiction")]),
        (played([0, 0, 0], [2, 1, 0], loot=[{"from": 0, "winner": 2}]), [("loot", "contradiction")]),
        (played([0, 0, 0], [2, 1, 0], loot=[{"from": 2, "winner": 0}] * 3), [("loot", "length")]),
        (played([0, 0, 0], [2, 1, 0], loot=[{"from": 3, "winner": 0}]), [("loot", "seat")]),
        (played([0, 0, 0], [2, 1, 0], wager={"seat": 2, "points": 10}), [("wager", "contradiction")]),
        (played([0, 0, 0], [2, 1, 0], wager={"seat": 1, "points": 15}), [("wager", "choice")]),
        (played([0, 0, 0], [2, None, 0], wager={"seat": 2, "points": 10}), [("wager", "contradiction")]),
    ],
)
def test_impossible_answers_are_refused_with_their_code(answers: Answers, problems: list) -> None:
    assert codes(in_round(3, answers, expansion=True)) == problems


def test_contradictions_are_refused_where_the_house_rule_does_not_ask() -> None:
    assert codes(in_round(1, played([0, 0, 0], [0, 1, 0], destroyed=2))) == [("destroyed", "too_many")]
    assert codes(in_round(1, played([0, 0, 0], [0, 1, 0], wager={"seat": 0, "points": 10}))) == [
        ("wager", "contradiction")
    ]


@pytest.mark.parametrize(
    "half",
    [
        {"cannonballs": [True, None, False]},
        {"bonus": [None, 10, 0]},
        {"loot": [{"from": 2, "winner": None}]},
        {"loot": [{"from": 2, "winner": 0}, None]},
        {"wager": {"seat": 1}},
        {"wager": {"points": 20}},
    ],
)
def test_half_an_answer_leaves_the_round_open(half: Answers) -> None:
    scored = in_round(2, played([1, 1, 0], [1, 1, 0], **half))
    assert (codes(scored), scored.complete, scored.points) == ([], False, [0, 0, 0])


def test_with_two_players_the_last_number_does_not_follow() -> None:
    assert not in_round(3, played([1, 1], [1, None])).complete
    assert in_round(3, played([1, 1], [1, 0])).complete
    assert codes(in_round(3, played([1, 1], [1, 3]))) == [("tricks", "sum")]
    assert in_round(3, played([1, 1, 1], [1, None, 1])).complete


def test_house_rules_decide_what_is_asked() -> None:
    def open_names(**options: Any) -> list[str]:
        return open_questions(match("skull_king", [{}], 3, **options).rows[0].deal)

    assert open_names() == ["bids", "tricks", "bonus"]
    assert open_names(cannonball=True) == ["bids", "tricks", "bonus"]
    assert open_names(**CANNONBALL) == ["bids", "cannonballs", "tricks", "bonus"]
    assert open_names(expansion=True) == ["bids", "destroyed", "tricks", "bonus", "loot"]
    assert open_names(powers=True) == ["bids", "tricks", "bonus", "wager"]


def moments(*deals: Answers, **options: Any) -> list[tuple[str, int | None, dict]]:
    deal = match("skull_king", list(deals), len(deals[-1]["bids"]), **options).rows[-1].deal
    return [(moment.name, moment.side, moment.words.values) for moment in SKULL_KING.moments(deal)]


def test_moments_of_a_round() -> None:
    assert moments({"bids": [0, 1, None]}) == []
    assert moments(played([0, 1, 0], [0, 1, 0])) == [("all_right", None, {})]
    assert moments(played([0, 1, 1], [0, 1, 0])) == []
    assert moments(played([0, 1, 1], [0, 1, 0], bonus=[0, 40, 0])) == [("king_taken", 1, {})]
    assert moments(played([0, 1, 1], [0, 1, 0], bonus=[0, 30, 0])) == []
    assert moments(played([0, 0, 1], [0, 1, 0], bonus=[0, 40, 0])) == []


@pytest.mark.parametrize(("number", "mentioned"), [(8, False), (9, True), (10, True)])
def test_a_late_bid_of_0_is_mentioned(number: int, mentioned: bool) -> None:
    deals = [{}] * (number - 1) + [played([0, 1, 1], [0, number, 0])]
    assert moments(*deals) == [("late_zero", 0, {"round": number})] * mentioned


def test_first_and_last_can_change_places_in_the_last_round() -> None:
    before = [played([0, 1, 1], [0, 1, 0])] + [{}] * 8  # 10, 20, -10
    fall = played([9, 2, 9], [1, 0, 9])
    assert match("skull_king", [*before, fall], 3).rows[-1].totals == [-70, 0, 170]
    assert moments(*before, fall) == []  # the first is second
    deep = played([2, 9, 9], [1, 0, 9])
    assert match("skull_king", [*before, deep], 3).rows[-1].totals == [0, -70, 170]
    assert moments(*before, deep) == [("first_and_last", 2, {})]
    assert moments(*before[:-1], deep) == []  # round 9


def test_figures_of_a_round() -> None:
    def counted(answers: Answers) -> list:
        return [figure.count(row("skull_king", answers, 3).deal) for figure in SKULL_KING.figures]

    assert counted({}) == [None] * 4
    assert counted(played([0, 1, 1], [0, 1, 0], bonus=[0, 20, 0])) == [
        [1, 1, 0],
        [1, None, None],
        [0, 20, 0],
        [0, 0, 1],
    ]


def test_points_of_rascal_stay_between_nothing_and_all() -> None:
    chance = Random(4)
    for _time in range(200):
        number = chance.randint(1, 10)
        places = [chance.randrange(4) for _trick in range(number)]
        tricks = [places.count(seat) for seat in range(4)]
        bids = [chance.randint(0, number) for _seat in range(4)]
        points = in_round(number, played(bids, tricks), scoring="rascal").points
        assert all(value in (0, 5 * number, 10 * number) for value in points)
