"""Every language has every text, with all placeholders, and none that is marked as doubtful."""

import gettext
import re

import polib
import pytest
from babel.messages.extract import extract_from_dir
from django.conf import settings
from django.utils.translation import to_locale

from games.pages.languages import LANGUAGES, REGIONS
from games.rules.words import pgettext
from tools import languages, words

SPOKEN = [to_locale(code) for code, _name in LANGUAGES if code != settings.LANGUAGE_CODE]
OF_REGIONS = [to_locale(code) for code, _name in REGIONS]
RULES = {"fr": "n > 1", "pt_BR": "n > 1"}  # in French and in Brazil, 0 has the singular
ENDS = (".", "?", ";", "…", ":", "»", "”", "“", ")")  # Greek asks with ;
PLACEHOLDER = re.compile(r"%{1,2}\(\w+\)[a-z]|%%|<[^>]*>|&#?\w+;")


@pytest.fixture(scope="module")
def texts():
    return [message.id for message in words.gather() if message.id]


@pytest.fixture(scope="module", params=SPOKEN)
def catalogue(request):
    return languages.read(request.param)


@pytest.fixture(scope="module")
def brazilian():
    """Return the file with the Brazilian texts that differ from those of Portugal."""
    return polib.pofile(str(languages.source("pt_BR")))


def translations(entry):
    """Return each text with its translation; for a plural both forms with their translations."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    singular, plural = (entry.msgstr_plural[number] for number in range(2))
    return [(entry.msgid, singular), (entry.msgid_plural, plural)]


def key_of(entry):
    """Return the key by which gettext finds a text."""
    return pgettext(entry.msgctxt, entry.msgid) if entry.msgctxt else entry.msgid


def placeholders(text):
    """Return the placeholders of a text. A clock may have 12 hours."""
    return sorted(PLACEHOLDER.findall(text.replace("%(hour12)s:%(minute)s %(half)s", "%(hour)s:%(minute)s")))


def test_every_offered_language_has_a_catalogue():
    assert languages.names() == sorted([*SPOKEN, *OF_REGIONS])


def test_a_catalogue_has_exactly_the_current_texts(texts, catalogue):
    """`python3 go.py words` updates the catalogues."""
    assert catalogue.obsolete_entries() == []
    known = [(entry.msgid, entry.msgid_plural) if entry.msgid_plural else entry.msgid for entry in catalogue]
    assert sorted(map(str, known)) == sorted(map(str, texts))


def test_no_translation_is_missing_or_doubtful(catalogue):
    assert [entry.msgid for entry in catalogue if not entry.translated() or entry.fuzzy] == []


def test_a_translation_has_the_placeholders_of_its_text(catalogue):
    """A singular form may spell out its number, as English does."""
    for entry in catalogue:
        for text, translation in translations(entry):
            expected = placeholders(text)
            if entry.msgid_plural and "%(count)s" not in translation and text == entry.msgid:
                expected = [value for value in expected if value != "%(count)s"]
            if entry.msgid_plural and "%(count)s" in translation and "%(count)s" not in expected:
                expected = sorted([*expected, "%(count)s"])
            assert placeholders(translation) == expected, (text, translation)


def test_a_translation_can_be_formatted(catalogue):
    for entry in catalogue:
        for text, translation in translations(entry):
            if "%" in text:
                names = dict.fromkeys(re.findall(r"%\((\w+)\)", text + translation), 7)
                assert translation % names


def test_a_translation_begins_and_ends_like_its_text(catalogue):
    """A sentence stays a sentence, a label stays a label, and the number of lines stays the same."""
    for entry in catalogue:
        for text, translation in translations(entry):
            assert translation == translation.strip(), translation
            assert translation.count("\n") == text.count("\n"), translation
            if len(text) > 40:
                assert translation.endswith(ENDS) == text.endswith(ENDS), (text, translation)


def test_a_quoted_label_is_translated_as_on_its_button(catalogue):
    """“Account” in a sentence is the text of the tab. Other quotations are examples, or words of other programs."""
    labels = {entry.msgid: entry.msgstr for entry in catalogue}
    for entry in catalogue:
        for label in re.findall(r"“([^”]+)”", entry.msgid):
            assert labels.get(label, "") in entry.msgstr, (entry.msgid, entry.msgstr)


def test_the_singular_form_is_for_one_and_in_some_languages_for_none(catalogue):
    rule = RULES.get(catalogue.metadata["Language"], "n != 1")
    assert catalogue.metadata["Plural-Forms"] == f"nplurals=2; plural=({rule});"


NEVER_NONE = ("place", "Round %(numbers)s ")  # places of a player, and numbers of rounds that have changed


@pytest.mark.parametrize("language", RULES)
def test_a_singular_for_none_names_its_number(language, used_alone):
    """It is for 0, too, so it cannot say "uma" or "une". A total is the number with its sign."""
    plurals = [entry for entry in languages.read(language) if entry.msgid_plural and entry.msgid not in used_alone]
    plurals = [entry for entry in plurals if not entry.msgid.startswith(NEVER_NONE)]
    number = re.compile(r"%\((?:count|total)")
    wrong = [entry.msgid for entry in plurals if not number.search(entry.msgstr_plural[0])]
    assert wrong == []


@pytest.fixture(scope="module")
def used_alone():
    """Return the singular texts that are also used without a number. They are filled with no value."""
    alone, counted = set(), set()
    for folder, pattern, method in words.SOURCES:
        options = {pattern: words.OPTIONS.get(method, {})}
        for found in extract_from_dir(words.ROOT / folder, [(pattern, method)], options, words.KEYWORDS):
            text = found[2]
            if isinstance(text, tuple):
                counted.add(text[0])
            else:
                alone.add(text)
    return alone & counted


def test_a_singular_that_is_used_alone_names_no_number(catalogue, used_alone):
    assert used_alone
    texts = [entry.msgstr_plural[0] for entry in catalogue if entry.msgid in used_alone and entry.msgid_plural]
    assert len(texts) == len(used_alone)
    assert [text for text in texts if "%" in text] == []


def test_a_brazilian_text_differs_from_that_of_portugal(brazilian):
    portugal = {key_of(entry): translations(entry) for entry in languages.read("pt")}
    counted = [
        key_of(entry) for entry in brazilian if entry.msgid_plural
    ]  # the number decides otherwise about the form
    same = [key_of(entry) for entry in brazilian if translations(entry) == portugal[key_of(entry)]]
    assert set(same) <= set(counted)


def test_a_text_without_a_brazilian_translation_is_that_of_portugal(brazilian, tmp_path):
    languages.compile_languages(tmp_path)
    compiled = {name: gettext.translation("django", tmp_path, [name]) for name in ("pt", "pt_BR")}
    own = {key_of(entry) for entry in brazilian}
    rest = [key_of(entry) for entry in languages.read("pt") if key_of(entry) not in own and not entry.msgid_plural]
    assert len(rest) > 300
    assert [compiled["pt_BR"].gettext(text) for text in rest] == [compiled["pt"].gettext(text) for text in rest]
    # Without the fallback that Python adds by itself, because the phone has none.
    assert all(text in compiled["pt_BR"]._catalog for text in rest)


BRITISH = {
    "harbour": "harbor",
    "colour": "color",
    "recognise": "recognize",
    "metres": "meters",
    "towards": "toward",
    "afterwards": "afterward",
    "signalling": "signaling",
    "counter-clockwise": "counterclockwise",
}
AMERICAN = re.compile(
    r"\b(?:colors?|favor\w*|harbors?|neighbors?|honor\w*|centers?|meters?|gray|canceled|labeled|signaling|traveled|catalogs?"
    r"|(?:to|after)ward|fulfill|counterclockwise"
    r"|(?:recogni|organi|reali|apologi|minimi|summari|initiali|synchroni)z\w+)\b",
    re.IGNORECASE,
)


def test_english_texts_have_british_spelling(texts):
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text)]
    assert [form for form in forms if AMERICAN.search(form)] == []


def test_each_british_spelling_has_an_american_one(texts):
    spelled = {}
    for text in texts:
        american = text if isinstance(text, str) else text[0]
        for british, other in BRITISH.items():
            american = american.replace(british, other)
        if american != (text if isinstance(text, str) else text[0]):
            spelled[text] = american
    own = {entry.msgid: entry.msgstr for entry in polib.pofile(str(languages.source("en_840")))}
    assert {text: own.get(text) for text in spelled} == spelled


def test_an_american_text_has_the_placeholders_of_its_text():
    for entry in polib.pofile(str(languages.source("en_840"))):
        assert placeholders(entry.msgstr) == placeholders(entry.msgid)


def test_every_language_is_compiled_for_django(tmp_path):
    languages.compile_languages(tmp_path)
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.mo"))
    assert files == [f"{name}/LC_MESSAGES/django.mo" for name in sorted(["en", *SPOKEN, *OF_REGIONS])]


def test_a_text_with_a_context_is_found_in_every_language(tmp_path, monkeypatch):
    """English, too, has a translation of it, because the key is not the text."""
    monkeypatch.setattr(languages, "SOURCES", tmp_path / "locale")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    german = 'msgctxt "game"\nmsgid "Hearts"\nmsgstr "Hearts"\n\nmsgid "Hearts"\nmsgstr "Herz"\n'
    for name, texts in {"de": german, "en_840": 'msgid "Colour"\nmsgstr "Color"\n'}.items():
        languages.source(name).parent.mkdir(parents=True)
        languages.source(name).write_text(head + texts)
    languages.compile_languages(tmp_path / "build")
    found = {
        name: gettext.translation("django", tmp_path / "build", [name]).gettext(pgettext("game", "Hearts"))
        for name in ("de", "en", "en_840")
    }
    assert found == dict.fromkeys(("de", "en", "en_840"), "Hearts")
    assert gettext.translation("django", tmp_path / "build", ["de"]).gettext("Hearts") == "Herz"


def test_an_update_adds_no_text_to_a_regional_language(tmp_path, monkeypatch):
    monkeypatch.setattr(languages, "SOURCES", tmp_path / "locale")
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    for name, texts in {"pt": {"Round": "Mão", "Gone": "Foi"}, "pt_BR": {"Round": "Rodada", "Gone": "Foi-se"}}.items():
        languages.source(name).parent.mkdir(parents=True)
        entries = [f'msgid "{text}"\nmsgstr "{translation}"\n' for text, translation in texts.items()]
        languages.source(name).write_text(head + "\n".join(entries))
    texts = tmp_path / "messages.pot"
    texts.write_text(head + 'msgid "New"\nmsgstr ""\n\nmsgid "Round"\nmsgstr ""\n')
    assert languages.update_languages(texts) == {"pt": 1, "pt_BR": 0}
    own = polib.pofile(str(languages.source("pt_BR")))
    assert [(entry.msgid, entry.msgstr) for entry in own] == [("Round", "Rodada")]
    assert {entry.msgid: entry.msgstr for entry in languages.read("pt_BR")} == {"New": "", "Round": "Rodada"}


def test_an_update_adds_new_texts_and_removes_old_ones(tmp_path, monkeypatch):
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
    assert languages.update_languages(texts) == {"de": 1}
    catalogue = polib.pofile(str(source))
    assert [(entry.msgid, entry.msgstr, entry.occurrences) for entry in catalogue] == [
        ("New", "", [("a.py", "")]),
        ("Round", "Runde", [("b.py", "")]),
    ]
