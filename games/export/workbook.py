"""Exports as a workbook (XLSX), one sheet per match. Cells are values, never formulas or links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from io import BytesIO
from math import ceil
from typing import Any

import xlsxwriter
from django.utils.translation import gettext
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from games.export import evening_totals, tables
from games.export.data import ExportData, ExportedMatch
from games.export.tables import Cell
from games.export.turns import pause_between
from games.statistics.evening_totals import EveningTotals

A4 = 9  # its number in the format
NARROW, WIDE = 7, 28  # minimum and maximum letters of a column
REASONS = 70
DAY = 11  # letters of a day, in the second column
FIRST_DAY = date(1900, 1, 1)  # the earliest that the format allows
LINE = 15  # the height of a line
LETTERS = 1.15  # per digit width, the unit of column widths
NOT_XML = "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"  # the library escapes these in text, but not in names of sheets
LONGEST_NAME = 31  # of a sheet; [ ] : * ? / \ and apostrophes at the ends are not allowed


class Book:
    """A file with its styles. With a `folder` a row goes there as soon as the next one begins."""

    def __init__(self, file: Any, title: str, folder: str | None = None) -> None:
        self.file = xlsxwriter.Workbook(
            file,
            {
                "constant_memory": folder is not None,
                "in_memory": folder is None,
                "tmpdir": folder,
                "strings_to_formulas": False,
                "strings_to_numbers": False,
                "strings_to_urls": False,
                "remove_timezone": True,
            },
        )
        self.file.set_properties({"title": title, "comments": "Scorekeeper"})
        self.head = self.file.add_format({"bold": True, "bottom": 2, "text_wrap": True, "valign": "top"})
        self.foot = self.file.add_format({"bold": True, "top": 1})
        self.plain = self.file.add_format({"valign": "top"})
        self.wrapped = self.file.add_format({"valign": "top", "text_wrap": True})
        self.day = self.file.add_format({"valign": "top", "num_format": "yyyy-mm-dd", "align": "left"})
        self.widths: dict[str, Sequence[int]] = {}

    def flush(self) -> None:
        """Write all rows but the last of each sheet to the files of rows."""
        for sheet in self.file.worksheets():
            sheet.row_data_fh.flush()

    def discard(self) -> None:
        """Close the files of rows of a workbook that is never finished, also on a full disk."""
        for file in (file for sheet in self.file.worksheets() for file in (sheet.row_data_fh, sheet.fh)):
            with suppress(OSError):
                file.close()

    def sheet(self, name: str, head: Sequence[str], widths: Sequence[int]) -> Worksheet:
        """Add a sheet whose first row stays visible, and is repeated on every printed page."""
        sheet = self.file.add_worksheet(name)
        self.widths[name] = widths
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.freeze_panes(1, 1)
        sheet.set_paper(A4)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
        sheet.set_footer("&L&A&R&P / &N")
        self.row(sheet, 0, head, self.head)
        return sheet

    def row(self, sheet: Worksheet, number: int, cells: Sequence[Cell], style: Format) -> None:
        """Write a row. Its height is set for its longest text, as not every program does this on opening."""
        if style.text_wrap and (lines := lines_of(cells, self.widths[sheet.get_name()])) > 1:
            sheet.set_row(number, LINE * lines)
        for column, cell in enumerate(cells):
            if isinstance(cell, date) and cell < FIRST_DAY:
                cell = cell.isoformat()
            if isinstance(cell, str):
                sheet.write_string(number, column, cell, style)
            elif isinstance(cell, date):
                sheet.write_datetime(number, column, cell, self.day)
            elif cell is None:
                sheet.write_blank(number, column, None, style)
            else:
                sheet.write_number(number, column, cell, style)

    def close(self) -> None:
        self.file.close()


def render(data: ExportData) -> bytes:
    file = BytesIO()
    book = Book(file, data.headline.title)
    if data.totals:
        write_totals(book, data.totals)
    for number, match in enumerate(data.matches, 1):
        write(book, match, sheet_name(match.game, number if data.is_evening else None), data)
    if not data.matches:  # a workbook has at least one sheet
        book.row(book.file.add_worksheet(), 0, [data.headline.title], book.plain)
    book.close()
    return file.getvalue()


def write_totals(book: Book, totals: EveningTotals) -> None:
    """Write the first sheet of an evening: who won, and the points and places of each game."""
    head, rows = evening_totals.head(totals), list(evening_totals.rows(totals))
    sheet = book.sheet(sheet_name(gettext("Evening")), head, columns_for([head, *rows], (NARROW, WIDE)))
    for number, row in enumerate(rows, 1):
        book.row(sheet, number, row, book.wrapped)


def write(book: Book, match: ExportedMatch, name: str, data: ExportData) -> None:
    table = tables.sheet(match)
    sheet = book.sheet(name, table.head, widths(table))
    for number, row in enumerate(pause_between(table.rows), 1):
        book.row(sheet, number, row, book.wrapped)
    below = len(table.rows) + 1
    for number, row in enumerate(table.foot, below):
        book.row(sheet, number, row, book.foot)
    about: list[tuple[str, Cell]] = [
        (gettext("Game"), match.game),
        (gettext("Day"), match.row.date),
        (gettext("Location"), data.place),
        (gettext("Result"), match.headline.words),
    ]
    for number, (label, value) in enumerate((pair for pair in about if pair[1]), below + len(table.foot) + 1):
        book.row(sheet, number, [label, value], book.plain)


def widths(table: tables.Spreadsheet) -> list[int]:
    """Return widths that fit the content of the columns; the last one has a fixed width for sentences."""
    return [*columns_for([table.head, *table.rows, *table.foot], (NARROW, DAY))[:-1], REASONS]


def columns_for(rows: Sequence[Sequence[Cell]], first: Sequence[int]) -> list[int]:
    """Return widths that fit the cells. The first columns have these widths at least."""
    longest = [max(len(str(cell or "")) for cell in column) for column in zip(*rows, strict=True)]
    least = (*first, *[NARROW] * len(longest))
    return [min(max(minimum, letters + 1), WIDE) for minimum, letters in zip(least, longest, strict=False)]


def lines_of(cells: Sequence[Cell], widths: Sequence[int]) -> int:
    return max(ceil(len(str(cell or "")) / (width * LETTERS)) for cell, width in zip(cells, widths, strict=False))


def sheet_name(name: str, number: int | None = None) -> str:
    letters = re.sub(rf"[\[\]:*?/\\']|{NOT_XML}", " ", name if number is None else f"{number} {name}")
    units = letters.encode("utf-16-le", "replace")[: 2 * LONGEST_NAME]  # a playing card or an emoji counts twice
    return units.decode("utf-16-le", "ignore").strip() or str(number or 1)
