"""As a workbook (XLSX): a sheet a match, as on paper. Its cells are values: nothing in them is reckoned or led elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from io import BytesIO
from math import ceil
from typing import Any

import xlsxwriter
from django.utils.translation import gettext
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from games.export import tables
from games.export.data import ExportData, ExportedMatch
from games.export.tables import Cell

A4 = 9  # as the format numbers it
NARROW, WIDE = 7, 28  # letters that a column has at least and at most
REASONS = 70
DAY = 11  # letters of a day, which stands in the second column
FIRST_DAY = date(1900, 1, 1)  # that the format can count
LINE = 15  # how high one is
LETTERS = 1.15  # in the width of a digit, which is what widths are counted in
LONGEST_NAME = 31  # of a sheet, without [ ] : * ? / \ and with no apostrophe at its ends


class Book:
    """A file with its styles. Where `is_long`, a row is on the disk as soon as the next one is begun."""

    def __init__(self, file: Any, title: str, *, is_long: bool = False) -> None:
        self.file = xlsxwriter.Workbook(
            file,
            {
                "constant_memory": is_long,
                "in_memory": not is_long,
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

    def sheet(self, name: str, head: Sequence[str], widths: Sequence[int]) -> Worksheet:
        """With a first row that stays in sight, and on every printed page."""
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
        """As high as its longest text: not every program sees to that when it opens a file."""
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


def render(taken: ExportData) -> bytes:
    file = BytesIO()
    book = Book(file, taken.told.title)
    for number, match in enumerate(taken.matches, 1):
        write(book, match, sheet_name(match.game, number if taken.is_evening else None), taken)
    if not taken.matches:  # a workbook has at least one sheet
        book.row(book.file.add_worksheet(), 0, [taken.told.title], book.plain)
    book.close()
    return file.getvalue()


def write(book: Book, match: ExportedMatch, name: str, taken: ExportData) -> None:
    table = tables.sheet(match)
    sheet = book.sheet(name, table.head, widths(table))
    for number, row in enumerate(table.rows, 1):
        book.row(sheet, number, row, book.wrapped)
    below = len(table.rows) + 1
    for number, row in enumerate(table.foot, below):
        book.row(sheet, number, row, book.foot)
    about: list[tuple[str, Cell]] = [
        (gettext("Game"), match.game),
        (gettext("Day"), match.row.date),
        (gettext("Where"), taken.place),
        (gettext("Result"), match.told.words),
    ]
    for number, (label, value) in enumerate((pair for pair in about if pair[1]), below + len(table.foot) + 1):
        book.row(sheet, number, [label, value], book.plain)


def widths(table: tables.Spreadsheet) -> list[int]:
    """Wide enough for what stands in a column, the last one for its sentences."""
    every: list[Sequence[Cell]] = [table.head, *table.rows, *table.foot]
    rows = [[str(cell or "") for cell in row] for row in every]
    longest = [max(len(row[column]) for row in rows) for column in range(len(table.head))]
    least = (NARROW, DAY, *[NARROW] * len(longest))
    return [*(min(max(few, one + 1), WIDE) for few, one in zip(least, longest[:-1], strict=False)), REASONS]


def lines_of(cells: Sequence[Cell], widths: Sequence[int]) -> int:
    return max(ceil(len(str(cell or "")) / (width * LETTERS)) for cell, width in zip(cells, widths, strict=False))


def sheet_name(name: str, number: int | None = None) -> str:
    said = re.sub(r"[\[\]:*?/\\']", " ", name if number is None else f"{number} {name}")
    return said[:LONGEST_NAME].strip() or str(number or 1)
