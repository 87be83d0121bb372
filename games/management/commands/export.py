"""`manage.py export`: a match, an evening, or what a circle has played, as a file."""

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
from games.match.errors import Refused
from games.match.events import is_id
from scorekeeper import private

LOG = "log"  # of a circle whole
STANDARD = "-"
TAKERS: dict[str, Callable[[str], ExportData]] = {
    "match": lambda id: load_match(one_of(models.Match.objects.filter(is_deleted=False), id)),
    "evening": lambda id: load_evening(one_of(models.Evening.objects.filter(begins__isnull=False), id)),
}


class Command(BaseCommand):
    help = "Write a match, an evening, or what a circle has played into a file. Circles can be named by name or id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=(*TAKERS, "circle"))
        parser.add_argument("which", help="its id, as in its address; of a circle, its name will do")
        parser.add_argument("form", help=f"{keys(FORMATS)}; of a circle {keys(STREAMS)}, {LOG}")
        parser.add_argument(
            "--from", dest="first", type=date.fromisoformat, help="of a circle, from this day: 2026-01-09"
        )
        parser.add_argument("--to", dest="last", type=date.fromisoformat, help="and to this day")
        parser.add_argument(
            "-o", "--output", help=f"the file, or {STANDARD} for standard output; else it is named for you"
        )

    def handle(self, *args: Any, what: str, which: str, form: str, output: str | None, **options: Any) -> None:
        if what == "circle":
            pieces, name = self.of_circle(Period(circle(which), options["first"], options["last"]), form)
        else:
            try:
                pieces, name = of_one(TAKERS[what](which), form)
            except Refused as refused:
                raise CommandError(refused.words.say(gettext)) from None
        path = output or name
        with opened(path) as file:
            for piece in pieces:
                file.write(piece)
        if path != STANDARD:
            self.stdout.write(path)

    def of_circle(self, wanted: Period, form: str) -> tuple[Iterator[bytes], str]:
        if form == LOG:
            return circle_log.lines(wanted.circle), names.file_name(f"circle {wanted.circle.name}", "", "jsonl")
        found = streams.find(form)
        if found is None:
            raise CommandError(f"A circle can be had as {keys(STREAMS)}, {LOG}.")
        told = replace(wanted, seen=self.progress(wanted.matches.count()))
        return found.iter_chunks(told), names.name_of_period(wanted, found.key, found.ending)

    def progress(self, count: int) -> Callable[[int], None]:
        """A line that is written anew, for whoever looks on."""
        if not self.stderr.isatty():
            return no_progress

        def seen(done: int) -> None:
            self.stderr.write(f"\r{done} of {count} matches", ending="\n" if done >= count else "")
            self.stderr.flush()

        return seen


def of_one(taken: ExportData, form: str) -> tuple[Iterator[bytes], str]:
    found = formats.find(form)
    if found is None:
        raise CommandError(f"A match or an evening can be had as {keys(FORMATS)}.")
    return iter([found.render(taken)]), names.name_of(taken, found.ending)


def keys(every: Any) -> str:
    return ", ".join(one.key for one in every)


def one_of(found: Any, id: str) -> Any:
    """The row of this id; there is one as a rule, in one circle."""
    row = found.filter(id=UUID(id)).first() if is_id(id) else None
    if row is None:
        raise CommandError(f"There is none with the id {id}.")
    return row


def circle(which: str) -> models.Circle:
    there = models.Circle.objects.filter(deleted=None)
    found = list((there.filter(pk=UUID(which)) if is_id(which) else there.filter(name=which))[:2])
    if len(found) > 1:
        raise CommandError(f"Several circles are called {which}: give the id of one.")
    if not found:
        raise CommandError(f"There is no circle {which}.")
    return found[0]


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    if path == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        with open(path, "wb", opener=private.opener) as file:
            yield file
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
