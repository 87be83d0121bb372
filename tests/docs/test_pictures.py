"""The pictures of the documentation: all exist and are used, with an alternative text."""

import re
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS

PAGES = [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]
LARGEST = 60_000  # bytes
PICTURE = re.compile(r"<img [^>]*>|!\[.*?\]\(.*?\)")


def pictures(page: Path) -> list[tuple[Path, str]]:
    """Return file and alternative text of every picture on a page."""
    files = []
    for tag in PICTURE.findall(page.read_text("utf-8")):
        source = re.search(r'src="(.*?)"|\]\((.*?)\)', tag)
        alt = re.search(r'alt="(.*?)"|!\[(.*?)\]', tag)
        assert source, tag
        files.append((page.parent / (source[1] or source[2]), (alt and (alt[1] or alt[2])) or ""))
    return files


@pytest.mark.parametrize("page", [page for page in PAGES if pictures(page)], ids=lambda page: page.name)
def test_every_picture_exists_with_an_alternative_text(page: Path) -> None:
    for path, alt in pictures(page):
        assert path.is_file(), path
        assert path.stat().st_size < LARGEST, path
        assert len(alt) > 20, path


def test_every_picture_is_used() -> None:
    used = {path.resolve() for page in PAGES for path, _alt in pictures(page)}
    assert {path.resolve() for path in (DOCS / "pictures").iterdir()} == used
