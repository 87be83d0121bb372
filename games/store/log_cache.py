"""Cache folded logs in this process, so that an append folds only new events.

A cached log is always compared with the database: its user reads the events from its last one on. If another
event has that number, the user folds the whole match again. A user takes the log out of the cache and has it
alone, to read or to write. A changed log returns to the cache only after the transaction is committed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from uuid import UUID

from games import models
from games.match.log import Log, apply_event
from games.match.sheet import sheet_from_log
from games.store.logs import event_json, select_events
from games.store.readmodels import Rows, model_rows

MOST = 50  # matches; a long one takes about a megabyte, and the garbage collector visits them all


class CachedLog:
    """A folded log, with the database rows that follow from it."""

    def __init__(self) -> None:
        self.log = Log()
        self.received: datetime | None = None  # when the last event came, to the microsecond
        self.rows = model_rows(self.log)
        self.sheet = sheet_from_log(self.log)
        self.count = len(self.sheet.rows) if self.sheet else 0  # the deals that have rows

    @property
    def last(self) -> tuple[int, str]:
        """Number and id of the last event, or 0 and an empty text."""
        if not self.log.events:
            return 0, ""
        event = self.log.events[-1]
        return event["seq"], event["id"]

    def ends_with(self, event: models.Event) -> bool:
        """Return whether this is the last event of the log.

        After a restored backup the same event may come again behind other events, so its time counts, too.
        """
        return (event.seq, str(event.id), event.received) == (*self.last, self.received)

    def append(self, new: list[models.Event]) -> None:
        """Add events that others have stored since, with their rows."""
        for event in new:
            apply_event(self.log, event_json(event))
            self.received = event.received
        if new:
            self.update_rows()

    def update_rows(self) -> tuple[list[Rows], list[Rows]]:
        """Compute the rows again; return the old and the new ones. Deals that cannot have changed are in neither."""
        sheet = sheet_from_log(self.log)
        before, is_unchanged = self.rows, sheet is not None and sheet is self.sheet
        after = model_rows(self.log, known=self.count if is_unchanged else 0)
        if is_unchanged:
            before = [*before[:-1], {}]
            self.rows = [*after[:-1], self.rows[-1] | after[-1]]
        else:
            self.rows = after
        self.sheet, self.count = sheet, len(sheet.rows) if sheet else 0
        return before, after


class LogCache:
    def __init__(self) -> None:
        self.logs: OrderedDict[tuple[UUID, str], CachedLog] = OrderedDict()
        self.lock = Lock()

    def pop(self, circle: UUID, match: str) -> CachedLog | None:
        with self.lock:
            return self.logs.pop((circle, match), None)

    def store(self, circle: UUID, match: str, cached: CachedLog) -> None:
        """Cache a log. A deleted match is not cached: its events may be emptied at any time."""
        if cached.log.is_deleted or cached.log.start is None:
            return
        with self.lock:
            self.logs[circle, match] = cached
            while len(self.logs) > MOST:
                self.logs.popitem(last=False)

    def clear(self) -> None:
        with self.lock:
            self.logs.clear()


LOG_CACHE = LogCache()


def refreshed(circle: UUID, match: str, cached: CachedLog, events: list[models.Event]) -> CachedLog:
    """Return the log with the events that others have written since.

    It is folded again after a restored backup, or where a deleted match was emptied. `events` are the stored events
    of the match from its last cached one on.
    """
    first = cached.last[0]
    new = [event for event in events if event.seq >= first]
    if not first:
        cached.append(new)
        return cached
    if new and cached.ends_with(new[0]):
        cached.append(new[1:])
        if not cached.log.is_deleted:
            return cached
    reloaded = CachedLog()
    reloaded.append(select_events(circle, {match: 0}))
    return reloaded


@contextmanager
def open_log(circle: UUID, match: UUID) -> Iterator[Log]:
    """Open the log of a match as it is stored now, for reading inside the block only."""
    with open_logs(circle, [match]) as [log]:
        yield log


@contextmanager
def open_logs(circle: UUID, matches: Sequence[UUID]) -> Iterator[list[Log]]:
    """Open the logs of several matches, by one query for as many as fit into the cache."""
    names = [str(match) for match in matches]
    all_cached: dict[str, CachedLog] = {}
    for first in range(0, len(names), MOST):
        batch = {name: LOG_CACHE.pop(circle, name) or CachedLog() for name in names[first : first + MOST]}
        events: dict[str, list[models.Event]] = {name: [] for name in batch}
        for event in select_events(circle, {name: cached.last[0] for name, cached in batch.items()}):
            events[str(event.match)].append(event)
        all_cached |= {name: refreshed(circle, name, cached, events[name]) for name, cached in batch.items()}
    yield [all_cached[name].log for name in names]
    for name, cached in all_cached.items():
        LOG_CACHE.store(circle, name, cached)
