"""The judge: blank answers, and answers that follow from others."""

from typing import Any

import pytest

from games.rules.judge import fits, is_blank


@pytest.mark.parametrize(
    ("value", "blank"),
    [
        ([None, None], True),
        ([None], True),
        ([None, 0], False),
        ([None, []], False),
        ([], False),
        (0, False),
        (False, False),
        ({}, False),
    ],
)
def test_a_list_of_nulls_is_blank_and_an_empty_list_is_not(value: Any, blank: bool) -> None:
    assert is_blank(value) is blank


@pytest.mark.parametrize(
    ("given", "value", "is_fit"),
    [
        (None, 7, True),
        (7, 7, True),
        (7, 8, False),
        (False, None, False),
        ([7, None], [7, 9], True),
        ([7, 8], [7, 9], False),
        ([7], [7, 9], False),
        ([7, 9, None], [7, 9], False),
        ([[None, 1], None], [[0, 1], [2]], True),
        ([[1, 1], None], [[0, 1], [2]], False),
        (7, [7], False),
    ],
)
def test_a_partial_answer_fits_as_far_as_it_is_answered(given: Any, value: Any, is_fit: bool) -> None:
    assert fits(given, value) is is_fit
