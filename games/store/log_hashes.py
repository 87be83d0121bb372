"""The running hash of a circle's log. It proves that a client and the server know the same history.

The hash of an event covers the hash before it and its id. Nothing else of an event counts, as erasing changes the rest. So
two logs with the same ids in the same order have the same hash, on every server and in every copy.

An older version stores events without a hash. They are always the last ones of a log, because each push of this version
first adds the hashes that are missing. Readers only compute them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef

from games import models
from games.store.sql import run

LENGTH = 16  # hexadecimal digits
BATCH = 5000  # events; writers wait for one batch at most, for some tenths of a second

Hashed = tuple[int, str]  # a number, and the hash of the log up to there


def next_hash(previous: str, id: UUID) -> str:
    return hashlib.sha256(f"{previous}{id}".encode("ascii")).hexdigest()[:LENGTH]


def add_hashes(circle: UUID, events: Sequence[models.Event], previous: str | None = None) -> None:
    """Add the hashes to new events. The caller holds the lock of the circle.

    `previous` is the hash of the log before them. None if the caller does not know it, or if it is not stored.
    """
    if previous is None:
        previous = "" if events[0].seq == 1 else complete_hashes(circle)
    for event in events:
        event.log_hash = previous = next_hash(previous, event.id)


def complete_hashes(circle: UUID) -> str:
    """Add the hashes that an older version has not stored; return the hash of the log."""
    missing = list(missing_hashes(circle))
    save_hashes(circle, missing)
    return (missing[-1] if missing else last_stored(circle))[1]


def log_hash(circle: UUID, seq: int) -> str | None:
    """Return the hash of the log up to this number, or None if there is no such event."""
    stored = stored_hash(circle, seq)
    if stored is not None:
        return stored
    return next((hash for number, hash in missing_hashes(circle, seq) if number == seq), None)


def event_hashes(circle: UUID, events: Sequence[models.Event]) -> Mapping[int, str]:
    """Return the hashes of these events, by number."""
    hashes = {event.seq: event.log_hash for event in events if event.log_hash is not None}
    if len(hashes) < len(events):
        hashes |= missing_hashes(circle, until=max(event.seq for event in events))
    return hashes


def stored_hash(circle: UUID, seq: int) -> str | None:
    """Return the hash as stored; None without one, or without such an event."""
    if seq == 0:
        return ""
    which = '"circle_id" = %s AND "seq" = %s'
    row = run(f'SELECT "log_hash" FROM "games_event" WHERE {which}', circle, seq)
    return row[0] if row else None


def missing_hashes(circle: UUID, until: int | None = None, most: int | None = None) -> Iterator[Hashed]:
    """Compute the hashes that an older version has not stored, up to a number or a count of events."""
    of_circle = models.Event.objects.filter(circle=circle)
    seq, previous = last_stored(circle)
    rest = of_circle.filter(seq__gt=seq).order_by("seq").values_list("seq", "id")
    rows: Iterable[tuple[int, UUID]] = (rest if until is None else rest.filter(seq__lte=until))[:most]
    for seq, id in rows:
        previous = next_hash(previous, id)
        yield seq, previous


def last_stored(circle: UUID) -> Hashed:
    """Return the last hash that is stored, and the number of its event."""
    hashed = models.Event.objects.filter(circle=circle).exclude(log_hash=None)
    seq, hash = hashed.order_by("-seq").values_list("seq", "log_hash").first() or (0, "")
    return seq, str(hash)


# One statement for all. A PostgreSQL that has not analyzed the table yet may read a whole circle for each of many.
SAVE_TOGETHER = """
    UPDATE "games_event" SET "log_hash" = new.hash FROM unnest(%s::bigint[], %s::text[]) AS new(seq, hash)
    WHERE "circle_id" = %s AND "games_event"."seq" = new.seq
"""


def save_hashes(circle: UUID, hashes: Iterable[Hashed]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            hashed = list(hashes)
            cursor.execute(SAVE_TOGETHER, [[seq for seq, _hash in hashed], [hash for _seq, hash in hashed], circle])
            return
        cursor.executemany(
            'UPDATE "games_event" SET "log_hash" = %s WHERE "circle_id" = %s AND "seq" = %s',
            [(hash, circle, seq) for seq, hash in hashes],
        )


def fill_hashes() -> None:
    """Add the hashes that an older version has not stored, in batches, while people play on."""
    last = models.Event.objects.filter(circle=OuterRef("pk"), seq=OuterRef("seq"), log_hash=None)
    for circle in list(models.Circle.objects.filter(Exists(last)).values_list("pk", flat=True)):
        while fill_batch(circle):
            pass


def fill_batch(circle: UUID) -> bool:
    """Add one batch of hashes; return whether there may be more."""
    with transaction.atomic():
        models.Circle.objects.select_for_update().get(pk=circle)
        save_hashes(circle, hashes := list(missing_hashes(circle, most=BATCH)))
    return len(hashes) == BATCH
