"""A period as a workbook with sheets of matches and of rounds. Rows are written to a temporary file as they come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from tempfile import TemporaryDirectory, TemporaryFile

from django.utils.translation import gettext

from games.export import period, tables
from games.export.period import Period, Row
from games.export.workbook import Book, sheet_name
from scorekeeper.answers import require_few_bytes

MOST_ROWS = 1_048_575  # below the head: the limit of the format
WIDTHS = {"matches": [11, 16, 12, 21, 18, 14, 8, 9, 22, *[20, 8] * 10], "rounds": [11, 16, 12, 7, 18, 24, 8, 8]}
CHUNK = 65_536
BYTES_OF_CELL = 40  # beside its text


class Sheets:
    """A table that continues on another sheet when one is full."""

    def __init__(self, book: Book, name: str, head: list[str], widths: list[int]) -> None:
        self.book, self.name, self.head, self.widths = book, name, head, widths[: len(head)]
        self.numbers = count(1)
        self.begin()

    def begin(self) -> None:
        number = next(self.numbers)
        name = self.name if number == 1 else f"{number} {self.name}"
        self.sheet, self.row = self.book.sheet(sheet_name(name), self.head, self.widths), 0

    def add(self, cells: Row) -> None:
        if self.row == MOST_ROWS:
            self.begin()
        self.row += 1
        self.book.row(self.sheet, self.row, cells, self.book.plain)


def iter_chunks(chosen: Period) -> Iterator[bytes]:
    with TemporaryFile() as file, TemporaryDirectory() as folder:  # no file stays if the export ends early
        book = Book(file, chosen.circle.name or "Scorekeeper", folder)
        try:
            write_sheets(book, chosen)
        except BaseException:
            book.discard()
            raise
        file.seek(0)
        while chunk := file.read(CHUNK):
            yield chunk


def write_sheets(book: Book, chosen: Period) -> None:
    of_matches = Sheets(book, gettext("Matches"), period.matches_head(), WIDTHS["matches"])
    of_rounds = Sheets(book, gettext("Rounds"), tables.rounds_head(), WIDTHS["rounds"])
    size = 0
    for part in chosen.parts():
        for sheets, rows in ((of_matches, period.matches(part)), (of_rounds, period.rounds(part))):
            for row in rows:
                size += sum(BYTES_OF_CELL + len(str(cell).encode()) for cell in row)
                require_few_bytes(size, chosen.most_bytes)
                sheets.add(row)
    book.close()
