"""Spades. The rules are in docs/games.md."""

from random import Random
from typing import Any

import pytest

from games.rules.spades import SPADES
from tests.rules.play import codes, lines, match, points, row

Answers = dict[str, Any]
NIL = [0, 4, 4, 4]
BLIND = [True, False, False, False]


def played(bids: list[int], tricks: list[int], **more: Any) -> Answers:
    return {"bids": bids, "tricks": tricks, **more}


def random_round(chance: Random) -> Answers:
    """Return any bids, with tricks that are dealt out one by one."""
    seats = [chance.randrange(4) for _trick in range(13)]
    return played([chance.randint(0, 6) for _seat in range(4)], [seats.count(seat) for seat in range(4)])


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ([3, 4, 2, 3], [3, 4, 2, 4], [("Contract", [50, 70]), ("Bags", [0, 1])]),
        ([4, 3, 3, 3], [3, 3, 3, 4], [("Contract", [-70, 60]), ("Bags", [0, 1])]),
        (NIL, [0, 4, 5, 4], [("Contract", [40, 80]), ("Nil", [100, 0]), ("Bags", [1, 0])]),
        (NIL, [2, 3, 4, 4], [("Contract", [40, -80]), ("Nil", [-100, 0]), ("Bags", [2, 0])]),
        ([0, 6, 0, 5], [0, 6, 2, 5], [("Contract", [0, 110]), ("Bags", [2, 0])]),
        ([1, 1, 1, 1], [5, 1, 7, 0], [("Contract", [20, -20]), ("Bags", [10, 0]), ("Ten bags", [-100, 0])]),
    ],
)
def test_the_lines_of_a_round(bids: list[int], tricks: list[int], expected: list) -> None:
    assert lines(row("spades", played(bids, tricks))) == expected


def test_reasons_name_the_contract() -> None:
    scored = row("spades", played([0, 3, 0, 2], [0, 7, 0, 6]))
    why = [words.translated(str) if words else None for words in scored.lines[0].why or ()]
    assert why == [None, "5 bid, 13 taken"]


@pytest.mark.parametrize("options", [{}, {"failed_nil": "partner"}])
def test_a_team_with_both_nils_has_no_contract(options: dict) -> None:
    assert points("spades", played([0, 6, 0, 6], [1, 6, 0, 6]), **options) == [1, 120]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-149, 71]),
        ({"failed_nil": "partner"}, [-50, 71]),
        ({"nil": 50}, [-99, 71]),
        ({"blind_nil": True}, [-249, 71]),
        ({"blind_nil": True, "nil": 50, "failed_nil": "partner"}, [-50, 71]),
    ],
)
def test_house_rules_of_nil(options: dict, expected: list[int]) -> None:
    assert points("spades", played([0, 4, 5, 3], [1, 4, 4, 4], blind=BLIND), **options) == expected


@pytest.mark.parametrize(
    ("answers", "options", "problems"),
    [
        (played([14, 0, 0, 0], [13, 0, 0, 0]), {}, [("bids", "high")]),
        (played([-1, 0, 0, 0], [13, 0, 0, 0]), {}, [("bids", "low")]),
        (played(NIL, [3, 3, 3, 3]), {}, [("tricks", "sum")]),
        ({"bids": [3, 4]}, {}, [("bids", "length")]),
        (played([1, 4, 4, 4], [1, 4, 4, 4], blind=BLIND), {}, [("blind", "contradiction")]),
        ({"bids": [1, None, None, None], "blind": [True, None, None, None]}, {}, [("blind", "contradiction")]),
        ({"bids": NIL, "blind": [1, 0, 0, 0]}, {"blind_nil": True}, [("blind", "yes_no")] * 4),
    ],
)
def test_impossible_answers_are_refused(answers: Answers, options: dict, problems: list) -> None:
    assert codes(row("spades", answers, **options)) == problems


def test_blind_nils_are_asked_where_someone_bid_nil() -> None:
    [question] = [question for question in SPADES.questions if question.name == "blind"]
    asked = [
        question.when(row("spades", {"bids": bids}, blind_nil=option).deal)
        for option in (True, False)
        for bids in (NIL, [1, 4, 4, 4], None)
    ]
    assert asked == [True, False, True, False, False, False]


def test_a_blind_nil_of_some_players_is_open() -> None:
    scored = row("spades", played(NIL, [0, 4, 5, 4], blind=[True, None, None, None]), blind_nil=True)
    assert (scored.complete, scored.points, codes(scored)) == (False, [0, 0], [])


def test_bags_add_up_through_the_match_after_every_amendment() -> None:
    """The penalties of a match are those of its bags, counted from the first round, whichever round is amended."""
    chance = Random(8)
    deals = [random_round(chance) for _number in range(12)]
    for place in range(12):
        deals[place] = random_round(chance)
        counts, sheet = [0, 0], match("spades", deals, target=100_000)
        for scored in sheet.rows:
            bags = scored.facts["bags"]
            penalties = [(count + more) // 10 - count // 10 for count, more in zip(counts, bags, strict=True)]
            counts = [count + more for count, more in zip(counts, bags, strict=True)]
            known = [column for label, column in lines(scored) if label == "Ten bags"]
            assert (known or [[0, 0]])[0] == [-100 * count for count in penalties]
        assert any(counts)


def test_bags_of_both_teams_and_contracts_make_all_tricks() -> None:
    """Where both contracts are kept and nobody bid nil, tricks are the bids and the bags."""
    chance = Random(9)
    scored = [row("spades", random_round(chance)) for _number in range(300)]
    kept = [one for one in scored if 0 not in one.deal["bids"] and min(one.lines[0].points or ()) > 0]
    assert len(kept) > 20
    for one in kept:
        assert sum(one.deal["bids"]) + sum(one.facts["bags"]) == 13


def moments(*deals: Answers, **options: Any) -> list[tuple[str, int | None, dict]]:
    deal = match("spades", list(deals), target=100_000, **options).rows[-1].deal
    return [(moment.name, moment.side, moment.words.values) for moment in SPADES.moments(deal)]


@pytest.mark.parametrize(
    ("answers", "options", "expected"),
    [
        ({}, {}, []),
        (played(NIL, [0, 4, 5, 4], blind=BLIND), {"blind_nil": True}, [("blind_nil", 0, {})]),
        (played(NIL, [0, 4, 5, 4], blind=BLIND), {}, []),
        (played(NIL, [1, 4, 4, 4], blind=BLIND), {"blind_nil": True}, []),
        (played([0, 6, 0, 7], [0, 6, 0, 7]), {}, [("two_nils", 0, {})]),
        (played([0, 6, 0, 7], [0, 5, 1, 7]), {}, []),
        (played([1, 1, 1, 1], [5, 1, 7, 0]), {}, [("tenth_bag", 0, {})]),
        (played([1, 1, 1, 1], [5, 1, 7, 0]), {"bag_penalty": False}, []),
        (played([4, 3, 4, 3], [4, 3, 4, 2]), {}, [("overbid_table", 1, {"sum": 14})]),
        (played([3, 3, 4, 3], [4, 3, 4, 2]), {}, []),
    ],
)
def test_moments_of_a_round(answers: Answers, options: dict, expected: list) -> None:
    assert moments(answers, **options) == expected


def test_figures_of_a_round() -> None:
    def counted(answers: Answers) -> list:
        return [figure.count(row("spades", answers).deal) for figure in SPADES.figures]

    assert counted({}) == [None] * 4
    assert counted(played(NIL, [0, 4, 5, 4])) == [[1, 1], [1, None], [0, None], [1, 0]]
    assert counted(played([0, 6, 0, 5], [0, 7, 2, 4])) == [[None, 1], [1, None], [1, None], [2, 0]]
