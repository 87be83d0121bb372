"""The pictures of our pages: all that are named are there, all that are there are named, and they say what they show."""

import re
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS

PAGES = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
LARGEST = 60_000  # bytes
PICTURE = re.compile(r"<img [^>]*>|!\[.*?\]\(.*?\)")


def pictures(page: Path) -> list[tuple[Path, str]]:
    """File and alternative text of every picture on a page."""
    found = []
    for shown in PICTURE.findall(page.read_text("utf-8")):
        source = re.search(r'src="(.*?)"|\]\((.*?)\)', shown)
        alt = re.search(r'alt="(.*?)"|!\[(.*?)\]', shown)
        assert source, shown
        found.append((page.parent / (source[1] or source[2]), (alt and (alt[1] or alt[2])) or ""))
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if pictures(page)], ids=lambda page: page.name)
def test_every_picture_is_there_and_says_what_it_shows(page: Path) -> None:
    for path, alt in pictures(page):
        assert path.is_file(), path
        assert path.stat().st_size < LARGEST, path
        assert len(alt) > 20, path


def test_no_picture_is_left_over() -> None:
    named = {path.resolve() for page in PAGES for path, _alt in pictures(page)}
    assert {path.resolve() for path in (DOCS / "pictures").iterdir()} == named
