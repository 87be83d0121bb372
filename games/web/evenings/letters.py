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
    return unicodedata.normalize("NFC", folded.translate(changes()))


@cache
def changes() -> dict[int, str | None]:
    """Return what replaces single characters: nothing for a combining one, and others by their letters without marks.

    The text as a whole is never decomposed: the normalization sorts marks, which takes the square of a long row of them.
    """
    plain = {code: plain_letters(chr(code)) for code in range(LAST_MARK)}
    return {code: letters or None for code, letters in plain.items() if letters != chr(code)}


def plain_letters(letter: str) -> str:
    parts = (part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))
    return unicodedata.normalize("NFC", "".join(PLAIN.get(part, part) for part in parts))
