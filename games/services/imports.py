"""Bringing in what a file holds: a batch at a time, so that nobody else waits for long.

Cut short, it is done again with the same file: what is there already is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from games import models
from games.imports.authors import signed
from games.imports.matches import Planner
from games.imports.preview import BATCH, batches, check_size, in_parts, preview
from games.imports.source import DOCUMENTS, FileEntry, Source
from games.imports.target import ImportTarget, at, is_alone
from games.match.errors import Refused
from games.match.json_input import UnreadableItem
from games.models import Role
from games.rules.words import _
from games.services.log import store_events
from games.services.registration import require_open_registration
from games.store.append import EventAppender
from games.store.append_imported import ImportedEventAppender
from games.store.logs import format_time, parse_time
from games.store.sql import lock
from games.store.write_lock import write_lock

NOTHING = ("nothing", _("Nothing of this file can be brought in."))


@dataclass
class ImportResult:
    """What has come in."""

    circle: UUID
    matches: int = 0
    events: int = 0


def no_progress(count: int) -> None:
    """Nobody looks on."""


def bring_in(
    *,
    by: models.Person,
    source: Source,
    aim: ImportTarget,
    most: int | None = None,
    seen: Callable[[int], None] = no_progress,
) -> ImportResult:
    """Store what `look` has shown. Nothing that was found then is believed: all of it is judged anew."""
    check_size(source, most)
    if aim.is_new:
        make_circle_of(by, aim)
    brought, done = ImportResult(aim.circle), 0
    is_documents = source.kind == DOCUMENTS
    for part in batches(source.iter_entries()) if is_documents else in_parts(source.iter_entries(), BATCH):
        with write_lock(), transaction.atomic():
            intake = (documents if is_documents else events)(by, aim, locked(by, aim), part)
            store_events(aim.circle, intake)
        brought.matches += sum(event.kind == "start" and bool(event.data) for event in intake.new)
        brought.events += len(intake.new)
        done += len(part)
        seen(done)
    return brought


def bring_in_as_guest(*, source: Source, most: int) -> tuple[models.Person, ImportResult]:
    """Into a circle of their own. Where nothing of it can be taken, nobody has come."""
    require_open_registration()
    stranger = models.Person()
    if not preview(stranger, source, at(stranger, source, None), most).events:
        raise Refused(*NOTHING)
    stranger.set_unusable_password()
    stranger.save()
    return stranger, bring_in(by=stranger, source=source, aim=at(stranger, source, None))


def make_circle_of(by: models.Person, aim: ImportTarget) -> None:
    """The one that the asker looks at from then on. As old as it was where it comes from."""
    now = timezone.now()
    with write_lock(), transaction.atomic():
        made, is_new = models.Circle.objects.get_or_create(id=aim.circle, defaults={"name": aim.name})
        if not is_new:
            return  # the same file at the same time, or somebody else's: then nothing is written there
        if aim.created is not None:
            models.Circle.objects.filter(pk=made.pk).update(created=min(parse_time(aim.created), now).astimezone(UTC))
        models.Membership.objects.create(circle=made, person=by, role=Role.OWNER, chosen=now)


def locked(by: models.Person, aim: ImportTarget) -> int:
    """The number of the circle's last event, for whoever may write there."""
    seq, role = lock(aim.circle, by.pk) or (0, None)
    if role not in models.WRITERS:
        raise PermissionDenied
    return seq


def documents(by: models.Person, aim: ImportTarget, seq: int, pieces: list[FileEntry]) -> EventAppender:
    now = timezone.now()
    planned = Planner(aim.circle, format_time(now)).plan(pieces)
    return EventAppender(aim.circle, seq, by, now, [event for one in planned for event in one.events])


def events(by: models.Person, aim: ImportTarget, seq: int, pieces: list[FileEntry]) -> EventAppender:
    found = [piece.value for piece in pieces if not isinstance(piece.value, UnreadableItem)]
    authors = None
    if aim.keeps_authors and is_alone(by, aim.circle):
        authors, unknown = signed(by, found, aim.original)
        made = [models.Person(pk=id, is_active=False) for id in sorted(unknown)]
        for one in made:
            one.set_unusable_password()
        models.Person.objects.bulk_create(made, ignore_conflicts=True)
    return ImportedEventAppender(aim.circle, seq, by, timezone.now(), found, authors)
