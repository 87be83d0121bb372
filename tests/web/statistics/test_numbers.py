from fractions import Fraction

import pytest

from games.web.statistics.numbers import decimal, percent


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(5, 8), "63 %"),
        (Fraction(3, 8), "38 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(2, 3), "67 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_half_a_percent_is_rounded_up(value: Fraction, shown: str) -> None:
    assert percent(value).replace("\N{NO-BREAK SPACE}", " ") == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(Fraction(5, 4), "1.3"), (Fraction(-5, 4), "-1.3"), (Fraction(2), "2.0"), (Fraction(1, 3), "0.3"), (None, "–")],
)
def test_one_place_behind_the_point(value: Fraction | None, shown: str) -> None:
    assert decimal(value) == shown
