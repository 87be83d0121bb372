"""Folded logs that this process keeps at hand, so that an append need not fold a whole match again.

Nothing here is believed without a look: whoever takes a log down reads the events from its last
one on, and starts anew where another one stands in that place. Whoever has taken it down is alone
with it, to read or to write; what was written is put back only when the transaction has been stored.
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
from games.match.scoring import sheet_from_log
from games.store.logs import event_json, select_events
from games.store.readmodels import Rows, model_rows

MOST = 50  # matches; a long one takes about a megabyte, and the garbage collector walks through them all


class CachedLog:
    """A log, and the rows that the database has of it."""

    def __init__(self) -> None:
        self.log = Log()
        self.received: datetime | None = None  # when the last event came, to the microsecond
        self.rows = model_rows(self.log)
        self.sheet = sheet_from_log(self.log)
        self.count = len(self.sheet.rows) if self.sheet else 0  # the deals that the rows tell of

    @property
    def last(self) -> tuple[int, str]:
        """Number and id of its last event; 0 where there is none."""
        if not self.log.events:
            return 0, ""
        event = self.log.events[-1]
        return event["seq"], event["id"]

    def ends_with(self, event: models.Event) -> bool:
        """Whether this is our last event. Sent again after a backup was put back, it may follow upon others."""
        return (event.seq, str(event.id), event.received) == (*self.last, self.received)

    def append(self, new: list[models.Event]) -> None:
        """Add what others have written since, and stored with its rows."""
        for one in new:
            apply_event(self.log, event_json(one))
            self.received = one.received
        if new:
            self.renew()

    def renew(self) -> tuple[list[Rows], list[Rows]]:
        """Work the rows out anew; what they were and what they are. Deals that cannot have changed are in neither."""
        made = sheet_from_log(self.log)
        was, same = self.rows, made is not None and made is self.sheet
        now = model_rows(self.log, known=self.count if same else 0)
        if same:
            was = [*was[:-1], {}]
            self.rows = [*now[:-1], self.rows[-1] | now[-1]]
        else:
            self.rows = now
        self.sheet, self.count = made, len(made.rows) if made else 0
        return was, now


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


def refreshed(circle: UUID, match: str, kept: CachedLog, found: list[models.Event]) -> CachedLog:
    """With what others have written since; made anew where a backup was put back, or a deleted match emptied.

    `found` holds the events that are stored from its last one on.
    """
    first = kept.last[0]
    new = [one for one in found if one.seq >= first]
    if not first:
        kept.append(new)
        return kept
    if new and kept.ends_with(new[0]):
        kept.append(new[1:])
        if not kept.log.is_deleted:
            return kept
    anew = CachedLog()
    anew.append(select_events(circle, {match: 0}))
    return anew


@contextmanager
def open_log(circle: UUID, match: UUID) -> Iterator[Log]:
    """The log of a match as it is stored now, to be read and not to be kept."""
    with open_logs(circle, [match]) as [log]:
        yield log


@contextmanager
def open_logs(circle: UUID, matches: Sequence[UUID]) -> Iterator[list[Log]]:
    """The logs of several matches, by one query for as many as there is room for."""
    names = [str(match) for match in matches]
    all_kept: dict[str, CachedLog] = {}
    for first in range(0, len(names), MOST):
        some = {name: LOG_CACHE.pop(circle, name) or CachedLog() for name in names[first : first + MOST]}
        found: dict[str, list[models.Event]] = {name: [] for name in some}
        for event in select_events(circle, {name: kept.last[0] for name, kept in some.items()}):
            found[str(event.match)].append(event)
        all_kept |= {name: refreshed(circle, name, kept, found[name]) for name, kept in some.items()}
    yield [all_kept[name].log for name in names]
    for name, kept in all_kept.items():
        LOG_CACHE.store(circle, name, kept)
