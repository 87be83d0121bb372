"""Search text that ignores case and accents, and treats all kinds of the Turkish i as one letter."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache

ALPHABETS = ((0x41, 0x250), (0x370, 0x400), (0x1E00, 0x2000))  # Latin and Greek, with accented letters
PLAIN = str.maketrans({"ı": "i", "ς": "σ", "ø": "o", "đ": "d", "ł": "l"})


def pattern(words: str) -> str:
    """Return a regular expression that finds the words with or without accents, in any case."""
    return "".join(map(letter_class, unicodedata.normalize("NFC", words)))


def letter_class(letter: str) -> str:
    known = equal_letters().get(fold_letter(letter), "")
    return f"[{known}]" if letter in known else re.escape(letter)


@cache
def equal_letters() -> dict[str, str]:
    """Return all letters that count as equal in a search, by their folded letter."""
    letters: dict[str, str] = defaultdict(str)
    for first, last in ALPHABETS:
        for letter in filter(str.isalpha, map(chr, range(first, last))):
            letters[fold_letter(letter)] += letter
    return dict(letters)


def fold_letter(letter: str) -> str:
    characters = unicodedata.normalize("NFD", letter.casefold())
    return "".join(char for char in characters if not unicodedata.combining(char)).translate(PLAIN)
