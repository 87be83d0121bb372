"""`manage.py import FILE`: match documents, events or a circle, into a circle or as a new one."""

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
from games.management.commands.signin import called
from games.match.errors import Refused
from games.models import Role
from games.services.imports import no_progress
from games.store.figures import refresh


class Command(BaseCommand):
    help = "Bring in what was taken home: match documents, what a phone has saved, or a whole circle. Any size."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help=f"the file, or {STANDARD} for standard input")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--circle", help="into this one: its name or id")
        where.add_argument("--new", help="as a new circle of this name")
        parser.add_argument(
            "--owner", help="whose a new circle is, and who is taken to bring it in: name, address or id"
        )
        parser.add_argument("--look", action="store_true", help="tell what is in it, and store nothing")

    def handle(self, *args: Any, file: str, look: bool, **options: Any) -> None:
        with opened(file) as found:
            try:
                self.bring(Source(found), look, **options)
            except UnreadableFile as refused:
                raise CommandError(f"Line {refused.line}: {refused.words.say(gettext)}") from None
            except Refused as refused:
                raise CommandError(refused.words.say(gettext)) from None

    def bring(self, source: Source, only_looks: bool, **options: Any) -> None:
        into = None if options["circle"] is None else circle(options["circle"])
        by = person(options["owner"], into)
        new = options["new"]
        goal = target.into(by, source, into) if into else replace(target.as_new(by, source), name=new)
        if only_looks:
            self.tell(preview(by, source, goal))
            return
        if by._state.adding:
            by.save()
        brought = services.bring_in(by=by, source=source, aim=goal, seen=self.progress())
        refresh.make_all(brought.circle)  # here nobody waits for a page
        self.stdout.write(f"{brought.matches} matches, {brought.events} entries, into the circle {brought.circle}.")
        self.stdout.write(f"They came in as {by}: manage.py signin {by.pk} prints a way in.")

    def tell(self, found: Preview) -> None:
        for one in found.coming:
            self.stdout.write(f"{one.told['day']}  {match_headline(one.told).title}")
        self.stdout.write(
            f"{found.new} new matches, {found.more} that go on, {found.here} here already, "
            f"{found.deleted} that stay deleted; {found.events} new entries in all."
        )
        new, known = found.names
        self.stdout.write(f"New players: {', '.join(new) or '–'}. Known: {', '.join(known) or '–'}.")
        if found.cut_off is not None:
            there, said = found.cut_off
            self.stdout.write(f"The file was cut off: {there} of {said} entries are there.")
        for wrong in found.refused:
            self.stdout.write(f"Line {wrong.line}: {wrong.words.say(gettext)}")
        self.stdout.write(f"{found.refused_count} entries cannot be taken.")

    def progress(self) -> Callable[[int], None]:
        """A line that is written anew, for whoever looks on."""
        if not self.stderr.isatty():
            return no_progress

        def seen(done: int) -> None:
            self.stderr.write(f"\r{done} lines", ending="")
            self.stderr.flush()

        return seen


def person(who: str | None, into: models.Circle | None) -> models.Person:
    """Who brings it in: whoever is named, or the circle's first owner, or somebody new."""
    if who is not None:
        found = list(called(who)[:2])
        if len(found) != 1:
            raise CommandError("Several are called that: give an id." if found else "Nobody here is called that.")
        return found[0]
    if into is None:
        made = models.Person()
        made.set_unusable_password()
        return made
    owners = models.Membership.objects.filter(circle=into, role=Role.OWNER, person__is_active=True)
    first = owners.select_related("person").order_by("since", "person").first()
    if first is None:
        raise CommandError("This circle has no owner; say who brings it in: --owner.")
    return first.person


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """A file is read twice: what is typed or piped in is kept for as long as that takes."""
    try:
        with TemporaryFile() if path == STANDARD else open(path, "rb") as file:
            if path == STANDARD:
                shutil.copyfileobj(sys.stdin.buffer, file)
            yield file
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
