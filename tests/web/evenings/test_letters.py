"""A search finds what was written, however somebody types it."""

import re

import pytest

from games.web.evenings.letters import pattern


def finds(typed, written):
    return re.search(pattern(typed), written, re.IGNORECASE) is not None


@pytest.mark.parametrize(
    ("typed", "written"),
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
def test_letters_are_alike(typed, written):
    assert finds(typed, written)


@pytest.mark.parametrize(
    ("typed", "written"), [("a.b", "axb"), ("o", "a"), ("(", "["), ("μ", "m"), ("[a-z]", "q"), ("ss", "s")]
)
def test_others_are_not(typed, written):
    assert not finds(typed, written)
