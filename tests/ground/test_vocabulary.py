"""Texts for people use one word for each thing: a table of words that no text has, with the right ones."""

import re

import polib
import pytest

from tools import languages, words

PLACEHOLDER = re.compile(r"%{1,2}\(\w+\)s")
END = re.compile(r"(?<=[.!?…:])\s+")
BARE = re.compile(r"(?:Who|What|Whoever|Whatever|Whichever)\b(?!.*\?$)")
MOST_WORDS = 28

# A pattern of each wrong word, and the right one.
ENGLISH = {
    r"circles?": "group",
    r"somebody": "someone",
    r"everybody": "everyone",
    r"anybody": "anyone",
    r"readers?": "viewer",
    r"amend\w*|puts? (?:\w+ )?right": "correct",
    r"str(?:ikes?|uck|icken)": "cross out",
    r"(?:bring|brings|brought) (?:\w+ )?in": "import",
    r"(?:bring|brings|brought) (?:\w+ )?back": "restore",
    r"(?:take|takes|taken|took) (?:\w+ )?home": "export",
    r"(?:takes|taken|took) (?:\w+ )?back": "withdraw, undo or remove",
    r"(?:come|comes) in": "join",
    r"for good": "permanently",
    r"(?:good|lasts) (?:for|until)": "valid for, valid until",
    r"(?:writes?|written|wrote|notes?|noted) (?:\w+ )?down": "enter",
    r"under way": "in progress",
    r"began|begins?|begun|beginning": "start, or play first",
    r"anew|once more": "again",
    r"level": "tied",
    r"share of wins": "win rate",
    r"leaderboards?": "ranking",
    r"chairs?": "seat",
    r"whoever|whatever|whichever": "the player who, or the thing",
    r"(?<!-)mails?": "e-mail",
    r"(?:a|no|the) network": "a connection, online, offline",
    r"any more": "no longer",
    r"the usual ones": "default",
}
EXCEPTIONS = {
    (r"(?:a|no|the) network", "In a network you share with strangers"): "an instruction about networks themselves",
}
GERMAN = {r"\w*[Kk]reis\w*": "Gruppe", r"\w*Bestenliste\w*": "Rangliste"}


def places(pattern: str, texts: list[str]) -> list[str]:
    wrong = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
    return [text for text in texts if wrong.search(PLACEHOLDER.sub("…", text))]


@pytest.fixture(scope="module")
def english() -> list[str]:
    ids = [message.id for message in words.gather() if message.id]
    return [form for text in ids for form in ([text] if isinstance(text, str) else text)]


@pytest.mark.parametrize(("pattern", "right"), ENGLISH.items(), ids=ENGLISH)
def test_no_english_text_has_a_wrong_word(pattern: str, right: str, english: list[str]) -> None:
    allowed = tuple(start for word, start in EXCEPTIONS if word == pattern)
    wrong = [text for text in places(pattern, english) if not (allowed and text.startswith(allowed))]
    assert wrong == [], f"Say “{right}” here."


def test_no_english_sentence_is_long_or_begins_with_a_bare_clause(english: list[str]) -> None:
    """Such a clause makes the reader look for the verb: “What you typed is still here.” Questions are allowed."""
    sentences = [sentence for text in english for sentence in END.split(text)]
    assert [sentence for sentence in sentences if BARE.match(sentence) or len(sentence.split()) > MOST_WORDS] == []


@pytest.mark.parametrize(("pattern", "right"), GERMAN.items(), ids=GERMAN)
def test_no_german_text_has_a_wrong_word(pattern: str, right: str) -> None:
    entries = polib.pofile(str(languages.source("de")))
    texts = [text for entry in entries for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert places(pattern, texts) == [], f"Say “{right}” here."


def test_each_exception_is_needed(english: list[str]) -> None:
    for pattern, start in EXCEPTIONS:
        assert [text for text in places(pattern, english) if text.startswith(start)], start


def test_a_placeholder_is_no_word() -> None:
    assert places("circles?", ["Two Circles.", "In %(circle)s", "A circlet"]) == ["Two Circles."]
