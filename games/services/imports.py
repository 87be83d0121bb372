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
from games.imports.preview import BATCH, batches, check_size, in_parts, look
from games.imports.source import DOCUMENTS, Piece, Source
from games.imports.target import Aim, at, is_alone
from games.match.door import Refused, UnreadableItem
from games.models import Role
from games.rules.words import _
from games.services.log import stored
from games.services.registration import let_in
from games.store.append import Intake
from games.store.append_imported import Arrival
from games.store.logs import as_moment, as_text
from games.store.sql import lock
from games.store.write_lock import turn

NOTHING = ("nothing", _("Nothing of this file can be brought in."))


@dataclass
class Brought:
    """What has come in."""

    circle: UUID
    matches: int = 0
    events: int = 0


def unseen(count: int) -> None:
    """Nobody looks on."""


def bring_in(
    *, by: models.Person, source: Source, aim: Aim, most: int | None = None, seen: Callable[[int], None] = unseen
) -> Brought:
    """Store what `look` has shown. Nothing that was found then is believed: all of it is judged anew."""
    check_size(source, most)
    if aim.is_new:
        make_circle_of(by, aim)
    brought, done = Brought(aim.circle), 0
    is_documents = source.kind == DOCUMENTS
    for part in batches(source.pieces()) if is_documents else in_parts(source.pieces(), BATCH):
        with turn(), transaction.atomic():
            intake = (documents if is_documents else events)(by, aim, locked(by, aim), part)
            stored(aim.circle, intake)
        brought.matches += sum(event.kind == "start" and bool(event.data) for event in intake.new)
        brought.events += len(intake.new)
        done += len(part)
        seen(done)
    return brought


def bring_in_as_guest(*, source: Source, most: int) -> tuple[models.Person, Brought]:
    """Into a circle of their own. Where nothing of it can be taken, nobody has come."""
    let_in()
    stranger = models.Person()
    if not look(stranger, source, at(stranger, source, None), most).events:
        raise Refused(*NOTHING)
    stranger.set_unusable_password()
    stranger.save()
    return stranger, bring_in(by=stranger, source=source, aim=at(stranger, source, None))


def make_circle_of(by: models.Person, aim: Aim) -> None:
    """The one that the asker looks at from then on. As old as it was where it comes from."""
    now = timezone.now()
    with turn(), transaction.atomic():
        made, is_new = models.Circle.objects.get_or_create(id=aim.circle, defaults={"name": aim.name})
        if not is_new:
            return  # the same file at the same time, or somebody else's: then nothing is written there
        if aim.created is not None:
            models.Circle.objects.filter(pk=made.pk).update(created=min(as_moment(aim.created), now).astimezone(UTC))
        models.Membership.objects.create(circle=made, person=by, role=Role.OWNER, chosen=now)


def locked(by: models.Person, aim: Aim) -> int:
    """The number of the circle's last event, for whoever may write there."""
    seq, role = lock(aim.circle, by.pk) or (0, None)
    if role not in models.WRITERS:
        raise PermissionDenied
    return seq


def documents(by: models.Person, aim: Aim, seq: int, pieces: list[Piece]) -> Intake:
    now = timezone.now()
    planned = Planner(aim.circle, as_text(now)).plan(pieces)
    return Intake(aim.circle, seq, by, now, [event for one in planned for event in one.events])


def events(by: models.Person, aim: Aim, seq: int, pieces: list[Piece]) -> Intake:
    found = [piece.value for piece in pieces if not isinstance(piece.value, UnreadableItem)]
    authors = None
    if aim.keeps_authors and is_alone(by, aim.circle):
        authors, unknown = signed(by, found, aim.original)
        made = [models.Person(pk=id, is_active=False) for id in sorted(unknown)]
        for one in made:
            one.set_unusable_password()
        models.Person.objects.bulk_create(made, ignore_conflicts=True)
    return Arrival(aim.circle, seq, by, timezone.now(), found, authors)
