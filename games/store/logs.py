"""Reading logs: events as they are stored, and as the public format has them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from games import models
from games.table.log import Log, fold

if TYPE_CHECKING:
    from games.table.log import Event


def as_event(stored: models.Event) -> Event:
    """An event as the public format has it."""
    return {
        "id": str(stored.id),
        "match": None if stored.match is None else str(stored.match),
        "kind": stored.kind,
        "data": stored.data,
        "after": stored.after,
        "at": stored.at or as_text(stored.received),
        "seq": stored.seq,
        "by": {"id": str(stored.by_id), "name": stored.by_name},
        "received": as_text(stored.received),
    }


def as_text(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def moment(event: Event) -> datetime:
    """When it was written, as far as clocks can be believed: never after it was received."""
    received = as_moment(event["received"])
    # In UTC: PostgreSQL knows no zone further than 16 hours away, a clock that is set wrong may.
    return min(as_moment(event["at"]), received).astimezone(UTC)


@lru_cache(maxsize=10_000)  # a match that goes on is asked for all its times again and again
def as_moment(text: str) -> datetime:
    found = parse_datetime(text)
    assert found is not None, text  # the door lets no other through
    return found


def events_of(circle: UUID, matches: Iterable[UUID]) -> dict[UUID, list[Event]]:
    """The events of these matches, in order, by one query."""
    found: dict[UUID, list[Event]] = {match: [] for match in matches}
    stored = models.Event.objects.filter(circle=circle, match__in=list(found)).order_by("seq")
    for event in stored:
        found[event.match].append(as_event(event))  # type: ignore[index]
    return found


def log_of(circle: UUID, match: UUID) -> Log:
    return fold(events_of(circle, [match])[match])


def content(event: Event) -> dict[str, Any]:
    """What the writer of an event has said, in one spelling: the rest is the server's."""
    after = event.get("after")
    return {
        "match": event.get("match"),
        "kind": event.get("kind"),
        "data": event.get("data") or {},
        "after": [after] if isinstance(after, str) else after,
        "at": event.get("at"),
    }


def are_same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: the order of keys is nothing, but `true` is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(are_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(are_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
