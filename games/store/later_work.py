"""Estimate how long others will wait for the rows that follow from events.

A push writes these rows once, after its last event, while the circle is locked. So their time cannot be measured before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.store.logs import CachedLog

MOST = 0.3  # seconds of a push
# Seconds of the processor, measured with SQLite:
EVENING = 0.001  # its row, and the search for its first match
LISTED_MATCH = 0.0002  # of an evening
RELEASED = 0.1  # the matches that a list leaves out, or moves to another evening, once in a push
MERGE = 0.1  # of players: all players of the circle are read, once in a push
MONTH = 0.1  # figures of months are added up, once in a push
EVENT = 0.0001  # of a match that changes
SEAT = 0.00005  # of such a match
START = 0.0005  # of a new match: its neighbours in time decide about its evening

# The kinds that decide whether statistics count a match.
COUNTING = ("finish", "reopen", "delete", "undelete")


class LaterWork:
    """What a push has to do after its events, as far as it is known."""

    def __init__(self, logs: Mapping[str, CachedLog]) -> None:
        self.logs = logs
        self.seconds = 0.0
        self.counted: set[str] = set()

    def has_room(self, event: dict[str, Any]) -> bool:
        """Return whether the push can do the work of this event, too. The first one with work always has room."""
        more = sum(seconds for _name, seconds in self.new_work(event))
        return not more or not self.seconds or self.seconds + more <= MOST

    def add(self, event: dict[str, Any]) -> None:
        for name, seconds in list(self.new_work(event)):
            self.counted.add(name)
            self.seconds += seconds

    def new_work(self, event: dict[str, Any]) -> Iterator[tuple[str, float]]:
        """Yield what this event adds, by a name, and its seconds."""
        for name, seconds in work_of(event, self.logs):
            if name not in self.counted:
                yield name, seconds


def work_of(event: dict[str, Any], logs: Mapping[str, CachedLog]) -> Iterator[tuple[str, float]]:
    match, kind, data = event.get("match"), event.get("kind"), event.get("data")
    cached = logs.get(match) if isinstance(match, str) else None
    if cached is not None:
        match_rows, seats, _results = cached.rows
        yield str(match), EVENT * len(cached.log.events) + SEAT * len(seats) + START * (not match_rows)
        if kind in COUNTING or any(row["is_finished"] for row in match_rows.values()):
            yield "months", MONTH
    if kind == "player" and isinstance(data, dict) and "same_as" in data:
        yield "merge", MERGE
        yield "months", MONTH
    if kind == "evening":
        yield str(event.get("id")), EVENING + LISTED_MATCH * count_listed(event)
        if isinstance(data, dict) and "matches" in data:
            yield "released", RELEASED


def count_listed(event: Any) -> int:
    """Return how many matches an event lists for an evening."""
    data = event.get("data") if isinstance(event, dict) else None
    listed = data.get("matches") if isinstance(data, dict) else None
    return len(listed) if isinstance(listed, list) else 0
