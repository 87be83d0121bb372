"""Reading logs: events as they are stored, and as the public format has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.dateparse import parse_datetime

from games import models
from games.match.log import Log, apply_event, fold_events
from games.store.sql import column, read_all, read_one

if TYPE_CHECKING:
    from games.match.log import Event

FORMAT = "scorekeeper.circle/1"  # of a circle's log as a file


def event_json(stored: models.Event) -> Event:
    """An event as the public format has it."""
    return {
        "id": str(stored.id),
        "match": None if stored.match is None else str(stored.match),
        "kind": stored.kind,
        "data": stored.data,
        "after": stored.after,
        "at": stored.at or format_time(stored.received),
        "seq": stored.seq,
        "by": {"id": str(stored.by_id), "name": stored.by_name},
        "received": format_time(stored.received),
    }


def format_time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def event_time(event: Event) -> datetime:
    """When it was written, as far as clocks can be believed: never after it was received."""
    received = parse_time(event["received"])
    # In UTC: PostgreSQL knows no zone further than 16 hours away, a clock that is set wrong may.
    return min(parse_time(event["at"]), received).astimezone(UTC)


@lru_cache(maxsize=10_000)  # a match that goes on is asked for all its times again and again
def parse_time(text: str) -> datetime:
    found = parse_datetime(text)
    assert found is not None, text  # `validate_event` refuses others
    return found


def select_events(circle: UUID, since: Mapping[str, int], ids: Collection[str] = ()) -> list[models.Event]:
    """The events of these matches from a number on, and those with these ids, in order, by one query."""
    # The circle stands in every branch, and the order is made here: so each branch finds its own index.
    own = column(models.Event, "circle_id", circle)
    branches = ['"circle_id" = %s AND "match" = %s AND "seq" >= %s'] * len(since)
    values = [value for match, seq in since.items() for value in (own, column(models.Event, "match", match), seq)]
    if ids:
        branches.append(f'"circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(ids))})')
        values += [own, *(column(models.Event, "id", id) for id in ids)]
    found = read_all(models.Event, " OR ".join(branches), *values) if branches else []
    return sorted(found, key=lambda event: event.seq)


def event_at(circle: UUID, seq: int) -> models.Event | None:
    """The event of that number."""
    return read_one(models.Event, '"circle_id" = %s AND "seq" = %s', column(models.Event, "circle_id", circle), seq)


def log_of(circle: UUID, match: UUID) -> Log:
    return fold_events([event_json(event) for event in select_events(circle, {str(match): 0})])


def logs_of(circle: UUID, matches: Collection[UUID]) -> dict[UUID, Log]:
    """Of several matches, by one query."""
    found = {match: Log() for match in matches}
    for event in models.Event.objects.filter(circle=circle, match__in=matches).order_by("match", "seq"):
        assert event.match is not None  # it is one of those
        apply_event(found[event.match], event_json(event))
    return found


def client_content(event: Event) -> dict[str, Any]:
    """What the writer of an event has said, in one spelling: the rest is the server's."""
    after = event.get("after")
    return {
        "match": event.get("match"),
        "kind": event.get("kind"),
        "data": event.get("data") or {},
        "after": [after] if isinstance(after, str) else after,
        "at": event.get("at"),
    }


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: the order of keys is nothing, but `true` is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
