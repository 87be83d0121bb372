"""A number for every player where two of them score together, and numbers in steps."""

from typing import Any

import pytest

from games.match.describe import describe
from games.rules import ask
from games.rules.capixaba import CAPIXABA
from games.rules.deal import AnyDeal
from games.rules.game import Setup

PAIRS = AnyDeal(Setup(CAPIXABA, {}, 4))  # four players, two sides
TRICKS = ask.Tally("tricks", "Tricks", total=13, player=True)
BONUS = ask.Tally("bonus", "Bonus", high=330, step=10, player=True)
DECLARED = ask.Tally("declared", "Declared", step=10)


@pytest.mark.parametrize(
    ("question", "value", "codes"),
    [
        (TRICKS, [4, 3, 2, 4], []),
        (TRICKS, [4, 3, None, None], []),
        (TRICKS, [9, 4], ["length"]),
        (TRICKS, [4, 3, 2, 5], ["sum"]),
        (BONUS, [0, 30, 330, None], []),
        (BONUS, [0, 35, 0, 0], ["step"]),
        (BONUS, [0, 340, 0, 0], ["high"]),
        (DECLARED, [50, 0], []),
        (DECLARED, [50, 5], ["step"]),
        (DECLARED, [50, 0, 0, 0], ["length"]),
    ],
)
def test_problems_of_numbers_by_player_and_in_steps(question: ask.Tally, value: Any, codes: list[str]) -> None:
    assert [problem.code for problem in question.problems(value, PAIRS)] == codes


def test_the_last_player_has_the_rest() -> None:
    assert TRICKS.full_value([4, None, 2, 4], PAIRS) == [4, 3, 2, 4]
    assert TRICKS.full_value([4, None, None, 4], PAIRS) is None


def test_the_schema_has_a_number_for_every_player() -> None:
    number = {"type": ["integer", "null"], "minimum": 0, "maximum": 330, "multipleOf": 10}
    assert BONUS.schema(PAIRS.setup) == {"type": "array", "items": number, "minItems": 4, "maxItems": 4}


def test_other_programs_learn_that_every_player_has_a_number() -> None:
    [points] = [one for one in describe(CAPIXABA, str)["questions"] if one["kind"] == "tally"]
    assert (points["player"], points["step"]) == (False, 1)
