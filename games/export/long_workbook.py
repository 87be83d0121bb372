"""A period as a workbook with sheets of matches and of rounds. Rows are written to a temporary file as they come."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from itertools import count
from typing import IO, Any

from django.utils.translation import gettext
from xlsxwriter.exceptions import FileCreateError

from games.export import period, tables
from games.export.period import Period, Row
from games.export.turns import ROWS, pause_between
from games.export.workbook import Book, sheet_name
from scorekeeper import lanes
from scorekeeper.working_folder import WorkingFolder, working_folder

MOST_ROWS = 1_048_575  # below the head: the limit of the format
WIDTHS = {"matches": [11, 16, 12, 21, 18, 14, 8, 9, 22, *[20, 8, 12] * 10], "rounds": [11, 16, 12, 7, 18, 24, 8, 8, 12]}
CHUNK = 65_536
COPIES = 2  # of each row when the workbook is packed: in the file of its rows, and in that of its sheet
OTHERS = 100_000  # bytes of styles, and of rows that are still in memory


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


class PackedFile:
    """The workbook, which lets others pass while it is packed.

    After an error the library writes the end of its archive whenever that is collected: then nothing is written.
    """

    def __init__(self, path: str) -> None:
        self.file: IO[bytes] = open(path, "w+b")  # noqa: SIM115 (closed by the exporting function)
        self.is_dropped = False

    def write(self, data: Any) -> int:
        if self.is_dropped:
            return len(data)
        lanes.let_others_pass()
        return self.file.write(data)

    def drop(self) -> None:
        self.is_dropped = True
        with suppress(OSError):  # the disk is full
            self.file.close()
        self.file = BytesIO()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


def iter_chunks(chosen: Period) -> Iterator[bytes]:
    with working_folder(chosen.most_bytes) as folder:  # no file stays if the export ends early
        file = PackedFile(os.path.join(folder.path, "workbook"))
        try:
            write_workbook(file, folder, chosen)
            file.seek(0)
            while chunk := file.read(CHUNK):
                folder.require_unended()
                yield chunk
        finally:
            file.drop()
        folder.require_unended()


def write_workbook(file: PackedFile, folder: WorkingFolder, chosen: Period) -> None:
    book = Book(file, chosen.circle.name or "Scorekeeper", folder.path)
    try:
        write_sheets(book, folder, chosen)
        book.flush()
        reserve_copies(folder)
        book.close()
        file.flush()
    except BaseException as error:
        folder.clear()
        book.discard()
        if isinstance(error, FileCreateError):
            raise error.args[0] from None
        raise
    folder.reserve(folder.measure())


def write_sheets(book: Book, folder: WorkingFolder, chosen: Period) -> None:
    of_matches = Sheets(book, gettext("Matches"), period.matches_head(), WIDTHS["matches"])
    of_rounds = Sheets(book, gettext("Rounds"), tables.rounds_head(), WIDTHS["rounds"])
    numbers = count(1)
    for part in chosen.parts():
        matches, rounds = period.matches(part, chosen.people), period.rounds(part, chosen.people)
        for sheets, rows in ((of_matches, matches), (of_rounds, rounds)):
            for row in pause_between(rows):
                sheets.add(row)
                if next(numbers) % ROWS == 0:
                    reserve_copies(folder)


def reserve_copies(folder: WorkingFolder) -> None:
    """Count what is in the folder, and what will be there when it is packed."""
    folder.reserve(COPIES * folder.measure() + OTHERS)
