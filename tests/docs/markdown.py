"""Just enough Markdown to read our own pages."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"

Row = list[str]


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def blocks(text: str) -> list[tuple[str, str]]:
    """Language and text of every fenced block."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def chapters(text: str, mark: str) -> list[tuple[str, str]]:
    """Heading and text of every chapter with this mark, such as "##", up to the next of its kind or above."""
    plain = re.sub(r"^```.*?^```$", lambda block: block[0].replace("\n#", "\n "), text, flags=re.MULTILINE | re.DOTALL)
    found = re.findall(rf"^{mark} (.+)\n((?:(?!#{{1,{len(mark)}}} ).*\n?)*)", plain, re.MULTILINE)
    return [(heading, inner) for heading, inner in found]


def codes(text: str) -> list[str]:
    """Everything in `code`, but for whole blocks."""
    return re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


def tables(text: str) -> list[tuple[Row, list[Row]]]:
    """Head and rows of every table."""
    found = []
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        head, _line, *rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()]
        found.append((head, rows))
    return found


def rows(text: str, first: str) -> list[Row]:
    """The rows of the tables that begin with this column."""
    return [row for head, found in tables(text) if head[0] == first for row in found]
