"""The kinds of house rules: defaults, valid values, and refusals."""

from typing import Any

import pytest

from games.rules.option import Option, Pairing, Pick, Switch, Target

LINES = Pick("lines", "Lines", ((4, "Four"), (10, "Ten")))
TIED = Pick("tied_bids", "Tied bids", (("fewer", "Fewer"), ("more", "More")), default="more")
TEAMS = Switch("teams", "Teams", players=(4, 6))
STAKE = Switch("stake_on_fail", "Stake", True)
PLAY_TO = Target("target", "Target score", (151, 101))
OPEN_END = Target("target", "Target score", (100, 50), none="No limit")
PAIRS = Pairing("subtrumps", "Lesser trumps", (("red", "Red"), ("blue", "Blue"), ("green", "Green")))
ANYTHING = Option("note", "Note", "none")

OF_LINES = "“lines” must be one of: 4, 10."
TRUE_OR_FALSE = "“teams” must be one of: true, false."
FROM_ONE = "“target” must be a whole number from 1 up."
OR_NULL = "“target” must be a whole number from 1 up, or null."
NO_PAIRING = "For each of these, “subtrumps” must name another one of them: red, blue, green."


@pytest.mark.parametrize(
    ("option", "default"),
    [
        (LINES, 4),
        (TIED, "more"),
        (TEAMS, False),
        (STAKE, True),
        (PLAY_TO, 151),
        (OPEN_END, None),
        (PAIRS, None),
        (ANYTHING, "none"),
    ],
)
def test_the_default_is_the_first_value_unless_given(option: Option, default: Any) -> None:
    assert option.default == default
    assert option.refusal(default, 3) is None


@pytest.mark.parametrize(
    ("option", "value", "players", "refused"),
    [
        (LINES, 10, 2, None),
        (LINES, 5, 2, OF_LINES),
        (LINES, "4", 2, OF_LINES),
        (LINES, None, 2, OF_LINES),
        (TEAMS, True, 4, None),
        (TEAMS, True, 6, None),
        (TEAMS, False, 3, None),
        (TEAMS, True, 3, "The option “teams” is not available with 3 players."),
        (TEAMS, 1, 3, TRUE_OR_FALSE),
        (TEAMS, 0, 4, TRUE_OR_FALSE),
        (STAKE, False, 4, None),
        (PLAY_TO, 1, 2, None),
        (PLAY_TO, 10_000, 2, None),
        (PLAY_TO, 0, 2, FROM_ONE),
        (PLAY_TO, True, 2, FROM_ONE),
        (PLAY_TO, 151.0, 2, FROM_ONE),
        (PLAY_TO, None, 2, FROM_ONE),
        (OPEN_END, None, 2, None),
        (OPEN_END, 7, 2, None),
        (OPEN_END, 0, 2, OR_NULL),
        (OPEN_END, False, 2, OR_NULL),
        (PAIRS, {}, 4, None),
        (PAIRS, {"red": "blue", "blue": "green"}, 4, None),
        (PAIRS, {"red": "red"}, 4, NO_PAIRING),
        (PAIRS, {"red": "black"}, 4, NO_PAIRING),
        (PAIRS, {"black": "red"}, 4, NO_PAIRING),
        (PAIRS, {"red": "blue", "blue": None}, 4, NO_PAIRING),
        (PAIRS, [], 4, NO_PAIRING),
        (ANYTHING, 7, 4, None),
    ],
)
def test_each_kind_accepts_its_values_only(option: Option, value: Any, players: int, refused: str | None) -> None:
    words = option.refusal(value, players)
    assert (None if words is None else words.translated(str)) == refused


@pytest.mark.parametrize(
    ("option", "schema"),
    [
        (LINES, {"enum": [4, 10], "default": 4}),
        (TIED, {"enum": ["fewer", "more"], "default": "more"}),
        (TEAMS, {"type": "boolean", "default": False}),
        (STAKE, {"type": "boolean", "default": True}),
        (PLAY_TO, {"type": "integer", "minimum": 1, "default": 151}),
        (OPEN_END, {"type": ["integer", "null"], "minimum": 1, "default": None}),
        (
            PAIRS,
            {
                "type": ["object", "null"],
                "properties": {
                    "red": {"enum": ["blue", "green"]},
                    "blue": {"enum": ["red", "green"]},
                    "green": {"enum": ["red", "blue"]},
                },
                "additionalProperties": False,
                "default": None,
            },
        ),
        (ANYTHING, {}),
    ],
)
def test_each_kind_has_its_schema(option: Option, schema: dict[str, Any]) -> None:
    assert option.schema() == schema
