"""A list of different players, and points for players of parties that change."""

from typing import Any

import pytest

from games.match.describe import describe
from games.rules import ask
from games.rules.deal import AnyDeal
from games.rules.game import Setup
from games.rules.judge import judge
from tests.rules.small_games import CALLED

FIVE = Setup(CALLED, {}, 5)
PARTY = ask.SeatList("party", "Party", 1, 2)


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ([0], []),
        ([4, 1], []),
        ([], ["length"]),
        ([0, 1, 2], ["length"]),
        ([5], ["seat"]),
        ([-1], ["seat"]),
        ([True], ["seat"]),
        (["0", 1], ["seat"]),
        ([2, 2], ["doubled"]),
        (2, ["list"]),
        ({"seat": 2}, ["list"]),
    ],
)
def test_problems_of_a_list_of_seats(value: Any, codes: list[str]) -> None:
    assert [problem.code for problem in PARTY.problems(value, AnyDeal(FIVE))] == codes


def test_the_order_of_the_seats_means_nothing() -> None:
    deal, _problems = judge(FIVE, 0, [0] * 5, {"party": [4, 1]})
    assert deal["party"] == [1, 4]


def test_a_list_may_be_empty_if_nobody_is_needed() -> None:
    deal, problems = judge(FIVE, 0, [0] * 5, {"absent": []})
    assert (deal["absent"], problems) == ([], [])


def test_points_go_to_the_players_of_a_party() -> None:
    deal, _problems = judge(FIVE, 0, [0] * 5, {"party": [4, 1], "won": False})
    [line] = CALLED.score(deal)
    assert line.points == [1, -1, 1, 1, -1]
    assert deal.pay([(2, 5), (2, 1), (0, -3)]) == [-3, 0, 6, 0, 0]
    assert list(CALLED.parties(deal)) == [("Party", [1, 4]), ("Others", [0, 2, 3])]


def test_other_programs_learn_the_limits_of_a_list() -> None:
    [party, _won, absent, _trump] = describe(CALLED, str)["questions"]
    assert (party["kind"], party["least"], party["most"]) == ("seats", 1, 2)
    assert (absent["least"], absent["most"]) == (0, 3)
    assert PARTY.schema(FIVE) == {
        "type": "array",
        "items": {"type": "integer", "minimum": 0, "maximum": 4},
        "uniqueItems": True,
        "minItems": 1,
        "maxItems": 2,
    }
