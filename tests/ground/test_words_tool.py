"""Gathering the texts for people, and building the pseudo-language."""

import gettext
import re

import pytest

from games.rules.words import pgettext
from tools import words
from tools.steps import ROOT

pytestmark = pytest.mark.fifth

PLACEHOLDER = re.compile(r"%\(\w+\)s")


@pytest.fixture(scope="module")
def texts():
    return words.gather()


@pytest.fixture(scope="module")
def catalogue(texts, tmp_path_factory):
    """The file for Django, read by the standard library."""
    locale = tmp_path_factory.mktemp("locale")
    words.write(words.pseudo_catalog(texts), locale)
    with open(locale / "en_XA" / "LC_MESSAGES" / "django.mo", "rb") as file:
        return gettext.GNUTranslations(file)


def forms(message):
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Tricks", "⟦Ţŕîçķš··⟧"),
        ("Play to", "⟦Þļåý·· ţö⟧"),
        ("%(count)s players", "⟦%(count)s þļåýéŕš···⟧"),
        ('See <a href="/">the games</a> &amp; play', '⟦Šéé· <a href="/">ţĥé· ĝåɱéš··</a> &amp; þļåý··⟧'),
        ("2♣", "⟦2♣·⟧"),
        ("100 %%", "⟦100· %%⟧"),
        ("%%(n)s of %(most)s", "⟦%%(n)s öƒ· %(most)s⟧"),
    ],
)
def test_pseudo_accents_and_lengthens_text_but_not_placeholders(text, translation):
    assert words.pseudo(text) == translation


@pytest.mark.slow
def test_texts_are_gathered_from_games_pages_and_settings(texts):
    places = {place.split("/")[0] for message in texts for place, _line in message.locations}
    assert {"games", "templates"} <= places
    assert texts.get("Jack pişti")
    assert texts.get("Page not found")
    assert texts.get(("%(counts)s player", "%(counts)s players"))


def test_every_text_is_in_the_pseudo_language(texts, catalogue):
    for message in texts:
        if isinstance(message.id, str):
            key = pgettext(message.context, message.id) if message.context else message.id
            assert not message.id or catalogue.gettext(key) == words.pseudo(message.id)
        else:
            translations = [catalogue.ngettext(*message.id, number) for number in (1, 2)]
            assert translations == [words.pseudo(form) for form in message.id]


def test_placeholders_survive(texts):
    for form in [form for message in texts for form in forms(message)]:
        assert PLACEHOLDER.findall(words.pseudo(form)) == PLACEHOLDER.findall(form)


def test_texts_grow_by_about_two_fifths(texts):
    plain = [PLACEHOLDER.sub("", form) for message in texts for form in forms(message)]
    grown = sum(len(words.pseudo(form)) - 2 for form in plain) / sum(map(len, plain))
    assert 1.3 < grown < 1.5


def test_no_text_is_an_f_string_or_glued_together():
    """Babel ignores such a text silently. Behind the mark there must be a plain text or a name."""
    for path in sorted((ROOT / "games").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        assert not re.findall(r"""\b(?:_|n?gettext)\(\s*(?:[frb]+["']|["'][^"']*["']\s*[+%])""", source), path
