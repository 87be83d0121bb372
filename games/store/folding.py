"""Limit how many stored events are folded together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Sum, TextField
from django.db.models.functions import Cast, Length

from games import models
from games.match.event_fields import is_id
from games.store.sql import run

CHARACTERS = 1_000  # of the stored data of events, which count as another event: they may take as much memory
MOST_FOLDED = 3_000  # stored events of the matches that a push names; an option of a match rewrites all its rows

T = TypeVar("T")


def match_of(event: Any) -> str | None:
    match = event.get("match") if isinstance(event, dict) else None
    return match if isinstance(match, str) and is_id(match) else None


def affordable_parts(
    circle: UUID,
    items: list[T],
    key: Callable[[T], str | None],
    turn: Callable[[T], int] = lambda _item: 0,
) -> Iterator[list[T]]:
    """Yield the items in parts. The matches of a part, by `key`, have at most `MOST_FOLDED` stored events.

    Several parts come match by match: two long matches in turn would be folded for each item. `turn` says which items
    come first.
    """
    part = affordable_part(circle, items, key)
    if len(part) < len(items):
        first: dict[str | None, int] = {}
        for item in items:
            first.setdefault(key(item), len(first))
        items = sorted(items, key=lambda item: (turn(item), first[key(item)]))
        part = affordable_part(circle, items, key)
    while part:
        yield part
        items = items[len(part) :]
        part = affordable_part(circle, items, key)


def affordable_part(circle: UUID, items: list[T], key: Callable[[T], str | None] = match_of) -> list[T]:
    """Return the first of these items, usually all. Their matches have at most `MOST_FOLDED` stored events.

    The first match with stored events counts whatever its length, so the part is not empty.
    """
    matches = {match for item in items if (match := key(item)) is not None}
    if len(matches) < 2 or count_events(circle, matches, MOST_FOLDED + 1) <= MOST_FOLDED:
        return items
    left = MOST_FOLDED
    counted: set[str] = set()
    for position, item in enumerate(items):
        match = key(item)
        if match is None or match in counted:
            continue
        count = count_events(circle, [match], left + 1)
        if count > left < MOST_FOLDED:
            return items[:position]
        counted.add(match)
        left = max(0, left - count)
    return items


def count_events(circle: UUID, matches: Collection[str], most: int) -> int:
    """Return how many events of these matches are stored. Each `CHARACTERS` of their data count as one more.

    The query reads no more than `most` of them.
    """
    condition = f'"circle_id" = %s AND "match" IN ({", ".join(["%s"] * len(matches))})'
    few = f'SELECT LENGTH(CAST("data" AS TEXT)) AS "length" FROM "games_event" WHERE {condition} LIMIT {most}'
    statement = f'SELECT COUNT(*) + COALESCE(SUM("length"), 0) / {CHARACTERS} FROM ({few}) AS "few"'
    row = run(statement, circle, *map(UUID, matches))
    assert row is not None
    return int(row[0])


def has_few_events(circle: UUID, matches: Collection[UUID], most: int) -> bool:
    """Return whether the matches have at most `most` events together, with their data. It reads no more than that."""
    return not matches or count_events(circle, [str(match) for match in matches], most + 1) <= most


def weights(circle: UUID, matches: Collection[UUID]) -> dict[UUID | None, int]:
    """Return the number of events by match. Their data counts as in `count_events`."""
    events = models.Event.objects.filter(circle=circle, match__in=matches).order_by()
    length = Sum(Length(Cast("data", TextField())))
    sums = events.values("match").annotate(count=Count("seq"), length=length)
    return {row["match"]: row["count"] + row["length"] // CHARACTERS for row in sums}
