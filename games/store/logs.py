"""Read logs: events as stored, and in the public format."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.log import Log, apply_event, fold_events
from games.store.sql import column, read_all, read_one

if TYPE_CHECKING:
    from games.match.log import Event

FORMAT = "scorekeeper.circle/1"  # the format of a circle's log in a file


def event_json(stored: models.Event) -> Event:
    """Return an event in the public format."""
    return {
        "id": str(stored.id),
        "match": None if stored.match is None else str(stored.match),
        "kind": stored.kind,
        "data": stored.data,
        "after": stored.after,
        "at": stored.at or format_time(stored.received),
        "seq": stored.seq,
        "by": {"id": str(stored.by_id), "name": stored.by_name, **({"imported": True} if stored.is_imported else {})},
        "received": format_time(stored.received),
    }


def format_time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def select_events(circle: UUID, since: Mapping[str, int], ids: Collection[str] = ()) -> list[models.Event]:
    """Return the events of these matches from a number on, and those with these ids, in order, by one query."""
    # Each branch names the circle, and Python sorts: so the database uses an index for each branch.
    own = column(models.Event, "circle_id", circle)
    branches = ['"circle_id" = %s AND "match" = %s AND "seq" >= %s'] * len(since)
    values = [value for match, seq in since.items() for value in (own, column(models.Event, "match", match), seq)]
    if ids:
        branches.append(f'"circle_id" = %s AND "id" IN ({", ".join(["%s"] * len(ids))})')
        values += [own, *(column(models.Event, "id", id) for id in ids)]
    rows = read_all(models.Event, " OR ".join(branches), *values) if branches else []
    return sorted(rows, key=lambda event: event.seq)


def event_at(circle: UUID, seq: int) -> models.Event | None:
    """Return the event with this number, or None."""
    return read_one(models.Event, '"circle_id" = %s AND "seq" = %s', column(models.Event, "circle_id", circle), seq)


def log_of(circle: UUID, match: UUID) -> Log:
    return fold_events([event_json(event) for event in select_events(circle, {str(match): 0})])


def logs_of(circle: UUID, matches: Collection[UUID]) -> dict[UUID, Log]:
    """Return the logs of several matches, by one query."""
    logs = {match: Log() for match in matches}
    for event in models.Event.objects.filter(circle=circle, match__in=matches).order_by("match", "seq"):
        assert event.match is not None  # it is one of those
        apply_event(logs[event.match], event_json(event))
    return logs


def client_content(event: Event) -> dict[str, Any]:
    """Return what the client wrote of an event, normalized; the server adds the other fields."""
    after = event.get("after")
    return {
        "match": event.get("match"),
        "kind": event.get("kind"),
        "data": event.get("data") or {},
        "after": [after] if isinstance(after, str) else after,
        "at": event.get("at"),
    }


def same_json(first: Any, second: Any) -> bool:
    """Return whether two values are the same JSON. The order of keys does not count, and `true` is not 1."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same_json(first[key], second[key]) for key in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same_json, first, second))
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)
