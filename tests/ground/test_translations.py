"""Every language says everything: nothing missing, nothing doubtful, every value in its place."""

import re

import polib
import pytest
from django.conf import settings

from games.pages.languages import LANGUAGES
from tools import languages, words

SPOKEN = [code for code, _name in LANGUAGES if code != settings.LANGUAGE_CODE]
ENDS = (".", "?", ";", "…", ":", "»", "”", "“", ")")  # Greek asks with ;
VALUE = re.compile(r"%{1,2}\(\w+\)[a-z]|%%|<[^>]*>|&#?\w+;")


@pytest.fixture(scope="module")
def texts():
    return [message.id for message in words.gather() if message.id]


@pytest.fixture(scope="module", params=SPOKEN)
def catalogue(request):
    return polib.pofile(str(languages.source(request.param)))


def said(entry):
    """Each text with its translation; of a plural every form with each of its translations."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    one, many = (entry.msgstr_plural[number] for number in range(2))
    return [(entry.msgid, one), (entry.msgid_plural, many)]


def values(text):
    return sorted(VALUE.findall(text))


def test_every_language_that_is_offered_is_there():
    assert languages.names() == sorted(SPOKEN)


def test_each_has_the_texts_that_there_are_now(texts, catalogue):
    """`python3 go.py words` brings them up to date."""
    assert catalogue.obsolete_entries() == []
    known = [(entry.msgid, entry.msgid_plural) if entry.msgid_plural else entry.msgid for entry in catalogue]
    assert sorted(map(str, known)) == sorted(map(str, texts))


def test_nothing_is_missing_or_doubtful(catalogue):
    assert [entry.msgid for entry in catalogue if not entry.translated() or entry.fuzzy] == []


def test_every_value_has_its_place(catalogue):
    """The form for one may spell its number out, as English does."""
    for entry in catalogue:
        for text, translation in said(entry):
            wanted = values(text)
            if entry.msgid_plural and "%(count)s" not in translation and text == entry.msgid:
                wanted = [value for value in wanted if value != "%(count)s"]
            if entry.msgid_plural and "%(count)s" in translation and "%(count)s" not in wanted:
                wanted = sorted([*wanted, "%(count)s"])
            assert values(translation) == wanted, (text, translation)


def test_a_translation_can_be_filled_in(catalogue):
    for entry in catalogue:
        for text, translation in said(entry):
            if "%" in text:
                names = dict.fromkeys(re.findall(r"%\((\w+)\)", text + translation), 7)
                assert translation % names


def test_a_translation_begins_and_ends_like_its_text(catalogue):
    """A sentence stays a sentence, a label a label, and lines break where they did."""
    for entry in catalogue:
        for text, translation in said(entry):
            assert translation == translation.strip(), translation
            assert translation.count("\n") == text.count("\n"), translation
            if len(text) > 40:
                assert translation.endswith(ENDS) == text.endswith(ENDS), (text, translation)


def test_the_form_for_one_is_for_one_alone(catalogue):
    assert catalogue.metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"


def test_django_reads_what_is_made_of_them(tmp_path):
    languages.make(tmp_path)
    made = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.mo"))
    assert made == [f"{name}/LC_MESSAGES/django.mo" for name in sorted(SPOKEN)]


def test_new_texts_come_and_old_ones_go(tmp_path, monkeypatch):
    monkeypatch.setattr(languages, "SOURCES", tmp_path / "locale")
    source = languages.source("de")
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Round"\nmsgstr "Runde"\n\nmsgid "Gone"\nmsgstr "Weg"\n'
    )
    texts = tmp_path / "messages.pot"
    texts.write_text(
        'msgid ""\nmsgstr ""\n\n#: a.py:7\nmsgid "New"\nmsgstr ""\n\n#: b.py:1 b.py:9\nmsgid "Round"\nmsgstr ""\n'
    )
    assert languages.bring_up_to_date(texts) == {"de": 1}
    found = polib.pofile(str(source))
    assert [(entry.msgid, entry.msgstr, entry.occurrences) for entry in found] == [
        ("New", "", [("a.py", "")]),
        ("Round", "Runde", [("b.py", "")]),
    ]
