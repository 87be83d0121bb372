"""Links between Markdown pages lead to existing files and headings."""

import re
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS

ROOT = DOCS.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]


def anchors(page: Path) -> set[str]:
    """Return the anchor of each heading, as GitHub builds it."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        path = (page.parent / name).resolve() if name else page
        assert path.exists(), link
        assert not anchor or anchor in anchors(path), link
