"""Sentences of the documentation are short, and each page begins with its readers."""

import re
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS

ROOT = DOCS.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
MOST_WORDS = 28
MOST_WORDS_OF_A_CHANGE = 30
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(r"\s*(?:[|<#]|$)")
ITEM = re.compile(r"^\s*(?:[-*]|\d+\.) ")
END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?…][\"”’)*]*\s+(?=[\"“(*`]*[A-Z0-9])")


def paragraphs(text: str) -> list[str]:
    """Return paragraphs and list items, without tables, headings, code and addresses."""
    found: list[str] = []
    lines: list[str] = []
    for line in [*BLOCK.sub("", text).splitlines(), ""]:
        if NOT_PROSE.match(line) or ITEM.match(line):
            found.append(" ".join(lines))
            lines = []
        if not NOT_PROSE.match(line):
            lines.append(ITEM.sub("", line))
    plain = re.sub(r"\[|\]\([^)]*\)|\]", "", "\n".join(found))
    return re.sub(r"`[^`\n]*`", "X", plain).splitlines()


def words(sentence: str) -> int:
    return len(re.findall(r"[\w'’%().-]*[A-Za-z][\w'’%().-]*", sentence))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_is_long(page: Path) -> None:
    sentences = [sentence for part in paragraphs(page.read_text("utf-8")) for sentence in END.split(part)]
    assert len(sentences) > 3
    most = MOST_WORDS_OF_A_CHANGE if page.name == "CHANGELOG.md" else MOST_WORDS
    assert [sentence for sentence in sentences if words(sentence) > most] == []


def test_a_change_has_one_line() -> None:
    changes = [line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("- ")]
    assert [line for line in changes if len(line.split()) > MOST_WORDS_OF_A_CHANGE + 1] == []


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_a_page_begins_with_its_readers(page: Path) -> None:
    first = next(part for part in paragraphs(page.read_text("utf-8")) if part)
    assert first.startswith("This page is for ")


def test_a_long_sentence_is_noticed() -> None:
    [sentence] = [part for part in paragraphs("- one " + "word " * 28 + "[here](https://example.org). Two.") if part]
    assert [words(part) for part in END.split(sentence)] == [30, 1]
