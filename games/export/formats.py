"""The formats in which a match or an evening can be taken home, in the order in which they are offered.

What makes the larger ones is imported when it is asked for: a server starts as fast without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.export import csv_file, documents, fonts, picture, plain
from games.export.data import ExportData
from games.match.errors import Refused
from games.rules.words import _

NO_FONTS = ("no_fonts", _("This server has no fonts, so it cannot print or draw."))


@dataclass(frozen=True)
class Format:
    key: str  # in the address
    ending: str  # of the file's name
    kind: str  # as the web calls it
    label: str
    purpose: str
    build: Callable[[ExportData], bytes]
    is_lettered: bool = False  # it is drawn with fonts

    @property
    def is_there(self) -> bool:
        return not self.is_lettered or fonts.are_there()

    def render(self, taken: ExportData) -> bytes:
        if not self.is_there:
            raise Refused(*NO_FONTS)
        return self.build(taken)


def with_commas(taken: ExportData) -> bytes:
    return csv_file.render(taken, csv_file.COMMA)


def with_semicolons(taken: ExportData) -> bytes:
    return csv_file.render(taken, csv_file.SEMICOLON)


def pdf(taken: ExportData) -> bytes:
    from games.export import pdf as printed

    return printed.render(taken)


def workbook(taken: ExportData) -> bytes:
    from games.export import workbook

    return workbook.render(taken)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
FORMATS = (
    Format("pdf", "pdf", "application/pdf", _("PDF"), _("A score sheet on A4, to print and pin up"), pdf, True),
    Format("png", "png", "image/png", _("Picture"), _("The card with names and totals, to show"), picture.render, True),
    Format("txt", "txt", "text/plain; charset=utf-8", _("Text"), _("To paste into a chat"), plain.render),
    Format("xlsx", "xlsx", XLSX, _("Spreadsheet"), _("For Excel, LibreOffice and the like: a sheet a match"), workbook),
    Format("csv", "csv", CSV, _("CSV"), _("A table for any program"), with_commas),
    Format(
        "csv-semicolon", "csv", CSV, _("CSV with semicolons"), _("For spreadsheets that write 1,5"), with_semicolons
    ),
    Format(
        "json",
        "json",
        "application/json",
        _("JSON"),
        _("What happened at the table, for Scorekeeper"),
        documents.render,
    ),
)


def find(key: str) -> Format | None:
    return next((one for one in FORMATS if one.key == key), None)
