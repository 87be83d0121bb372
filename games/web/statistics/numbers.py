"""Format fractions."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext

from games.export.minus import with_minus


def rounded(value: Fraction, places: int) -> Decimal:
    """Round half of the last place away from zero."""
    step = Decimal(1).scaleb(-places)
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(step, ROUND_HALF_UP)


def decimal(value: Fraction | None, places: int = 1) -> str:
    return "–" if value is None else with_minus(number_format(rounded(value, places), places))


def signed(value: Fraction, places: int = 1) -> str:
    """Format a difference with its sign. One that is rounded to zero has none."""
    number = rounded(value, places)
    sign = "" if number == 0 else "+" if number > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number_format(abs(number), places)}"


def percent(value: Fraction) -> str:
    return gettext("%(share)s%%") % {"share": rounded(100 * value, 0)}
