"""Questions within questions: problems have the outer name, and open parts leave the answer open."""

from typing import Any

import pytest

from games.rules import ask
from games.rules.capixaba import CAPIXABA
from games.rules.deal import AnyDeal
from games.rules.game import Setup
from games.rules.nested import Each, Numbers, OneOf, Record, Several

PAIRS = Setup(CAPIXABA, {}, 4)  # four players, two sides

LENGTH = ask.Number("length", "Length", low=3, high=8)
RUN = Record("sequence", "Run", (LENGTH, ask.PlayerSeat("seat", "Seat", need=ask.NEVER)))
FOUR = Record("four", "Four", (ask.Choice("rank", "Rank", (("J", "Jack"), ("9", "Nine"))),))
DECLARED = OneOf("declared", "Declared", (RUN, FOUR))
SOME = Several(LENGTH, most=2)
VALUES = Numbers("values", "Values", low=0, high=13, least=1, most=3)
SHARED = ask.Tally("shared", "Shared", total=lambda deal: deal.setup.players)  # four together
SHARED_ONE = OneOf("shared", "Shared", (Record("record", "Record", (SHARED,)),))
BY_SIDE = Each("runs", "Runs", RUN)
BY_PLAYER = Each("runs", "Runs", RUN, player=True)

LIST = "Expected a list."
OBJECT = "Expected an object with named fields."


def problem_texts(question: ask.Question, value: Any) -> list[str]:
    problems = question.problems(value, AnyDeal(PAIRS))
    assert {problem.question for problem in problems} <= {question.name}
    return [problem.words.translated(str) for problem in problems]


@pytest.mark.parametrize(
    ("question", "value", "problems"),
    [
        (RUN, {}, []),
        (RUN, {"length": 3, "seat": 3}, []),
        (RUN, {"length": None, "colour": None}, []),
        (RUN, {"length": 2, "seat": 4}, ["2 is too low; the minimum is 3.", "Choose one of the seats: 0 to 3."]),
        (RUN, {"trump": 1, "colour": 1}, ["“colour” is not allowed here."]),
        (RUN, [], [OBJECT]),
        (BY_SIDE, [{"length": 3}, None], []),
        (
            BY_SIDE,
            [{"length": 9}, {"length": 1}],
            ["9 is too high; the maximum is 8.", "1 is too low; the minimum is 3."],
        ),
        (BY_SIDE, [None] * 4, ["This list has 4 entries; it needs 2."]),
        (BY_PLAYER, [None] * 4, []),
        (BY_PLAYER, [None] * 2, ["This list has 2 entries; it needs 4."]),
        (BY_PLAYER, {}, ["Expected a list with one entry per side or player."]),
        (SOME, [], []),
        (SOME, [3, 4], []),
        (SOME, [3, None], []),
        (SOME, [2, 9], ["2 is too low; the minimum is 3.", "9 is too high; the maximum is 8."]),
        (SOME, [3, 4, 5], ["There are 3 entries here; at most 2 are allowed."]),
        (SOME, 3, [LIST]),
        (VALUES, [0], []),
        (VALUES, [13, 0, None], []),
        (VALUES, [], ["0 cards entered; a player lays 1 to 3."]),
        (VALUES, [1, 2, 3, 4], ["4 cards entered; a player lays 1 to 3."]),
        (VALUES, [5, 14, -1], ["14 is too high; the maximum is 13."]),
        (VALUES, [-1], ["-1 is too low; the minimum is 0."]),
        (VALUES, 5, [LIST]),
        (DECLARED, {"kind": "sequence", "length": 3}, []),
        (DECLARED, {"kind": "four", "rank": "J"}, []),
        (DECLARED, {"kind": "four", "length": 3}, ["“length” is not allowed here."]),
        (DECLARED, {"kind": "sequence", "length": 9}, ["9 is too high; the maximum is 8."]),
        (DECLARED, {"kind": "five"}, ["Choose one of: sequence, four."]),
        (DECLARED, {}, []),
        (DECLARED, {"kind": None, "length": 3}, []),
        (DECLARED, {"rank": "J"}, []),
        (DECLARED, {"length": 9}, ["9 is too high; the maximum is 8."]),
        (
            DECLARED,
            {"rank": "7", "seat": 9},
            ["“rank” is not allowed here.", "Choose one of the seats: 0 to 3."],
        ),
        (DECLARED, 3, [OBJECT]),
    ],
)
def test_each_kind_accepts_valid_answers_only(question: ask.Question, value: Any, problems: list[str]) -> None:
    assert problem_texts(question, value) == problems


@pytest.mark.parametrize(
    ("question", "value", "full"),
    [
        (RUN, {"length": 3}, {"length": 3, "seat": None}),
        (RUN, {"length": 3, "seat": 0}, {"length": 3, "seat": 0}),
        (RUN, {"seat": 0}, None),
        (RUN, None, None),
        (BY_SIDE, [{"length": 3}, {"length": 4, "seat": 1}], [{"length": 3, "seat": None}, {"length": 4, "seat": 1}]),
        (BY_SIDE, [{"length": 3}, None], None),
        (BY_SIDE, [{"length": 3}, {}], None),
        (SOME, [], []),
        (SOME, None, []),
        (SOME, [3, 4], [3, 4]),
        (SOME, [3, None], None),
        (VALUES, [0, 13], [0, 13]),
        (VALUES, [0, None], None),
        (DECLARED, {"kind": "four", "rank": "J"}, {"kind": "four", "rank": "J"}),
        (DECLARED, {"kind": "sequence", "length": 3}, {"kind": "sequence", "length": 3, "seat": None}),
        (DECLARED, {"kind": "four"}, None),
        (DECLARED, {"rank": "J"}, None),
        (DECLARED, None, None),
        (Several(SHARED, most=2), [[1, None]], [[1, 3]]),
        (Each("shared", "Shared", SHARED), [[1, None], [None, 4]], [[1, 3], [0, 4]]),
        (SHARED_ONE, {"kind": "record", "shared": [None, 2]}, {"kind": "record", "shared": [2, 2]}),
    ],
)
def test_the_full_value_is_none_while_a_part_is_missing(question: ask.Question, value: Any, full: Any) -> None:
    assert question.full_value(value, AnyDeal(PAIRS)) == full


def or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


def record(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "additionalProperties": False}


THREE_TO_EIGHT = {"type": "integer", "minimum": 3, "maximum": 8}
A_SEAT = {"type": "integer", "minimum": 0, "maximum": 3}
RUN_FIELDS = {"length": or_null(THREE_TO_EIGHT), "seat": or_null(A_SEAT)}
A_RUN = record(**RUN_FIELDS)
A_VALUE = {"type": "integer", "minimum": 0, "maximum": 13}


@pytest.mark.parametrize(
    ("question", "schema"),
    [
        (RUN, A_RUN),
        (BY_SIDE, {"type": "array", "items": or_null(A_RUN), "minItems": 2, "maxItems": 2}),
        (BY_PLAYER, {"type": "array", "items": or_null(A_RUN), "minItems": 4, "maxItems": 4}),
        (SOME, {"type": "array", "items": or_null(THREE_TO_EIGHT), "maxItems": 2}),
        (Several(ask.PlayerSeat("seat", "Seat"), most=3), {"type": "array", "items": or_null(A_SEAT), "maxItems": 3}),
        (VALUES, {"type": "array", "items": or_null(A_VALUE), "minItems": 1, "maxItems": 3}),
        (
            DECLARED,
            {
                "anyOf": [
                    record(**RUN_FIELDS, kind={"enum": ["sequence", None]}),
                    record(rank=or_null({"enum": ["J", "9"]}), kind={"enum": ["four", None]}),
                ]
            },
        ),
    ],
)
def test_each_kind_has_its_schema(question: ask.Question, schema: dict[str, Any]) -> None:
    assert question.schema(PAIRS) == schema
