"""Parts of numbers as people read them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext


def rounded(value: Fraction, places: int) -> Decimal:
    """Half of the last place is rounded up, away from nought, as people do it."""
    shown = Decimal(1).scaleb(-places)
    return (Decimal(value.numerator) / Decimal(value.denominator)).quantize(shown, ROUND_HALF_UP)


def decimal(value: Fraction | None, places: int = 1) -> str:
    return "–" if value is None else number_format(rounded(value, places), places)


def percent(value: Fraction) -> str:
    return gettext("%(share)s\N{NO-BREAK SPACE}%%") % {"share": rounded(100 * value, 0)}
