"""Tables as CSV that opens right in a spreadsheet: UTF-8 with its mark, and nothing in it that would be reckoned.

Spreadsheets part the cells by what their country writes lists with: a semicolon where a comma stands in numbers.
"""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import StringIO

from games.export import tables
from games.export.data import ExportData
from games.export.tables import Cell

COMMA, SEMICOLON = ",", ";"
# A spreadsheet takes a text that begins so for a formula; some look past spaces, and at the wide letters of East Asia.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def render(taken: ExportData, separator: str) -> bytes:
    """A match as on paper; of an evening, with its several games, a row a round and side."""
    if taken.is_evening:
        rows = (row for match in taken.matches for row in tables.rounds(match))
        return b"".join(iter_chunks(tables.rounds_head(), [rows], separator))
    [match] = taken.matches
    table = tables.sheet(match)
    return b"".join(iter_chunks(table.head, [table.rows, table.foot], separator))


def iter_chunks(head: list[str], groups: Iterable[Iterable[list[Cell]]], separator: str) -> Iterator[bytes]:
    """The file group by group, so that no more than one of them is at hand."""
    yield BOM_UTF8 + csv_bytes([head], separator)
    for rows in groups:
        yield csv_bytes(rows, separator)


def csv_bytes(rows: Iterable[Iterable[Cell]], separator: str) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def safe(cell: Cell) -> Cell:
    """With an apostrophe before it, a text stays a text."""
    if isinstance(cell, str) and (cell.startswith(FORMULA) or cell.strip().startswith(FORMULA)):
        return f"'{cell}"
    return cell
