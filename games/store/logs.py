"""Read logs: events as stored and in the public format, and folded logs, which this process caches.

A cached log is always compared with the database: its user reads the events from its last one on. If another
event has that number, the user folds the whole match again. A user takes the log out of the cache and has it
alone, to read or to write. A changed log returns to the cache only after the transaction is committed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.event_fields import is_id
from games.match.events import content_size
from games.match.limits import MOST_DATA_OF_MATCH, MOST_EVENTS
from games.match.lineups import name_of
from games.match.log import Log, apply_effect, apply_event, unfolded_log
from games.statistics.people import PLAYERS_IN, PlayerIndex, renamed_event
from games.store.folding import MOST_FOLDED
from games.store.long_matches import no_pause, paced, select_all
from games.store.people import people_among
from games.store.readmodels import Rows, model_rows
from games.store.sql import read_one, select_events, select_few
from scorekeeper import lanes

if TYPE_CHECKING:
    from games.match.log import Event

FORMAT = "scorekeeper.circle/1"  # the format of a circle's log in a file
MOST = 50  # cached matches; an evening's takes about a megabyte, and the garbage collector visits them all
MOST_EVENTS_CACHED = 40_000  # events of all of them: 20,000 of one match take about 30 megabytes, and 40,000 take 100
MOST_RENAMED = 500  # players of a match
BITS_OF_CHARACTER = 80  # of all events and places: half of them are a bit, and a character counts for five bytes
# By `size`: 100 megabytes at most, and an evening's matches have 2 %. A match of 20,000 events fits, whatever they hold.
MOST_DATA_CACHED = MOST_DATA_OF_MATCH + MOST_EVENTS**2 // BITS_OF_CHARACTER

# After a restored backup the same event may come again behind other events, so its time counts, too.
IDENTITY = attrgetter("seq", "id", "received")


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


def match_ids(pushed: Iterable[Any]) -> set[str]:
    """Return the ids of the matches that pushed events name. What is no event, or names none, is left out."""
    return {event["match"] for event in pushed if isinstance(event, dict) and is_id(event.get("match"))}


def event_at(circle: UUID, seq: int) -> models.Event | None:
    """Return the event with this number, or None."""
    return read_one(models.Event, '"circle_id" = %s AND "seq" = %s', circle, seq)


def log_of(circle: UUID, match: UUID) -> Log:
    return fold_stored(select_events(circle, {str(match): 0}))


def fold_stored(events: Iterable[models.Event], pause: Callable[[], None] = no_pause) -> Log:
    """Return the log of these events: all of a match. `pause` is called often, as there may be thousands."""
    log = unfolded_log(list(map(event_json, paced(events, pause))))  # the causality of them all in one pass
    for place, event in enumerate(paced(log.events, pause)):
        apply_effect(log, event, place)
    return log


def logs_of(
    circle: UUID,
    matches: Collection[UUID],
    people: PlayerIndex | None = None,
    pause: Callable[[], None] = no_pause,
) -> dict[UUID, Log]:
    """Return the logs of several matches, by one query. With `people` the players have the names that they have now.

    `pause` is called often, as a match may have thousands of events.
    """
    logs = {match: Log() for match in matches}
    for event in paced(models.Event.objects.filter(circle=circle, match__in=matches).order_by("match", "seq"), pause):
        assert event.match is not None  # it is one of those
        written = event_json(event)
        apply_event(logs[event.match], written if people is None else renamed_event(written, people))
    return logs


def event_size(stored: models.Event) -> int:
    """Return the size of an event's data and of the ids that it names, in characters."""
    return content_size(stored.data) + content_size(stored.after or [])


class CachedLog:
    """A folded log, with the database rows that follow from it."""

    def __init__(self) -> None:
        self.log = Log()
        self.content = 0  # the size of its events, in characters
        self.last: models.Event | None = None  # the last event of the log
        self.rows = model_rows(self.log)
        self.players: dict[str, Any] = {}  # those that the first `scanned` events name, by what they say of each
        self.scanned = 0
        self.renamed: Log | None = None  # a copy under other names, which are those of `names`
        self.names: list[str] = []

    @property
    def size(self) -> int:
        """Return the size of the log in characters, with the sets of events, which have a bit for each event and place."""
        copies = 1 if self.renamed is None else 2
        return copies * (self.content + len(self.log.events) ** 2 // BITS_OF_CHARACTER)

    def all_players(self) -> list[Any]:
        """Return the players that the events name, each once under each name; none if hostile events name very many."""
        for event in self.log.events[self.scanned :]:
            data = event["data"]
            named = data.get("players") if event["kind"] in PLAYERS_IN and isinstance(data, dict) else None
            if len(self.players) <= MOST_RENAMED and isinstance(named, list):
                self.players.update({repr(player): player for player in named})
        self.scanned = len(self.log.events)
        return [] if len(self.players) > MOST_RENAMED else list(self.players.values())

    def with_names(self, people: PlayerIndex, pause: Callable[[], None] = no_pause) -> Log:
        """Return the log with the names that its players have now: a copy if these are not the names in its events."""
        players, custom = self.all_players(), [self.log.custom_game] if self.log.custom_game else []
        names = list(map(name_of, [*people.renamed(players), *map(people.renamed_game, custom)]))
        if names == list(map(name_of, [*players, *custom])):
            self.renamed = None
            return self.log
        is_old = self.renamed is None or names != self.names
        renamed = Log() if is_old or self.renamed is None else self.renamed
        if len(self.log.events) - len(renamed.events) > MOST_FOLDED:
            lanes.require_lane()
        self.renamed, self.names = renamed, names
        for event in paced(self.log.events[len(renamed.events) :], pause):
            apply_event(renamed, renamed_event(event, people))
        return renamed

    def append(self, events: list[models.Event], pause: Callable[[], None] = no_pause) -> bool:
        """Add the events that others have stored since, with their rows. `events` begin with the last one of this log.

        Return False if they do not, as after a restored backup.
        """
        if self.last is not None:
            if not events or IDENTITY(events[0]) != IDENTITY(self.last):
                return False
            for event in events[1:]:
                apply_event(self.log, event_json(event))
        elif events:
            self.log = fold_stored(events, pause)
        if new := events[self.last is not None :]:
            self.content += sum(map(event_size, new))
            self.last = new[-1]
            self.update_rows()
        return True

    def update_rows(self) -> tuple[list[Rows], list[Rows]]:
        """Compute the rows again; return the old and the new ones."""
        before, self.rows = self.rows, model_rows(self.log)
        return before, self.rows


NO_LOGS: Mapping[str, CachedLog] = {}


class LogCache:
    def __init__(self) -> None:
        self.logs: OrderedDict[tuple[UUID, str], CachedLog] = OrderedDict()
        self.lock = Lock()

    def load(
        self,
        circle: UUID,
        matches: Iterable[str],
        ids: Collection[str] = (),
        folded: Mapping[str, CachedLog] = NO_LOGS,
        pause: Callable[[], None] = no_pause,
    ) -> tuple[dict[str, CachedLog], list[models.Event]]:
        """Take logs out of the cache and add the events that others have stored since, by one query.

        Return the logs by match, and all events that were read: they include the stored ones with these ids. A log is
        folded again after a restored backup, or where a deleted match was emptied. `folded` are logs that the caller
        has loaded before. `pause` is called often while a log is folded, which takes seconds if it is long.
        """
        with self.lock:
            cached_logs = {match: folded.get(match) or self.logs.pop((circle, match), None) for match in matches}
        logs = {match: cached or CachedLog() for match, cached in cached_logs.items()}
        since = {match: cached.last.seq if cached.last else 0 for match, cached in logs.items()}
        rows = select_few(circle, since, ids, MOST_FOLDED)
        if rows is None:
            try:
                lanes.require_lane()
            except lanes.LaneNeeded:
                self.store(circle, {match: cached for match, cached in logs.items() if since[match]})
                raise
            rows = select_all(circle, since, ids, pause)
        by_match: dict[str, list[models.Event]] = {match: [] for match in logs}
        for row in rows:
            match = str(row.match)
            if match in logs and row.seq >= since[match]:
                by_match[match].append(row)
        for match, cached in logs.items():
            is_whole = cached.append(by_match[match], pause)
            if not is_whole or (since[match] and cached.log.is_deleted and is_emptied(circle, cached.log)):
                logs[match] = CachedLog()
                logs[match].append(select_events(circle, {match: 0}), pause)
        return logs, rows

    def store(self, circle: UUID, logs: Mapping[str, CachedLog]) -> None:
        """Cache logs, by match. A deleted match is not cached: its events may be emptied at any time."""
        with self.lock:
            for match, cached in logs.items():
                if cached.size > MOST_DATA_CACHED:
                    cached.renamed = None
                if cached.log.start is not None and not cached.log.is_deleted:
                    self.logs[circle, match] = cached
            count = sum(len(known.log.events) for known in self.logs.values())
            size = sum(known.size for known in self.logs.values())
            while (
                len(self.logs) > MOST
                or (count > MOST_EVENTS_CACHED and len(self.logs) > 1)
                or size > MOST_DATA_CACHED  # then even the last match leaves, which an earlier version has stored
            ):
                _match, removed = self.logs.popitem(last=False)
                count -= len(removed.log.events)
                size -= removed.size

    def clear(self) -> None:
        with self.lock:
            self.logs.clear()


LOG_CACHE = LogCache()


def is_emptied(circle: UUID, log: Log) -> bool:
    """Return whether a deleted match was emptied since its log was read."""
    if log.start is None:
        return True
    return not models.Event.objects.filter(circle=circle, id=str(log.start["id"])).exclude(data={}).exists()


@contextmanager
def open_logs(circle: UUID, matches: Sequence[UUID], *, renamed: bool = False) -> Iterator[list[Log]]:
    """Open the logs of matches as they are stored now, for reading inside the block only.

    One query reads as many as fit into the cache. With `renamed` the players have the names that they have now.
    """
    names = [str(match) for match in matches]
    logs: dict[str, CachedLog] = {}
    try:
        for first in range(0, len(names), MOST):
            logs |= LOG_CACHE.load(circle, names[first : first + MOST], pause=lanes.let_others_pass)[0]
        if renamed:
            people = people_among(circle, [player for cached in logs.values() for player in cached.all_players()])
            opened = [logs[name].with_names(people, lanes.let_others_pass) for name in names]
        else:
            opened = [logs[name].log for name in names]
    except lanes.LaneNeeded:
        LOG_CACHE.store(circle, logs)
        raise
    yield opened
    LOG_CACHE.store(circle, logs)
