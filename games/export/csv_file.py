"""Tables as CSV that opens correctly in a spreadsheet: UTF-8 with its mark, and no cell that becomes a formula.

Spreadsheets expect the list separator of their country: a semicolon where the comma is the decimal mark.
"""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import StringIO

from games.export import tables
from games.export.data import ExportData
from games.export.tables import Cell

COMMA, SEMICOLON = ",", ";"
# Spreadsheets read texts that begin with these as formulas; some ignore leading spaces, or accept the wide letters of
# East Asia.
SIGNS = "=+-@＝＋－＠"
FORMULA = (*SIGNS, "\t", "\r", "\n")
# A run of separators, spaces and quotes before such a sign. It is searched from its beginning only, so the time is linear.
RUN = re.compile(rf"(?<![,;\s'\"])[,;\s'\"]+(?=[{re.escape(SIGNS)}])")
SEPARATOR = re.compile(r"[,;]|(?<=\S)[\t\r\n]")


def render(data: ExportData, separator: str) -> bytes:
    """Return a match as its sheet, or an evening with several games as one row per round and side."""
    if data.is_evening:
        rows = (row for match in data.matches for row in tables.rounds(match))
        return b"".join(iter_chunks(tables.rounds_head(), [rows], separator))
    [match] = data.matches
    table = tables.sheet(match)
    return b"".join(iter_chunks(table.head, [table.rows, table.foot], separator))


def iter_chunks(head: list[str], groups: Iterable[Iterable[list[Cell]]], separator: str) -> Iterator[bytes]:
    """Yield the file group by group, so that only one group is in memory."""
    yield BOM_UTF8 + csv_bytes([head], separator)
    for rows in groups:
        yield csv_bytes(rows, separator)


def csv_bytes(rows: Iterable[Iterable[Cell]], separator: str) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def safe(cell: Cell) -> Cell:
    """Prefix a text that looks like a formula with an apostrophe, which makes it a text.

    A program that expects another separator divides the text there, so the rest gets an apostrophe, too.
    """
    if not isinstance(cell, str):
        return cell
    text = cell
    cell = RUN.sub(lambda run: f"{run[0]}'" if SEPARATOR.search(text, *run.span()) else run[0], text)
    return f"'{cell}" if cell.startswith(FORMULA) or cell.strip().startswith(FORMULA) else cell
