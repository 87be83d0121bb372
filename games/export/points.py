"""Points in words: a share of a win or of a place may be a fraction."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format

from games.export.minus import with_minus

PLACES = 2  # after the decimal mark


def points_in_words(points: Fraction, *, is_average: bool) -> str:
    """Format the points: an average with two decimals, a sum with as many as it needs, two at most."""
    exact = next((places for places in range(PLACES) if (points * 10**places).denominator == 1), PLACES)
    return with_minus(number_format(rounded(points), PLACES if is_average else exact))


def rounded(value: Fraction) -> float:
    """Round half of the last place away from zero."""
    sign = -1 if value < 0 else 1
    return float(sign * int(abs(value) * 10**PLACES + Fraction(1, 2)) / 10**PLACES)
