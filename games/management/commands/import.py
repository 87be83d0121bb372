"""`manage.py import FILE`: import match documents, events or a circle, into a circle or as a new one."""

from __future__ import annotations

import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext

from games import models, services
from games.export.headline import match_headline
from games.imports import target
from games.imports.preview import preview
from games.imports.preview_report import Preview
from games.imports.source import Source, UnreadableFile
from games.management.commands.export import STANDARD, circle
from games.management.commands.signin import find_people
from games.management.needs_database import NeedsDatabase
from games.match.errors import Refused
from games.models import Role
from games.services.imports import no_progress
from games.store.figures.months import fill_months
from games.store.ratings.replay import rate_all


class Command(NeedsDatabase, BaseCommand):
    help = "Import match documents, a file that a phone has saved, or a whole circle, of any size."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help=f"the file, or {STANDARD} for standard input")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--circle", help="the circle that gets the matches: its name or id")
        where.add_argument("--new", help="import into a new circle with this name")
        parser.add_argument(
            "--owner", help="the owner of a new circle, as whom the file is imported: name, e-mail address or id"
        )
        parser.add_argument("--look", action="store_true", help="list the contents and store nothing")

    def handle(self, *args: Any, file: str, look: bool, **options: Any) -> None:
        with open_input(file) as stream:
            try:
                self.import_source(Source(stream), look, **options)
            except UnreadableFile as refused:
                raise CommandError(f"Line {refused.line}: {refused.words.translated(gettext)}") from None
            except Refused as refused:
                raise CommandError(refused.words.translated(gettext)) from None

    def import_source(self, source: Source, only_looks: bool, **options: Any) -> None:
        into = None if options["circle"] is None else circle(options["circle"])
        by = person(options["owner"], into)
        new = options["new"]
        goal = target.into(by, source, into) if into else replace(target.new_target(by, source), name=new)
        if only_looks:
            self.print_preview(preview(by, source, goal))
            return
        if by._state.adding:
            by.save()
        result = services.import_file(by=by, source=source, target=goal, most=None, progress=self.progress())
        fill_months(result.circle)
        rate_all(result.circle)
        self.stdout.write(f"{result.matches} matches, {result.events} entries, into the circle {result.circle}.")
        self.stdout.write(f"The file was imported as {by}: manage.py signin {by.pk} prints a sign-in link.")

    def print_preview(self, result: Preview) -> None:
        for match in result.coming:
            self.stdout.write(f"{match.summary['day']}  {match_headline(match.summary).title}")
        self.stdout.write(
            f"{result.new} new matches, {result.more} that go on, {result.unchanged} here already, "
            f"{result.deleted} that stay deleted; {result.events} new entries in all."
        )
        new, known = result.names
        self.stdout.write(f"New players: {', '.join(new) or '–'}. Known: {', '.join(known) or '–'}.")
        if result.cut_off is not None:
            present, promised = result.cut_off
            self.stdout.write(f"The file was cut off: {present} of {promised} entries are in it.")
        for entry in result.refused:
            self.stdout.write(f"Line {entry.line}: {entry.words.translated(gettext)}")
        self.stdout.write(f"{result.refused_count} entries cannot be imported.")

    def progress(self) -> Callable[[int], None]:
        """Return a callback that updates a line on a terminal, or does nothing without one."""
        if not self.stderr.isatty():
            return no_progress

        def report(count: int) -> None:
            self.stderr.write(f"\r{count} lines", ending="")
            self.stderr.flush()

        return report


def person(who: str | None, into: models.Circle | None) -> models.Person:
    """Return who imports: the person of `--owner`, or the circle's first owner, or a new person for a new circle."""
    if who is not None:
        people = list(find_people(who)[:2])
        if len(people) != 1:
            raise CommandError("Several are called that: give an id." if people else "Nobody here is called that.")
        return people[0]
    if into is None:
        newcomer = models.Person()
        newcomer.set_unusable_password()
        return newcomer
    owners = models.Membership.objects.filter(circle=into, role=Role.OWNER, person__is_active=True)
    first = owners.select_related("person").order_by("since", "person").first()
    if first is None:
        raise CommandError("This circle has no owner. Name the person who imports the file with --owner.")
    return first.person


@contextmanager
def open_input(path: str) -> Iterator[IO[bytes]]:
    """Open the file. It is read twice, so standard input is copied into a temporary file."""
    try:
        with TemporaryFile() if path == STANDARD else open(path, "rb") as file:
            if path == STANDARD:
                shutil.copyfileobj(sys.stdin.buffer, file)
            yield file
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
