"""Briscola: who wins a game with two, three and four players, moments and figures."""

from typing import Any

import pytest

from games.rules.briscola import BRISCOLA, moments
from tests.rules.play import points, row


@pytest.mark.parametrize(
    ("counted", "games"),
    [
        ([61, 59], [1, 0]),
        ([60, 60], [0, 0]),
        ([0, 120], [0, 1]),
        ([41, 40, 39], [1, 0, 0]),
        ([40, 40, 40], [0, 0, 0]),
        ([41, 38, 41], [0, 0, 0]),
        ([0, 0, 120], [0, 0, 1]),
    ],
)
def test_the_most_card_points_win_a_game(counted: list[int], games: list[int]) -> None:
    assert points("briscola", {"points": counted}, len(counted)) == games
    double = [2 * number for number in games] if 120 in counted else games
    assert points("briscola", {"points": counted}, len(counted), sweep_double=True) == double


def test_four_players_are_two_teams() -> None:
    assert [BRISCOLA.sides(players, {}) for players in BRISCOLA.players] == [2, 3, 2]


@pytest.mark.parametrize(
    ("counted", "names"),
    [
        ([61, 59], [("narrow", 0)]),
        ([60, 60], [("level", None)]),
        ([0, 120], [("all_points", 1)]),
        ([70, 50], []),
        ([61, 59, 0], []),
        ([60, 60, 0], []),
        ([120, 0, 0], [("all_points", 0)]),
    ],
)
def test_moments(counted: list[int], names: list[tuple[str, int | None]]) -> None:
    found = list(moments(row("briscola", {"points": counted}, len(counted)).deal))
    assert [(moment.name, moment.side) for moment in found] == names


def test_figures() -> None:
    def counts(answers: dict[str, Any]) -> list[Any]:
        return [figure.count(row("briscola", answers, 3).deal) for figure in BRISCOLA.figures]

    assert counts({"points": [50, 40, 30]}) == [[1, 0, 0], [0, 0, 0]]
    assert counts({"points": [0, 120, 0]}) == [[0, 1, 0], [0, 1, 0]]
    assert counts({"points": [60, 60, 0]}) == [[0, 0, 0], [0, 0, 0]]
    assert counts({"points": [60, None, None]}) == [None, None]
