"""Hearts: the moon, the jack, the cards that are passed, moments and figures."""

from typing import Any

import pytest

from games.rules.game import AnsweredDeal, Setup
from games.rules.hearts import HEARTS, moments, tasks
from tests.rules.play import codes, match, points, row

MOON = {"hearts": [0, 13, 0, 0], "queen": 1}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_round_without_a_moon_has_26_points(players: int) -> None:
    taken = [12, 1] + [0] * (players - 2)
    for queen in range(players):
        assert sum(points("hearts", {"hearts": taken, "queen": queen}, players)) == 26
        assert sum(points("hearts", {"hearts": taken, "queen": queen, "jack": 2}, players, jack=True)) == 16


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_moon_is_26_for_each_other_player_or_26_less(players: int) -> None:
    answers = {"hearts": [0, 13] + [0] * (players - 2), "queen": 1}
    others = [0 if seat == 1 else 26 for seat in range(players)]
    own = [-26 if seat == 1 else 0 for seat in range(players)]
    off = [26 if seat == 1 else 0 for seat in range(players)]
    for options, more, scored in (
        ({}, {}, others),
        ({"moon": "self"}, {}, own),
        ({"moon": "off"}, {}, off),
        ({"moon": "choice"}, {"moon": "self"}, own),
        ({"moon": "choice"}, {"moon": "others"}, others),
    ):
        assert points("hearts", answers | more, players, **options) == scored


def test_a_moon_is_refused_as_soon_as_nobody_can_have_shot_it() -> None:
    for answers in (
        {"hearts": [12, 1, 0, 0]},
        {"hearts": [12, 1, 0, None], "queen": 0},
        {"hearts": [13, 0, 0, 0], "queen": 1},
    ):
        assert codes(row("hearts", answers | {"moon": "others"}, 4)) == [("moon", "contradiction")]
    for answers in ({}, {"hearts": [13, 0, 0, 0]}, {"queen": 1}):
        assert codes(row("hearts", answers | {"moon": "others"}, 4)) == []


def test_nobody_knows_who_leads() -> None:
    sheet = match("hearts", [MOON], 4)
    assert sheet.rows[0].deal.leader is None


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (3, ["left", "right", "No cards", "left"]),
        (4, ["left", "right", "across", "No cards", "left"]),
        (5, ["left", "right", "No cards", "left"]),
        (6, ["left", "right", "across", "No cards", "left"]),
    ],
)
def test_cards_are_passed_in_turn(players: int, ways: list[str]) -> None:
    setup = Setup(HEARTS, {}, players)
    for number, way in enumerate(ways):
        first = tasks(AnsweredDeal(setup, number, [0] * players))[0]
        assert way in first.text


def moments_of(rounds: list[dict[str, Any]], players: int = 4, **options: Any) -> list[tuple[str, int | None]]:
    sheet = match("hearts", rounds, players, **options)
    return [(moment.name, moment.side) for moment in moments(sheet.rows[-1].deal)]


def test_moments() -> None:
    assert moments_of([MOON]) == [("moon", 1)]
    assert moments_of([MOON], moon="off") == [("moon", 1)]
    assert moments_of([MOON | {"queen": 2}]) == [("all_hearts", 1)]
    assert moments_of([{"hearts": [5, 4, 3, 1], "queen": 1}]) == []
    assert moments_of([{"hearts": [13, 0, 0, 0]}]) == []


def test_a_win_near_the_target_is_a_moment() -> None:
    """Four fifths of 30 are 24."""
    first = [{"hearts": [4, 4, 5], "queen": 0}, {"hearts": [4, 4, 5], "queen": 1}]
    with_24 = [*first, {"hearts": [3, 8, 2], "queen": 2}, {"hearts": [0, 5, 8], "queen": 2}]
    with_23 = [*first, {"hearts": [2, 8, 3], "queen": 2}, {"hearts": [0, 5, 8], "queen": 2}]
    assert match("hearts", with_24, 3, target=30).totals == [24, 34, 46]
    assert moments_of(with_24, 3, target=30) == [("late_win", 0)]
    assert moments_of(with_24[:3], 3, target=30) == []
    assert match("hearts", with_23, 3, target=30).totals == [23, 34, 47]
    assert moments_of(with_23, 3, target=30) == []


def test_figures() -> None:
    def counts(answers: dict[str, Any]) -> list[Any]:
        return [figure.count(row("hearts", answers, 4).deal) for figure in HEARTS.figures]

    assert counts(MOON) == [[0, 1, 0, 0], [0, 1, 0, 0], [1, 0, 1, 1]]
    assert counts({"hearts": [13, 0, 0, 0], "queen": 1}) == [[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 1]]
    assert counts({"hearts": [13, 0, 0, 0]}) == [None, None, None]
