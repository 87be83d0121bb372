"""Letters as people type them in a search: small for large, without accents, and i for all that Turkish tells apart."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache

ALPHABETS = ((0x41, 0x250), (0x370, 0x400), (0x1E00, 0x2000))  # Latin and Greek, with what carries an accent
PLAIN = str.maketrans({"ı": "i", "ς": "σ", "ø": "o", "đ": "d", "ł": "l"})


def pattern(words: str) -> str:
    """An expression that finds them however they are written."""
    return "".join(map(any_of, unicodedata.normalize("NFC", words)))


def any_of(letter: str) -> str:
    known = alike().get(plain(letter), "")
    return f"[{known}]" if letter in known else re.escape(letter)


@cache
def alike() -> dict[str, str]:
    """All letters that are the same one to whoever searches."""
    found: dict[str, str] = defaultdict(str)
    for first, last in ALPHABETS:
        for letter in filter(str.isalpha, map(chr, range(first, last))):
            found[plain(letter)] += letter
    return dict(found)


def plain(letter: str) -> str:
    pieces = unicodedata.normalize("NFD", letter.casefold())
    return "".join(piece for piece in pieces if not unicodedata.combining(piece)).translate(PLAIN)
