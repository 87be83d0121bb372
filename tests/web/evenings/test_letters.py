"""A search ignores case, accents and the kinds of the Turkish i."""

import re

import pytest

from games.web.evenings.letters import pattern


def finds(typed, text):
    return re.search(pattern(typed), text, re.IGNORECASE) is not None


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("istanbul", "İSTANBUL"),
        ("ISTANBUL", "istanbul"),
        ("kıs", "Kış gecesi"),
        ("IŞIK", "ışık"),
        ("βραδια", "ΒΡΑΔΙΆ"),
        ("οδός", "ΟΔΟΣ 7"),
        ("ΟΔΟΣ", "οδός"),
        ("serao", "Serão da Rosa"),
        ("muller", "Müller"),
        ("cafe\u0301", "Café"),
    ],
)
def test_equal_letters_are_found(typed, text):
    assert finds(typed, text)


@pytest.mark.parametrize(
    ("typed", "text"), [("a.b", "axb"), ("o", "a"), ("(", "["), ("μ", "m"), ("[a-z]", "q"), ("ss", "s")]
)
def test_other_letters_are_not_found(typed, text):
    assert not finds(typed, text)
