"""Search text that ignores case and accents, and treats all kinds of the Turkish i as one letter."""

from __future__ import annotations

import unicodedata
from functools import cache

PLAIN = {"ı": "i", "ς": "σ", "ø": "o", "đ": "d", "ł": "l"}
LAST_MARK = 0x20000  # no combining character is above it


def fold(text: str) -> str:
    """Return the text as a search compares it: equal letters are the same. The time grows with its length only."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    # Without their marks first, as the normalization sorts them, which takes the square of a long row of marks.
    bare = unicodedata.normalize("NFD", folded.translate(changes())).translate(changes())
    return unicodedata.normalize("NFC", bare)


@cache
def changes() -> dict[int, str | None]:
    """Return what replaces single characters: None for a combining one, as it is an accent without its letter."""
    marks: dict[int, str | None] = {code: None for code in range(LAST_MARK) if unicodedata.combining(chr(code))}
    return marks | str.maketrans(PLAIN)
