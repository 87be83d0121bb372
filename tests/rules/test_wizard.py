"""Wizard. The rules are in docs/games.md."""

from random import Random
from typing import Any

import pytest

from games.rules.wizard import WIZARD
from tests.rules.play import codes, lines, match, row

Answers = dict[str, Any]


def played(bids: list[int], tricks: list[int | None], **more: Any) -> Answers:
    return {"bids": bids, "tricks": tricks, **more}


def all_zero(number: int, taker: int = 0, players: int = 3) -> Answers:
    """Return a round in which everyone bids 0, and one player takes all tricks."""
    return played([0] * players, [number if seat == taker else 0 for seat in range(players)])


@pytest.mark.parametrize("bid", range(11))
def test_a_bid_is_worth_20_and_10_a_trick_or_minus_10_for_each_off(bid: int) -> None:
    for taken in range(11):
        sheet = match("wizard", [{}] * 9 + [played([bid, 0, 0], [taken, 10 - taken, 0])], 3)
        assert sheet.rows[-1].points[0] == (20 + 10 * taken if taken == bid else -10 * abs(taken - bid))


def test_lines_say_what_was_bid_and_taken() -> None:
    scored = row("wizard", played([0, 1, 1], [0, 1, 0]))
    assert lines(scored) == [("Bid and tricks", [20, 30, -10])]
    why = [words.translated(str) if words else None for words in scored.lines[0].why or ()]
    assert why == ["0 bid, 0 taken", "1 bid, 1 taken", "1 bid, 0 taken"]


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_sixty_cards_are_shared_out(players: int, rounds: int) -> None:
    sheet = match("wizard", [all_zero(number + 1, 0, players) for number in range(rounds)], players)
    assert sheet.finished
    assert not match("wizard", [all_zero(number + 1, 0, players) for number in range(rounds - 1)], players).finished


def test_limits_follow_from_the_round() -> None:
    assert codes(row("wizard", played([2, 0, 0], [1, 0, 0]))) == [("bids", "high")]
    sheet = match("wizard", [{}, played([2, 0, 0], [2, 0, 0]), played([3, 0, 0], [2, 0, 0])])
    assert [codes(scored) for scored in sheet.rows] == [[], [], [("tricks", "sum")]]


def test_a_row_after_the_last_round_is_over() -> None:
    assert codes(match("wizard", [{}] * 21).rows[-1]) == [(None, "over")]


@pytest.mark.parametrize(("uneven", "problems"), [(False, []), (True, [("bids", "sum")])])
def test_by_house_rule_the_bids_do_not_come_out_even(uneven: bool, problems: list) -> None:
    assert codes(row("wizard", played([1, 0, 0], [1, 0, 0]), uneven=uneven)) == problems
    assert codes(row("wizard", {"bids": [1, 0, None]}, uneven=uneven)) == []


def moments(*deals: Answers, players: int = 3) -> list[tuple[str, int | None, dict]]:
    """Return the moments of the last round."""
    deal = match("wizard", list(deals), players).rows[-1].deal
    return [(moment.name, moment.side, moment.words.values) for moment in WIZARD.moments(deal)]


RIGHT = played([1, 0, 0], [1, 0, 0])


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, []),
        (RIGHT, [("all_right", None, {})]),
        (played([0, 1, 1], [1, 0, 0]), [("all_wrong", None, {})]),
        (played([1, 1, 0], [1, 0, 0]), []),
    ],
)
def test_moments_of_a_round(answers: Answers, expected: list) -> None:
    assert moments(answers) == expected


def test_high_bids_are_mentioned_from_eight_on() -> None:
    start = [{}] * 8
    assert moments(*start, played([8, 0, 0], [8, 1, 0])) == [("high_bid", 0, {"bid": 8})]
    assert moments(*start, played([7, 0, 0], [7, 2, 0])) == []
    assert moments(*start, played([8, 0, 0], [9, 0, 0])) == []


def test_five_bids_in_a_row_are_mentioned() -> None:
    deals = [all_zero(number + 1) for number in range(10)]
    in_a_row = [
        [(side, values) for name, side, values in moments(*deals[: count + 1]) if name == "in_a_row"]
        for count in range(10)
    ]
    both = [(1, {"count": 5}), (2, {"count": 5})]
    assert in_a_row == [[]] * 4 + [both] + [[]] * 4 + [[(side, {"count": 10}) for side, _values in both]]


def test_a_missed_bid_ends_the_row_and_an_open_round_does_not() -> None:
    right = [all_zero(number + 1) for number in range(10)]
    missed = [*right[:3], all_zero(4, taker=1), *right[4:]]
    opened = [*right[:3], {}, *right[4:]]
    assert [name for name, _side, _values in moments(*missed[:5])].count("in_a_row") == 1  # of seat 2
    assert [name for name, _side, _values in moments(*opened[:6])].count("in_a_row") == 2


def counted(*deals: Answers) -> list[list[int] | None]:
    deal = match("wizard", list(deals)).rows[-1].deal
    return [None if values is None else list(values) for values in [figure.count(deal) for figure in WIZARD.figures]]


def test_figures_of_a_round() -> None:
    assert counted({}) == [None] * 3
    assert counted(RIGHT) == [[1, 1, 1], [0, 0, 0], [0, 0, 0]]
    assert counted(RIGHT, played([2, 0, 0], [0, 2, 0])) == [[0, 0, 1], [2, 2, 0], [0, 0, 1]]


def test_an_amended_round_counts_in_the_rows_after_it() -> None:
    """The sheet of amended rounds is the sheet of these rounds entered again."""
    chance = Random(5)
    deals = [all_zero(number + 1, chance.randrange(3)) for number in range(12)]
    for place in range(12):
        amended = [*deals[:place], played([1, 0, 0], [place + 1, 0, 0]), *deals[place + 1 :]]
        carried = [WIZARD.carry(scored.deal)["in_a_row"] for scored in match("wizard", amended).rows]
        expected = [0, 0, 0]
        for scored, counts in zip(match("wizard", amended).rows, carried, strict=True):
            met = [bid == taken for bid, taken in zip(scored.deal["bids"], scored.deal["tricks"], strict=True)]
            expected = [count + 1 if is_met else 0 for count, is_met in zip(expected, met, strict=True)]
            assert counts == expected
