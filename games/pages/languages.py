"""The languages of Scorekeeper, each by its own name. Their texts are in locale/."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES = (
    ("en", "English"),
    ("de", "Deutsch"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("pt", "Português (Portugal)"),
    ("pt-br", "Português (Brasil)"),
    ("tr", "Türkçe"),
    ("el", "Ελληνικά"),
)
# The menu has one English, whose texts are those of Britain. The region of the browser decides about this one. 840 is the
# number of the United States, because Python's gettext takes the texts of `en-us` for those of `en`.
REGIONS = (("en-840", "English (United States)"),)
REGIONAL = {"en-us": "en-840"}

# Tags for browsers, which write days, times and numbers by them. `en` alone means the United States to them, and `pt` Brazil.
LOCALES = {"en": "en-GB", "en-840": "en-US", "pt": "pt-PT", "pt-br": "pt-BR"}


def locale(language: str) -> str:
    """Return the tag of a language for browsers."""
    return LOCALES.get(language, language)


def in_menu(languages: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [language for language in languages if language not in REGIONS]


def menu_language(language: str) -> str:
    """Return the entry of the menu to which a language belongs."""
    return language.split("-")[0] if language in dict(REGIONS) else language
