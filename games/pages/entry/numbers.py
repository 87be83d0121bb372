"""Whole numbers as they are typed into a form."""

from __future__ import annotations

from games.match.errors import Refused
from games.rules.words import _

DIGITS = 6  # of a number in a form
MINUS = ("-", "−")  # as keyboards have it, and as it is printed


def parse_number(text: str, digits: int = DIGITS, *, signed: bool = False) -> int | None:
    """Return the number typed; None for an empty field, or for one with only a minus so far."""
    text = text.strip(" ")
    if signed and text[:1] in MINUS:
        number = parse_number(text[1:], digits)
        return None if number is None else -number
    if not text:
        return None
    if len(text) > digits or not all("0" <= digit <= "9" for digit in text):
        raise Refused("number", _("A whole number is needed here, of %(most)s digits at most."), most=digits)
    return int(text)
