"""Limit how many stored events a push folds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar
from uuid import UUID

from games.match.events import is_id
from games.store.sql import run

MOST_FOLDED = 3_000  # stored events of the matches that a push names; an option of a match rewrites all its rows

T = TypeVar("T")


def match_of(event: Any) -> str | None:
    match = event.get("match") if isinstance(event, dict) else None
    return match if isinstance(match, str) and is_id(match) else None


def affordable_parts(circle: UUID, items: list[T], key: Callable[[T], str | None]) -> Iterator[list[T]]:
    """Yield the items in parts. The matches of a part, by `key`, have at most `MOST_FOLDED` stored events."""
    while items:
        yield (part := affordable_part(circle, items, key))
        items = items[len(part) :]


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
    """Return how many events of these matches are stored. The query reads no more than `most` of them."""
    condition = f'"circle_id" = %s AND "match" IN ({", ".join(["%s"] * len(matches))})'
    few = f'SELECT 1 AS "event" FROM "games_event" WHERE {condition} LIMIT {most}'
    row = run(f'SELECT COUNT(*) FROM ({few}) AS "few"', circle, *map(UUID, matches))
    assert row is not None
    return int(row[0])
