"""The export formats of a period. Files are built while they are sent, so memory use is constant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.export import csv_file, period, tables
from games.export.circle_log import line
from games.export.formats import CSV, XLSX
from games.export.period import Period
from games.rules.words import _


@dataclass(frozen=True)
class Stream:
    key: str
    ending: str
    mime_type: str
    label: str
    purpose: str
    iter_chunks: Callable[[Period], Iterator[bytes]]


def matches_as(separator: str) -> Callable[[Period], Iterator[bytes]]:
    def iter_chunks(chosen: Period) -> Iterator[bytes]:
        groups = (period.matches(page, chosen.people) for page in chosen.pages())
        return csv_file.iter_chunks(period.matches_head(), groups, separator)

    return iter_chunks


def rounds_as(separator: str) -> Callable[[Period], Iterator[bytes]]:
    def iter_chunks(chosen: Period) -> Iterator[bytes]:
        groups = (period.rounds(part, chosen.people) for part in chosen.parts())
        return csv_file.iter_chunks(tables.rounds_head(), groups, separator)

    return iter_chunks


def documents(chosen: Period) -> Iterator[bytes]:
    """Yield match documents as JSON Lines, which `manage.py score` reads."""
    for part in chosen.parts():
        yield b"".join(map(line, period.documents(part, chosen.people)))


def workbook(chosen: Period) -> Iterator[bytes]:
    from games.export import long_workbook

    return long_workbook.iter_chunks(chosen)


LINES = "application/jsonl"
STREAMS = (
    Stream("xlsx", "xlsx", XLSX, _("Spreadsheet"), _("One sheet for matches, one for rounds"), workbook),
    Stream("csv", "csv", CSV, _("CSV"), _("One line per match"), matches_as(csv_file.COMMA)),
    Stream(
        "csv-semicolon", "csv", CSV, _("CSV with semicolons"), _("One line per match"), matches_as(csv_file.SEMICOLON)
    ),
    Stream("rounds", "csv", CSV, _("Rounds as CSV"), _("One line per round and side"), rounds_as(csv_file.COMMA)),
    Stream(
        "rounds-semicolon",
        "csv",
        CSV,
        _("Rounds as CSV with semicolons"),
        _("One line per round and side"),
        rounds_as(csv_file.SEMICOLON),
    ),
    Stream("jsonl", "jsonl", LINES, _("JSON Lines"), _("Match documents, for programs and Scorekeeper"), documents),
)


def find(key: str) -> Stream | None:
    return next((stream for stream in STREAMS if stream.key == key), None)
