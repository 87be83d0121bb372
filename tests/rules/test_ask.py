"""Each kind of question: valid answers, problems, full values, and schemas."""

from typing import Any

import pytest

from games.rules import ask
from games.rules.ask import Question
from games.rules.capixaba import CAPIXABA
from games.rules.deal import AnyDeal
from games.rules.game import Setup
from games.rules.pisti import PISTI

TABLE = Setup(PISTI, {}, 3)  # three players, three sides
PAIRS = Setup(CAPIXABA, {}, 4)  # four players, two sides

WHOLE_NUMBER = "Enter a whole number."
BID = ask.Number("bid", "Bid", low=80, high=120, step=10)
PLAIN = ask.Number("count", "Count")
FOUR = ask.Tally("jacks", "Jacks", total=4)
FEW = ask.Tally("pistis", "Pişti", most=2)
HIGH = ask.Tally("bids", "Bids", high=111)
TAKER = ask.Taker("kapo", "Kapo")
SEAT = ask.PlayerSeat("leader", "Leader")
CONTRA = ask.Choice("contra", "Contra", ((1, "None"), (2, "Contra"), (4, "Recontra")))
KNOCKED = ask.YesNo("knocked", "Knocked")
PASSED = ask.Flag("passed_out", "All passed")


def problem_texts(question: Question, value: Any, setup: Setup = TABLE) -> list[str]:
    problems = question.problems(value, AnyDeal(setup))
    assert {problem.question for problem in problems} <= {question.name}
    return [problem.words.translated(str) for problem in problems]


@pytest.mark.parametrize(
    ("question", "value", "problem"),
    [
        (BID, 80, None),
        (BID, 90, None),
        (BID, 120, None),
        (BID, 79, "79 is too low; the minimum is 80."),
        (BID, 121, "121 is too high; the maximum is 120."),
        (BID, 130, "130 is too high; the maximum is 120."),
        (BID, 85, "85 is not a multiple of 10."),
        (BID, 90.0, WHOLE_NUMBER),
        (BID, "90", WHOLE_NUMBER),
        (PLAIN, 0, None),
        (PLAIN, 7, None),
        (PLAIN, 10**9, None),
        (PLAIN, -1, "-1 is too low; the minimum is 0."),
        (PLAIN, True, WHOLE_NUMBER),
        (FOUR, [2, 1, 1], None),
        (FOUR, [4, 0, 0], None),
        (FOUR, [None, None, 4], None),
        (FOUR, [2, 1, 0], "These add up to 3; they must add up to 4."),
        (FOUR, [2, 2, 1], "These add up to 5; they must add up to 4."),
        (FOUR, [3, 2, None], "These add up to 5; they must add up to 4."),
        (FOUR, [5, None, None], "5 is too high; the maximum is 4."),
        (FOUR, [5, -1, "x"], "5 is too high; the maximum is 4."),
        (FOUR, [4, -1, 1], "-1 is too low; the minimum is 0."),
        (FOUR, [4, 0], "This list has 2 entries; it needs 3."),
        (FOUR, [1, 1, 1, 1], "This list has 4 entries; it needs 3."),
        (FOUR, 4, "Expected a list with one entry per side or player."),
        (FEW, [0, 0, 0], None),
        (FEW, [1, 1, 0], None),
        (FEW, [1, 1, 1], "These add up to 3; they can be at most 2."),
        (FEW, [2, 1, None], "These add up to 3; they can be at most 2."),
        (FEW, [3, 0, 0], "3 is too high; the maximum is 2."),
        (HIGH, [111, 111, 111], None),
        (HIGH, [111, 112, 0], "112 is too high; the maximum is 111."),
        (TAKER, 0, None),
        (TAKER, 2, None),
        (TAKER, 3, "Choose one of the sides: 0 to 2."),
        (TAKER, -1, "Choose one of the sides: 0 to 2."),
        (TAKER, True, "Choose one of the sides: 0 to 2."),
        (SEAT, 2, None),
        (SEAT, 3, "Choose one of the seats: 0 to 2."),
        (SEAT, -1, "Choose one of the seats: 0 to 2."),
        (SEAT, False, "Choose one of the seats: 0 to 2."),
        (CONTRA, 1, None),
        (CONTRA, 4, None),
        (CONTRA, 3, "Choose one of: 1, 2, 4."),
        (CONTRA, True, "Choose one of: 1, 2, 4."),
        (CONTRA, 1.0, "Choose one of: 1, 2, 4."),
        (KNOCKED, False, None),
        (KNOCKED, True, None),
        (KNOCKED, 1, "Must be true or false."),
        (PASSED, True, None),
        (PASSED, 0, "Must be true or false."),
    ],
)
def test_each_kind_accepts_valid_answers_only(question: Question, value: Any, problem: str | None) -> None:
    assert problem_texts(question, value) == ([] if problem is None else [problem])


def test_pairs_have_more_seats_than_sides() -> None:
    assert problem_texts(TAKER, 1, PAIRS) == []
    assert problem_texts(TAKER, 2, PAIRS) == ["Choose one of the sides: 0 to 1."]
    assert problem_texts(SEAT, 3, PAIRS) == []
    assert problem_texts(SEAT, 4, PAIRS) == ["Choose one of the seats: 0 to 3."]


def test_the_sum_may_depend_on_the_setup() -> None:
    tricks = ask.Tally("tricks", "Tricks", total=lambda deal: 2 * deal.setup.players)
    assert problem_texts(tricks, [3, 2, 1]) == []
    assert problem_texts(tricks, [8, 0], PAIRS) == []
    assert problem_texts(tricks, [3, 3], PAIRS) == ["These add up to 6; they must add up to 8."]
    assert tricks.full_value([3, None, 1], AnyDeal(TABLE)) == [3, 2, 1]
    assert tricks.schema(PAIRS) == numbers(2, minimum=0, maximum=8)


def test_a_game_may_have_its_own_texts_for_problems() -> None:
    exact = ask.Tally("jacks", "Jacks", total=4, off="%(sum)s jacks of %(total)s.")
    assert problem_texts(exact, [1, 1, 1]) == ["3 jacks of 4."]
    bounded = ask.Tally("tricks", "Tricks", most=24, over="%(sum)s tricks of %(total)s.")
    assert problem_texts(bounded, [20, 4, 1]) == ["25 tricks of 24."]
    suit = ask.Choice("rank", "Rank", (("J", "Jack"),), off="Only %(values)s.")
    assert problem_texts(suit, "7") == ["Only J."]


@pytest.mark.parametrize(
    ("question", "value", "full"),
    [
        (FOUR, [2, 1, 1], [2, 1, 1]),
        (FOUR, [2, None, 1], [2, 1, 1]),
        (FOUR, [None, 0, 0], [4, 0, 0]),
        (FOUR, [2, 2, None], [2, 2, 0]),
        (FOUR, [2, None, None], None),
        (FEW, [1, None, 0], None),
        (FEW, [1, 0, 0], [1, 0, 0]),
        (HIGH, [44, 32, None], None),
        (BID, 90, 90),
        (KNOCKED, False, False),
        (PASSED, True, True),
        (PASSED, False, None),
    ],
)
def test_the_full_value_includes_the_missing_number(question: Question, value: Any, full: Any) -> None:
    assert question.full_value(value, AnyDeal(TABLE)) == full


def numbers(count: int, **limits: int) -> dict[str, Any]:
    """Return the schema of a list of numbers, each of which may be null."""
    number = {"type": ["integer", "null"], **limits}
    return {"type": "array", "items": number, "minItems": count, "maxItems": count}


@pytest.mark.parametrize(
    ("question", "schema"),
    [
        (PLAIN, {"type": "integer", "minimum": 0}),
        (BID, {"type": "integer", "minimum": 80, "maximum": 120, "multipleOf": 10}),
        (ask.Number("bid", "Bid", step=2), {"type": "integer", "minimum": 0, "multipleOf": 2}),
        (FOUR, numbers(3, minimum=0, maximum=4)),
        (FEW, numbers(3, minimum=0, maximum=2)),
        (HIGH, numbers(3, minimum=0, maximum=111)),
        (ask.Tally("count", "Count"), numbers(3, minimum=0)),
        (ask.Tally("count", "Count", low=-5, high=5), numbers(3, minimum=-5, maximum=5)),
        (ask.Tally("count", "Count", total=20, most=9, high=5), numbers(3, minimum=0, maximum=5)),
        (TAKER, {"type": "integer", "minimum": 0, "maximum": 2}),
        (SEAT, {"type": "integer", "minimum": 0, "maximum": 2}),
        (CONTRA, {"enum": [1, 2, 4]}),
        (KNOCKED, {"type": "boolean"}),
        (PASSED, {"type": "boolean"}),
    ],
)
def test_each_kind_has_its_schema(question: Question, schema: dict[str, Any]) -> None:
    assert question.schema(TABLE) == schema


def test_the_schemas_of_sides_and_seats_differ_for_pairs() -> None:
    assert TAKER.schema(PAIRS) == {"type": "integer", "minimum": 0, "maximum": 1}
    assert SEAT.schema(PAIRS) == {"type": "integer", "minimum": 0, "maximum": 3}
    assert FOUR.schema(PAIRS) == numbers(2, minimum=0, maximum=4)


def test_a_question_is_needed_and_applies_by_default() -> None:
    deal: Any = {"trump": "hearts"}
    assert PLAIN.is_needed(deal)
    assert PLAIN.when(deal)
    assert PLAIN.help == ""
    assert not ask.Number("bid", "Bid", need=ask.NEVER).is_needed(deal)
    assert not ask.Number("bid", "Bid", need=ask.ONCE_BEGUN).is_needed(deal)
    for trump, is_needed in (("hearts", True), ("clubs", False)):
        question = ask.YesNo(
            "knocked", "Knocked", need=lambda deal, trump=trump: ask.NEEDED if deal["trump"] == trump else ask.NEVER
        )
        assert question.is_needed(deal) is is_needed
