"""How matches end: what is out of reach, the most deals, and the goal."""

from collections.abc import Sequence
from copy import copy

import pytest

from games.rules import catalogue
from games.rules.game import Ending, Setup


def setup_with(ending: Ending) -> Setup:
    """Return a setup of three players whose match ends like this."""
    game = copy(catalogue.find("points"))
    assert game is not None
    game.end = ending
    return Setup(game, {}, 3)


def four(setup: Setup) -> int:
    return setup.players + 1


def three(setup: Setup) -> int:
    return setup.players


def unlimited(setup: Setup) -> None:
    assert setup.players


RACE, ROUNDS = Ending(points=four, race=True), Ending(rounds=three)
BY_POINTS, BY_ROUNDS = Ending(points=four), Ending(points=unlimited, rounds=three)
EITHER, NEITHER = Ending(points=four, rounds=three), Ending()


@pytest.mark.parametrize(
    ("ending", "most", "complete", "cannot_be_over"),
    [
        (RACE, None, 0, False),
        (RACE, [3, 3, 3], 9, True),
        (RACE, [0, 4, 0], 0, False),
        (ROUNDS, None, 0, False),
        (ROUNDS, [9, 9, 9], 2, True),
        (ROUNDS, [0, 0, 0], 3, False),
        (BY_POINTS, None, 9, False),
        (BY_POINTS, [3, 0, 0], 9, True),
        (BY_POINTS, [4, 0, 0], 0, False),
        (BY_ROUNDS, None, 0, False),
        (BY_ROUNDS, [9, 9, 9], 2, True),
        (BY_ROUNDS, [0, 0, 0], 3, False),
        (EITHER, [3, 0, 0], 2, True),
        (EITHER, [4, 0, 0], 2, False),
        (EITHER, [3, 0, 0], 3, False),
        (NEITHER, [9, 9, 9], 9, True),
    ],
)
def test_the_end_is_out_of_reach_below_its_limits(
    ending: Ending,
    most: Sequence[int] | None,
    complete: int,
    cannot_be_over: bool,
) -> None:
    assert setup_with(ending).cannot_be_over(most, complete) is cannot_be_over


def test_endings_have_their_most_deals_and_their_goal() -> None:
    setups = [setup_with(ending) for ending in (RACE, ROUNDS, BY_POINTS, BY_ROUNDS, EITHER, NEITHER)]
    assert [setup.most_rounds for setup in setups] == [None, 3, None, 3, 3, None]
    assert [setup.goal for setup in setups] == [4, None, 4, None, 4, None]
