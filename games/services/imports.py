"""Import a file in batches, so that other writers never wait long.

An interrupted import can be repeated with the same file, as entries that exist already are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games import models
from games.imports.authors import resolve_authors
from games.imports.matches import IdentifiedEntry, PlannedMatch, Planner, StoredContents, ids_of
from games.imports.preview import affordable_documents, affordable_events, batches, check_size, in_batches, preview
from games.imports.source import DOCUMENTS, FileEntry, Source
from games.imports.target import ImportTarget, choose_target, is_alone
from games.match.errors import Refused
from games.match.json_input import UnreadableItem
from games.match.log import Effort
from games.models import Role
from games.rules.words import _
from games.services import new_circles
from games.services.circles import count_circle, require_few_circles
from games.services.erasing import let_others_write
from games.services.log import store_events
from games.services.registration import require_open_registration
from games.services.signed_in import require_access
from games.store.append import EventAppender
from games.store.append_imported import Author, ImportedEventAppender
from games.store.append_planned import PlannedEventAppender, is_outdated
from games.store.logs import LOG_CACHE, format_time, match_ids
from games.store.ratings.replay import rate_after_push
from games.store.sql import lock
from scorekeeper import lanes

MOST_PLANS = 3  # of the same documents: others may change the players of the circle again and again
NOTHING = ("nothing", _("Nothing in this file can be imported."))


@dataclass
class ImportResult:
    """The circle of an import, and how many matches and events were stored."""

    circle: UUID
    matches: int = 0
    events: int = 0


def no_progress(count: int) -> None:
    """Do nothing: the progress callback for callers without a progress bar."""


def let_others_go_first() -> None:
    """Let others write, and let others use the place in the lane."""
    let_others_write()
    lanes.let_others_pass()


def import_file(
    *,
    by: models.Person,
    source: Source,
    target: ImportTarget,
    most: int | None,
    progress: Callable[[int], None] = no_progress,
) -> ImportResult:
    """Import the file. Every entry is validated again; the preview is not trusted.

    `most` are the entries that a request may bring; None, for the host, allows any number and moves any matches.
    """
    check_size(source, most)
    if target.is_new:
        create_target_circle(by, target)
    result, count = ImportResult(target.circle), 0
    for size, new in append_parts(by, source, target, is_limited=most is not None):
        result.matches += sum(event.kind == "start" and bool(event.data) for event in new)
        result.events += len(new)
        count += size
        progress(count)
    return result


def append_parts(
    by: models.Person, source: Source, target: ImportTarget, *, is_limited: bool
) -> Iterator[tuple[int, list[models.Event]]]:
    """Store the file part by part. Yield how many entries a part has, and its new events. Others go between two parts."""
    is_first = True
    if source.kind == DOCUMENTS:
        stored: StoredContents = {}
        for group in batches(source.iter_entries()):
            for documents in affordable_documents(target.circle, group, stored):
                if not is_first:
                    let_others_go_first()
                is_first = False
                yield len(documents), append_documents(by, target, documents, stored, is_limited=is_limited)
        return
    for group in in_batches(source.iter_entries()):
        for events in affordable_events(target.circle, group):
            if not is_first:
                let_others_go_first()
            is_first = False
            yield len(events), append_events(by, target, events, is_limited=is_limited)


def import_as_guest(*, source: Source, most: int, address: str | None = None) -> tuple[models.Person, ImportResult]:
    """Import into the circle of a new guest. If no event can be stored, no guest is created."""
    require_open_registration()
    stranger = models.Person()
    if not preview(stranger, source, choose_target(stranger, source, None), most).events:
        raise Refused(*NOTHING)
    new_circles.count(address)
    stranger.set_unusable_password()
    stranger.save()
    return stranger, import_file(by=stranger, source=source, target=choose_target(stranger, source, None), most=most)


def create_target_circle(by: models.Person, target: ImportTarget) -> None:
    """Create the circle, with its original date, and make it the importer's current one."""
    now = timezone.now()
    with transaction.atomic():
        circle, is_new = models.Circle.objects.get_or_create(id=target.circle, defaults={"name": target.name})
        if not is_new:
            return  # a parallel import of the same file, or another person's circle: then nothing is written
        if target.created is not None:
            models.Circle.objects.filter(pk=circle.pk).update(
                created=min(datetime.fromisoformat(target.created), now).astimezone(UTC)
            )
        models.Membership.objects.create(circle=circle, person=by, role=Role.OWNER, chosen=now)
        require_few_circles(by)
        count_circle()


def lock_circle(by: models.Person, target: ImportTarget) -> int:
    """Lock the circle and return the number of its last event; raise `PermissionDenied` unless the person may write."""
    locked = lock(target.circle, by.pk)
    if locked is None or locked.role not in models.WRITERS:
        raise PermissionDenied
    require_access(by)
    return locked.seq


def append_documents(
    by: models.Person,
    target: ImportTarget,
    identified: list[IdentifiedEntry],
    stored: StoredContents,
    *,
    is_limited: bool,
) -> list[models.Event]:
    """Store the matches of these documents. Return the new events. `stored` is filled, as by a `Planner`."""
    effort = Effort()
    for _attempt in range(MOST_PLANS):
        since, matches = plan_documents(
            target.circle, identified, stored, effort
        )  # without a lock, as it may take a second
        if appender := append_planned(by, target, since, matches, ids_of(identified), is_limited=is_limited):
            if not connection.in_atomic_block:
                rate_after_push(target.circle)
            return appender.new
    raise OperationalError(f"Others have changed the players of this group during {MOST_PLANS} attempts.")


def append_planned(
    by: models.Person,
    target: ImportTarget,
    since: int,
    matches: list[PlannedMatch],
    ids: set[UUID],
    *,
    is_limited: bool,
) -> EventAppender | None:
    """Store planned matches. Return None if others have changed something since that the plan depends on."""
    events = [event for match in matches for event in match.events]
    logs = {str(match.summary["match"]): match.log for match in matches if match.log is not None}
    with transaction.atomic():
        seq = lock_circle(by, target)
        if seq != since and is_outdated(target.circle, since, ids):
            return None
        appender = PlannedEventAppender(target.circle, seq, by, timezone.now(), events, logs)
        appender.is_limited = is_limited
        store_events(target.circle, appender)
    return appender


def plan_documents(
    circle: UUID, identified: list[IdentifiedEntry], stored: StoredContents, effort: Effort
) -> tuple[int, list[PlannedMatch]]:
    """Return the number of the circle's last event, and the plans of the documents."""
    seq = models.Circle.objects.values_list("seq", flat=True).get(pk=circle)
    ids = ids_of(identified) - stored.keys()
    cached, _stored = LOG_CACHE.load(circle, map(str, ids), pause=lanes.let_others_pass)
    matches = Planner(circle, format_time(timezone.now()), stored).plan(
        identified, {id: cached[str(id)].log for id in ids}, effort
    )
    LOG_CACHE.store(circle, {match: known for match, known in cached.items() if known.last is not None})
    return seq, matches


def append_events(
    by: models.Person, target: ImportTarget, entries: list[FileEntry], *, is_limited: bool
) -> list[models.Event]:
    """Store these events, in as many transactions as their cost needs. Return the new ones."""
    events = [entry.value for entry in entries if not isinstance(entry.value, UnreadableItem)]
    new: list[models.Event] = []
    while events:
        folded, _stored = LOG_CACHE.load(target.circle, match_ids(events), pause=lanes.let_others_pass)
        with transaction.atomic():
            seq = lock_circle(by, target)
            authors = add_authors(by, target, events)
            appender = ImportedEventAppender(target.circle, seq, by, timezone.now(), events, authors, folded=folded)
            appender.is_limited = is_limited
            store_events(target.circle, appender)
        new += appender.new
        events = appender.left_out
        if events:
            let_others_go_first()
    if not connection.in_atomic_block:
        rate_after_push(target.circle)
    return new


def add_authors(by: models.Person, target: ImportTarget, events: list[Any]) -> dict[str, Author] | None:
    """Return the authors that the file states, after unknown ones were created, or None if the importer is the author."""
    if target.keeps_authors and is_alone(by, target.circle):
        authors, unknown = resolve_authors(by, events, target.original)
        writers = [models.Person(pk=id, is_active=False) for id in sorted(unknown)]
        for writer in writers:
            writer.set_unusable_password()
        models.Person.objects.bulk_create(writers, ignore_conflicts=True)
        return authors
    return None
