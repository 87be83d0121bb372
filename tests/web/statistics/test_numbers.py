from fractions import Fraction

import pytest

from games.web.statistics.numbers import decimal, percent, signed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5, 8), "63%"),
        (Fraction(3, 8), "38%"),
        (Fraction(1, 3), "33%"),
        (Fraction(2, 3), "67%"),
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
    ],
)
def test_half_a_percent_is_rounded_up(value: Fraction, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(5, 4), "+1.3"), (Fraction(-5, 4), "−1.3"), (Fraction(0), "0.0"), (Fraction(-1, 100), "0.0")],
)
def test_a_difference_has_its_sign(value: Fraction, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Fraction(5, 4), "1.3"), (Fraction(-5, 4), "−1.3"), (Fraction(2), "2.0"), (Fraction(1, 3), "0.3"), (None, "–")],
)
def test_number_has_one_decimal(value: Fraction | None, text: str) -> None:
    assert decimal(value) == text
