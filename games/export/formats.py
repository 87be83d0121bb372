"""The export formats of a match or an evening, in the order of the page.

Large libraries are imported on first use, so that the server starts quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.export import csv_file, documents, fonts, picture, plain
from games.export.data import ExportData
from games.match.errors import Refused
from games.rules.words import _

NO_FONTS = ("no_fonts", _("Fonts are missing on this server, so it cannot make PDFs or pictures."))


@dataclass(frozen=True)
class Format:
    key: str  # in the URL
    ending: str  # of the file's name
    mime_type: str
    label: str
    purpose: str
    build: Callable[[ExportData], bytes]
    is_lettered: bool = False  # it needs fonts

    @property
    def is_available(self) -> bool:
        return not self.is_lettered or fonts.are_there()

    def render(self, data: ExportData) -> bytes:
        if not self.is_available:
            raise Refused(*NO_FONTS)
        return self.build(data)


def with_commas(data: ExportData) -> bytes:
    return csv_file.render(data, csv_file.COMMA)


def with_semicolons(data: ExportData) -> bytes:
    return csv_file.render(data, csv_file.SEMICOLON)


def pdf(data: ExportData) -> bytes:
    from games.export import pdf as pdf_file

    return pdf_file.render(data)


def workbook(data: ExportData) -> bytes:
    from games.export import workbook

    return workbook.render(data)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
FORMATS = (
    Format("pdf", "pdf", "application/pdf", _("PDF"), _("A score sheet on A4, to print out"), pdf, True),
    Format("png", "png", "image/png", _("Picture"), _("A card with names and totals, to share"), picture.render, True),
    Format(
        "portrait",
        "png",
        "image/png",
        _("Upright picture"),
        _("Names, places and totals, for phones and chats"),
        picture.render_portrait,
        True,
    ),
    Format("txt", "txt", "text/plain; charset=utf-8", _("Text"), _("To paste into a chat"), plain.render),
    Format("xlsx", "xlsx", XLSX, _("Spreadsheet"), _("For Excel, LibreOffice etc.: one sheet per match"), workbook),
    Format("csv", "csv", CSV, _("CSV"), _("A table any program can read"), with_commas),
    Format("csv-semicolon", "csv", CSV, _("CSV with semicolons"), _("With a decimal comma: 1,5"), with_semicolons),
    Format(
        "json",
        "json",
        "application/json",
        _("JSON"),
        _("The match as recorded, for importing into Scorekeeper"),
        documents.render,
    ),
)


def find(key: str) -> Format | None:
    return next((format for format in FORMATS if format.key == key), None)
