"""Read the stored events of long matches in parts, with pauses in which others go on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar
from uuid import UUID

from games import models
from games.store.sql import SEQ, read_all, read_one, select_events

PAUSE_AFTER = 200  # events

T = TypeVar("T")


def no_pause() -> None:
    """Do nothing: the pause of work that is short, or that others wait for."""


def paced(items: Iterable[T], pause: Callable[[], None]) -> Iterator[T]:
    """Yield the items, with a pause after some hundred of them each."""
    for place, item in enumerate(items):
        if place % PAUSE_AFTER == 0:
            pause()
        yield item


def select_all(
    circle: UUID, since: Mapping[str, int], ids: Collection[str], pause: Callable[[], None]
) -> list[models.Event]:
    """Return the same events, however many there are, by many queries with pauses between them."""
    by_seq = {event.seq: event for event in select_events(circle, {}, ids)}
    for match, first in since.items():
        while (events := select_in_parts(circle, match, first, pause)) and was_changed(circle, events[0]):
            pause()
        by_seq |= {event.seq: event for event in events}
    return sorted(by_seq.values(), key=SEQ)


def select_in_parts(circle: UUID, match: str, first: int, pause: Callable[[], None]) -> list[models.Event]:
    """Return the events of a match from a number on."""
    events: list[models.Event] = []
    while True:
        pause()
        where = '"circle_id" = %s AND "match" = %s AND "seq" >= %s ORDER BY "seq" LIMIT %s'
        rows = read_all(models.Event, where, circle, UUID(match), first, PAUSE_AFTER)
        events += rows
        if len(rows) < PAUSE_AFTER:
            return events
        first = rows[-1].seq + 1


def was_changed(circle: UUID, first: models.Event) -> bool:
    """Return whether names were erased since this first event of a match was read: that changes the times of all.

    Otherwise a log would have old names before the part with the erasure, and count as the present one.
    """
    now = read_one(models.Event, '"circle_id" = %s AND "seq" = %s', circle, first.seq)
    return now is not None and now.received != first.received
