"""Briscola chiamata: who pays whom, who sits out, and the figures about calls."""

from typing import Any

import pytest

from games.rules.briscola_chiamata import BRISCOLA_CHIAMATA, moments
from games.rules.game import AnsweredDeal
from tests.rules.play import codes, lines, match, points, row

KEY = "briscola_chiamata"
POINTS = [0, 2, 45, 60, 61, 75, 118, 120]


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("players", [5, 6])
def test_every_round_adds_up_to_zero_and_the_dealer_of_six_has_nothing(players: int, double: bool) -> None:
    for caller in range(1, players):
        for partner in range(1, players):
            for counted in POINTS:
                answers = {"caller": caller, "partner": partner, "points": counted}
                scored = points(KEY, answers, players, sweep_double=double)
                assert sum(scored) == 0
                assert (scored[0] == 0) is (players == 6)
                worth = 2 if double and counted in (0, 120) else 1
                sign = 1 if counted >= 61 else -1
                assert scored[caller] == sign * worth * (4 if caller == partner else 2)


def test_the_dealer_of_six_sits_out_round_after_round() -> None:
    rounds = [{"caller": (dealer + 1) % 6, "partner": (dealer + 2) % 6, "points": 80} for dealer in range(6)]
    sheet = match(KEY, rounds, 6)
    assert [scored.points[dealer] for dealer, scored in enumerate(sheet.rows)] == [0] * 6
    assert [scored.deal.leader for scored in sheet.rows] == [1, 2, 3, 4, 5, 0]
    for question in ("caller", "partner"):
        wrong = {"caller": 1, "partner": 2, "points": 80} | {question: 0}
        assert codes(row(KEY, wrong, 6)) == [(question, "seat")]
        assert codes(row(KEY, wrong, 5)) == []


def test_the_line_says_what_the_caller_had_and_needed() -> None:
    scored = row(KEY, {"caller": 2, "partner": 4, "points": 74, "bid": 75}, 5)
    assert lines(scored) == [("Call lost", [0, 0, -2, 0, -1]), ("Against the call", [1, 1, 0, 1, 0])]
    line, _against = scored.lines
    assert line.why is not None
    assert [None if words is None else words.translated(str) for words in line.why] == [
        None,
        None,
        "74 card points of 75",
        None,
        None,
    ]


def deal_of(caller: int, partner: int, counted: int, players: int = 5, **more: Any) -> AnsweredDeal:
    return row(KEY, {"caller": caller, "partner": partner, "points": counted, **more}, players).deal


def test_parties_are_those_of_the_round() -> None:
    def seats(deal: AnsweredDeal) -> list[list[int]]:
        return [list(members) for _label, members in BRISCOLA_CHIAMATA.parties(deal)]

    assert seats(deal_of(0, 3, 70)) == [[0, 3], [1, 2, 4]]
    assert seats(deal_of(2, 2, 70)) == [[2], [0, 1, 3, 4]]
    assert seats(deal_of(1, 5, 70, 6)) == [[1, 5], [2, 3, 4]]
    assert seats(row(KEY, {"caller": 1}, 5).deal) == []


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        ((1, 1, 61), ["alone"]),
        ((1, 1, 60), ["one_short"]),
        ((1, 2, 60), ["one_short"]),
        ((1, 2, 120), ["all_points"]),
        ((1, 1, 120), ["alone", "all_points"]),
        ((1, 2, 61), []),
    ],
)
def test_moments(answers: tuple[int, int, int], names: list[str]) -> None:
    found = list(moments(deal_of(*answers)))
    assert [(moment.name, moment.side) for moment in found] == [(name, 1) for name in names]


def test_sixty_points_against_a_higher_bid_are_nothing_special() -> None:
    assert list(moments(deal_of(1, 2, 60, bid=62))) == []


def test_figures() -> None:
    def counts(deal: AnsweredDeal) -> list[Any]:
        return [figure.count(deal) for figure in BRISCOLA_CHIAMATA.figures]

    def own(count: int) -> list[Any]:
        return [None, count, None, None, None]

    assert counts(deal_of(1, 2, 61)) == [[0, 1, 0, 0, 0], own(1), [0, None, 1, 0, 0], own(0)]
    assert counts(deal_of(1, 1, 60)) == [[0, 1, 0, 0, 0], own(0), [0, None, 0, 0, 0], own(1)]
    assert counts(row(KEY, {"caller": 1}, 5).deal) == [None, None, None, None]
