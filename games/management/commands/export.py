"""`manage.py export`: write a match, an evening or the matches of a circle into a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import IO, Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from games import models
from games.export import circle_log, formats, names, streams
from games.export.data import ExportData, load_evening, load_match
from games.export.formats import FORMATS
from games.export.period import Period, no_progress
from games.export.streams import STREAMS
from games.management.needs_database import NeedsDatabase
from games.match.errors import Refused
from games.match.event_fields import is_id
from scorekeeper import private

LOG = "log"  # the format of a circle's complete log
STANDARD = "-"
LOADERS: dict[str, Callable[[str], ExportData]] = {
    "match": lambda id: load_match(row_by_id(models.Match.objects.filter(is_deleted=False), id)),
    "evening": lambda id: load_evening(row_by_id(models.Evening.objects.filter(begins__isnull=False), id)),
}


class Command(NeedsDatabase, BaseCommand):
    help = "Write a match, an evening, or the matches of a circle to a file. A circle is given by its name or id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=(*LOADERS, "circle"))
        parser.add_argument("which", help="the id, as in the address of the page; for a circle also the name")
        parser.add_argument("form", help=f"{keys(FORMATS)}; for a circle {keys(STREAMS)}, {LOG}")
        parser.add_argument(
            "--from", dest="first", type=date.fromisoformat, help="for a circle: the first day, such as 2026-01-09"
        )
        parser.add_argument("--to", dest="last", type=date.fromisoformat, help="for a circle: the last day")
        parser.add_argument(
            "-o", "--output", help=f"the file, or {STANDARD} for standard output; the default is a new file"
        )

    def handle(self, *args: Any, what: str, which: str, form: str, output: str | None, **options: Any) -> None:
        if what == "circle":
            chunks, name = self.export_circle(Period(circle(which), options["first"], options["last"]), form)
        else:
            try:
                chunks, name = export_one(LOADERS[what](which), form)
            except Refused as refused:
                raise CommandError(refused.words.translated(gettext)) from None
        path = output or name
        with open_output(path) as file:
            for chunk in chunks:
                file.write(chunk)
        if path != STANDARD:
            self.stdout.write(path)

    def export_circle(self, period: Period, form: str) -> tuple[Iterator[bytes], str]:
        if form == LOG:
            return circle_log.lines(period.circle), names.file_name(f"circle {period.circle.name}", "", "jsonl")
        stream = streams.find(form)
        if stream is None:
            raise CommandError(f"A circle can be had as {keys(STREAMS)}, {LOG}.")
        watched = replace(period, progress=self.progress(period.matches.count()))
        return stream.iter_chunks(watched), names.name_of_period(period, stream.key, stream.ending)

    def progress(self, count: int) -> Callable[[int], None]:
        """Return a callback that updates a line on a terminal, or does nothing without one."""
        if not self.stderr.isatty():
            return no_progress

        def report(written_count: int) -> None:
            ending = "\n" if written_count >= count else ""
            self.stderr.write(f"\r{written_count} of {count} matches", ending=ending)
            self.stderr.flush()

        return report


def export_one(data: ExportData, form: str) -> tuple[Iterator[bytes], str]:
    file_format = formats.find(form)
    if file_format is None:
        raise CommandError(f"A match or an evening can be had as {keys(FORMATS)}.")
    return iter([file_format.render(data)]), names.name_of(data, file_format.ending)


def keys(choices: Any) -> str:
    return ", ".join(choice.key for choice in choices)


def row_by_id(rows: Any, id: str) -> Any:
    """Return the row with this id. Ids are unique per circle, and in practice over all circles."""
    row = rows.filter(id=UUID(id)).first() if is_id(id) else None
    if row is None:
        raise CommandError(f"There is no match or evening with the id {id}.")
    return row


def circle(which: str) -> models.Circle:
    circles = models.Circle.objects.filter(deleted=None)
    matches = list((circles.filter(pk=UUID(which)) if is_id(which) else circles.filter(name=which))[:2])
    if len(matches) > 1:
        raise CommandError(f"Several circles have the name {which}: give the id of one.")
    if not matches:
        raise CommandError(f"There is no circle {which}.")
    return matches[0]


@contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    if path == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        with open(path, "wb", opener=private.opener) as file:
            yield file
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
