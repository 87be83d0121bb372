"""Erase deleted matches, circles and people after a time.

Each is erased by itself: one that cannot be erased does not keep the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.cache import caches
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from games import models
from games.rules.custom_game import is_custom
from games.services import erased_evenings, erasing
from games.services.stored_sessions import delete_sessions
from games.store import custom_games, readmodels

RETENTION = timedelta(days=30)  # time in which a deletion can be undone


def tidy_matches() -> int:
    """Empty the matches that were deleted long ago; return how many."""
    limit = timezone.now() - RETENTION
    deleted = models.Match.objects.filter(is_deleted=True).values_list("circle", "id")
    count = erase_each(empty_match, (ids for ids in deleted if deleted_before(*ids, limit)))
    for circle, evenings in erased_evenings.evenings_to_erase().items():
        if evenings:
            erased_evenings.erase_evening_texts(circle, evenings)
            erasing.let_others_write()
    return count


def tidy_circles() -> int:
    """Erase the circles that were deleted long ago; return how many. Their members may have been erased before.

    A circle that the host restored may have lost its last member since then. Nobody can delete it, so it counts as deleted.
    """
    limit = timezone.now() - RETENTION
    models.Circle.objects.filter(created__lt=limit, memberships=None, deleted=None).update(deleted=limit)
    old = models.Circle.objects.filter(deleted__lte=limit, erased=None)
    return erase_each(erasing.erase_circle, old.values_list("pk"))


def tidy_people() -> int:
    """Erase the people who were deleted long ago; return how many."""
    old = models.Person.objects.filter(deleted__lt=timezone.now() - RETENTION)
    if people := list(old.values_list("pk", flat=True)):
        delete_sessions(people=people, addresses=erasing.addresses_of(old))  # first, as reading them all takes long
    return erase_each(erasing.erase_person, old.values_list("pk"))


def tidy_limits() -> None:
    """Delete the expired counts of attempts. The cache itself deletes one only when it is read again."""
    table = connection.ops.quote_name(caches["default"]._table)  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        cursor.execute(f"DELETE FROM {table} WHERE expires < %s", [now])


def erase_each(erase: Callable[..., bool], rows: Iterable[tuple[Any, ...]]) -> int:
    """Erase the rows with these ids; return how many. At the end, raise the errors of those that failed."""
    count, errors = 0, []
    for ids in rows:
        try:
            count += erase(*ids)
            erasing.let_others_write()
        except Exception as error:
            error.add_note(f"{erase.__name__}: {', '.join(map(str, ids))}")
            errors.append(error)
    if errors:
        raise ExceptionGroup("Some rows could not be erased.", errors)
    return count


def tidy_invitations() -> int:
    """Delete the invitations that have been unusable for long; return how many rows."""
    limit = timezone.now() - RETENTION
    is_used_up = Q(used__gte=F("most"), created__lt=limit)
    over = models.Invitation.objects.filter(Q(until__lt=limit) | Q(revoked__lt=limit) | is_used_up)
    count = 0
    while part := list(over.values_list("pk", flat=True)[: erasing.BATCH]):
        count += models.Invitation.objects.filter(pk__in=part).delete()[0]
        erasing.let_others_write()
    return count


def deleted_before(circle: UUID, match: UUID, limit: datetime) -> bool:
    events = models.Event.objects.filter(circle=circle, match=match, kind="delete").order_by("-seq")
    return events[0].received < limit


def empty_match(circle: UUID, match: UUID) -> bool:
    """Erase the data of a match. Ids and numbers stay, so that the log has no gap and a repeated push is refused.

    Each part of its events has a transaction of its own. The first part erases the start, after which the match cannot
    be restored. The row of the match goes last, so the next call finishes an interrupted one.
    """
    events = models.Event.objects.filter(circle=circle, match=match).order_by("seq")
    numbers = list(events.values_list("seq", flat=True))
    for first in range(0, len(numbers), erasing.BATCH):
        part = numbers[first : first + erasing.BATCH]
        if not empty_events(circle, match, part[0], part[-1]):
            return False  # undeleted at the last moment
        erasing.let_others_write()
    return delete_rows(circle, match)


@transaction.atomic
def empty_events(circle: UUID, match: UUID, first: int, last: int) -> bool:
    if not is_locked_and_deleted(circle, match):
        return False
    models.Event.objects.filter(circle=circle, match=match, seq__gte=first, seq__lte=last).update(data={})
    return True


@transaction.atomic
def delete_rows(circle: UUID, match: UUID) -> bool:
    if not is_locked_and_deleted(circle, match):
        return False
    models.Event.objects.filter(circle=circle, match=match).exclude(data={}).update(data={})  # of the last moment
    played = models.Match.objects.get(circle=circle, id=match).game
    for table in readmodels.TABLES:
        table.model._default_manager.filter(**{"circle": circle, table.match: match}).delete()
    custom_games.refresh_copied_games(circle, filter(is_custom, [played]))
    erasing.count_erasure([circle])
    return True


def is_locked_and_deleted(circle: UUID, match: UUID) -> bool:
    """Lock the circle; return whether the match is still deleted."""
    models.Circle.objects.select_for_update().get(pk=circle)
    return models.Match.objects.filter(circle=circle, id=match, is_deleted=True).exists()
