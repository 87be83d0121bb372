"""Reads the blocks, chapters and tables of our own Markdown pages."""

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"

Row = list[str]


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def blocks(text: str) -> list[tuple[str, str]]:
    """Return language and text of every fenced block."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def chapters(text: str, mark: str) -> list[tuple[str, str]]:
    """Return heading and text of every chapter of this level, such as "##"."""
    plain = re.sub(r"^```.*?^```$", lambda block: block[0].replace("\n#", "\n "), text, flags=re.MULTILINE | re.DOTALL)
    matches = re.findall(rf"^{mark} (.+)\n((?:(?!#{{1,{len(mark)}}} ).*\n?)*)", plain, re.MULTILINE)
    return [(heading, inner) for heading, inner in matches]


class GameChapters(dict[str, str]):
    """The chapters of a page by the keys of the games in their headings."""

    def __init__(self, name: str, mark: str) -> None:
        self.name, self.mark = name, mark
        super().__init__((key, inner) for heading, inner in chapters(page(name), mark) for key in codes(heading))

    def __missing__(self, key: str) -> str:
        raise LookupError(f"write the chapter of the game into docs/{self.name}: {self.mark} Its name: `{key}`")


def codes(text: str) -> list[str]:
    """Return every text in `code`, without fenced blocks."""
    return re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))


def tables(text: str) -> list[tuple[Row, list[Row]]]:
    """Return head and rows of every table."""
    result = []
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        head, _line, *rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()]
        result.append((head, rows))
    return result


def rows(text: str, first: str) -> list[Row]:
    """Return the rows of all tables with this first column."""
    return [row for head, body in tables(text) if head[0] == first for row in body]
