"""What was entered, as text without the game."""

import pytest

from games.display.unknown_match import entered


@pytest.mark.parametrize(
    ("answers", "lines"),
    [
        ({"b": 3, "a": True, "none": None}, [("a", "True"), ("b", "3")]),
        ({"bids": [1, None, [2, 3]]}, [("bids", "1, –, 2, 3")]),
        ({"heley": {"trick": 4, "by": "hearts"}}, [("heley", "by: hearts, trick: 4")]),
        ("wrong", []),
    ],
)
def test_answers_are_lines_in_one_order(answers: object, lines: list[tuple[str, str]]) -> None:
    assert entered(answers) == lines
