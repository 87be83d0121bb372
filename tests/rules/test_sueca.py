"""Sueca: what each way to win is worth, moments and figures."""

from typing import Any

import pytest

from games.rules.sueca import SUECA, moments
from tests.rules.play import lines, match, points, row


@pytest.mark.parametrize(
    ("counted", "games"),
    [(60, 0), (61, 1), (62, 1), (89, 1), (90, 1), (91, 2), (92, 2), (118, 2), (120, 2)],
)
@pytest.mark.parametrize("side", [0, 1])
def test_card_points_win_games(counted: int, games: int, side: int) -> None:
    answers = {"points": [counted, None] if side == 0 else [None, counted]}
    assert points("sueca", answers) == ([games, 0] if side == 0 else [0, games])
    sweep = 4 if counted == 120 else games
    assert points("sueca", answers, sweep="points") == ([sweep, 0] if side == 0 else [0, sweep])


@pytest.mark.parametrize("sweep", ["tricks", "points"])
def test_all_tricks_and_revokes_are_four_games(sweep: str) -> None:
    for answers, label, scored in (
        ({"all_tricks": 1}, "Every trick", [0, 4]),
        ({"revoked": 1, "points": [0, 120]}, "Revoke", [4, 0]),
        ({"revoked": 1, "all_tricks": 1}, "Revoke", [4, 0]),
    ):
        assert lines(row("sueca", answers, sweep=sweep)) == [(label, scored)]


def moments_of(rounds: list[dict[str, Any]], **options: Any) -> list[tuple[str, int | None]]:
    sheet = match("sueca", rounds, **options)
    return [(moment.name, moment.side) for moment in moments(sheet.rows[-1].deal)]


def test_moments() -> None:
    assert moments_of([{"all_tricks": 1}]) == [("every_trick", 1)]
    assert moments_of([{"points": [61, 59]}]) == [("narrow", 0)]
    assert moments_of([{"points": [60, 60]}]) == [("level", None)]
    assert moments_of([{"points": [120, 0]}]) == []
    assert moments_of([{"revoked": 0, "points": [61, 59]}]) == []
    assert moments_of([{}]) == []


ONE, TWO, FOUR = {"points": [70, 50]}, {"points": [95, 25]}, {"points": None, "all_tricks": 1}
OTHERS, OTHERS_TWO = {"points": [50, 70]}, {"points": [25, 95]}


@pytest.mark.parametrize(
    ("rounds", "target", "names"),
    [
        ([ONE, TWO, OTHERS, OTHERS, OTHERS_TWO], 4, [("comeback", 1)]),
        ([ONE, TWO, FOUR], 4, [("every_trick", 1), ("comeback", 1)]),
        ([ONE, ONE, OTHERS, ONE, OTHERS, OTHERS_TWO], 4, []),
        ([ONE, TWO, OTHERS, ONE], 4, []),
        ([ONE, TWO, OTHERS, OTHERS], 4, []),
        ([ONE, OTHERS, OTHERS], 2, [("comeback", 1)]),
        ([OTHERS], 1, []),
    ],
)
def test_a_match_won_from_nothing_against_the_last_game(
    rounds: list[dict[str, Any]], target: int, names: list[tuple[str, int]]
) -> None:
    assert moments_of(rounds, target=target) == names


def test_correcting_an_early_round_takes_the_comeback_away() -> None:
    rounds = [ONE, TWO, OTHERS, OTHERS, OTHERS_TWO]
    rounds[1] = ONE
    assert moments_of(rounds) == []


def test_figures() -> None:
    def counts(answers: dict[str, Any], **options: Any) -> list[Any]:
        return [figure.count(row("sueca", answers, **options).deal) for figure in SUECA.figures]

    assert counts(ONE) == [[1, 0], [0, 0], [0, 0]]
    assert counts(TWO) == [[1, 0], [1, 0], [0, 0]]
    assert counts({"all_tricks": 1}) == [[0, 1], [0, 0], [0, 1]]
    assert counts({"points": [120, 0]}) == [[1, 0], [1, 0], [0, 0]]
    # All card points win four games, but a trick may have been lost.
    assert counts({"points": [120, 0]}, sweep="points") == [[1, 0], [0, 0], [0, 0]]
    assert counts({"all_tricks": 0}, sweep="points") == [[1, 0], [0, 0], [1, 0]]
    assert counts({"points": [60, 60]}) == [[0, 0], [0, 0], [0, 0]]
    assert counts({"revoked": 0}) == [[0, 1], None, None]
    assert counts({}) == [None, None, None]
    won = SUECA.figures[0].by
    assert won is not None
    assert won(row("sueca", ONE | {"trump": "hearts"}).deal) == "hearts"
