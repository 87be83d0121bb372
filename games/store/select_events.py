"""Read stored events, those of long matches in parts, with pauses in which others go on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TypeVar
from uuid import UUID

from games import models
from games.store.sql import read_all, read_few

PAUSE_AFTER = 200  # events
ALL = 2**31  # rows: more than a circle can have
SEQ = attrgetter("seq")

T = TypeVar("T")


def no_pause() -> None:
    """Do nothing: the pause of work that is short, or that others wait for."""


def paced(items: Iterable[T], pause: Callable[[], None]) -> Iterator[T]:
    """Yield the items, with a pause after some hundred of them each."""
    for place, item in enumerate(items):
        if place % PAUSE_AFTER == 0:
            pause()
        yield item


def select_events(circle: UUID, since: Mapping[str, int], ids: Collection[str] = ()) -> list[models.Event]:
    """Return the events of these matches from a number on, and those with these ids, in order, by one query."""
    events = select_few(circle, since, ids, ALL)
    assert events is not None
    return events


def select_few(circle: UUID, since: Mapping[str, int], ids: Collection[str], most: int) -> list[models.Event] | None:
    """Return the same events, or None if there are more than `most`."""
    # Each branch names the circle, and Python sorts: so the database uses an index for each branch.
    branches = ['"circle_id" = %s AND "match" = %s AND "seq" >= %s'] * len(since)
    values = [value for match, seq in since.items() for value in (circle, UUID(match), seq)]
    if ids:
        branches.append(f'"circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(ids))})')
        values += [circle, *map(UUID, ids)]
    rows = read_few(models.Event, " OR ".join(branches), *values, most=most) if branches else []
    return None if rows is None else sorted(rows, key=SEQ)


def select_all(
    circle: UUID, since: Mapping[str, int], ids: Collection[str], pause: Callable[[], None]
) -> list[models.Event]:
    """Return the same events, however many there are, by many queries with pauses between them."""
    by_seq = {event.seq: event for event in select_events(circle, {}, ids)}
    for match, first in since.items():
        while True:
            pause()
            where = '"circle_id" = %s AND "match" = %s AND "seq" >= %s ORDER BY "seq" LIMIT %s'
            rows = read_all(models.Event, where, circle, UUID(match), first, PAUSE_AFTER)
            by_seq |= {event.seq: event for event in rows}
            if len(rows) < PAUSE_AFTER:
                break
            first = rows[-1].seq + 1
    return sorted(by_seq.values(), key=SEQ)
