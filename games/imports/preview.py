"""Preview an import: every entry is validated as in the import itself, and nothing is stored.

A log is read match by match, however their events are mixed. So memory holds one group of matches, and only the
positions of all other entries.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.utils import timezone

from games import models
from games.imports.matches import IdentifiedEntry, Planner, StoredContents, identify, ids_of
from games.imports.preview_report import Preview
from games.imports.source import DOCUMENTS, LOG, FileEntry, Source
from games.imports.target import ImportTarget
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.match.events import LONG_DATA, content_size
from games.match.json_input import UnreadableItem
from games.match.limits import MOST_DATA
from games.match.summary import summary
from games.rules.words import _
from games.store.append import listed_parts
from games.store.append_imported import Author, ImportedEventAppender
from games.store.circle_checks import CircleChecks
from games.store.folding import affordable_parts, match_of
from games.store.logs import format_time, logs_of
from scorekeeper import lanes

T = TypeVar("T")
MOST_ENTRIES_SENT = 20_000  # entries of a file sent by a page or the API
MOST_OF_A_MATCH = 500  # entries of one match in such a file
BATCH = 500  # events, or rounds of documents
MOST_DATA_OF_BATCH = 2_000_000  # by `content_size`
MOST_DATA_OF_ENTRY = 100_000  # the same of an event of a match, with all its ids
TOGETHER = 50  # documents or matches
TOO_LONG = _(
    "This file has more than %(most)s entries for a single match. Only the person who runs this server can import it."
)
TOO_MUCH = _(
    "This file has more than %(most)s entries. Only the person who runs this server can import it; docs/exports.md "
    "explains how."
)


def preview(by: models.Person, source: Source, target: ImportTarget, most: int | None = None) -> Preview:
    """Return what an import would store. Raise `Refused` for more than `most` entries; None allows any number."""
    check_size(source, most)
    result = Preview(source.kind, target)
    if source.kind == DOCUMENTS:
        preview_documents(source, result)
    else:
        DryRun(by, source, result).run()
    result.require_few_players()
    return result


def check_size(source: Source, most: int | None) -> None:
    """Refuse a large file before validating it: validation takes longer than reading, longest for one large match."""
    if most is None:
        return
    count, of_match = 0, Counter[str]()
    for entry in source.iter_entries():
        count += entry_count(entry)
        if source.kind != DOCUMENTS and isinstance(entry.value, dict):
            of_match[str(entry.value.get("match"))] += entry.value.get("match") is not None
        if count > most:
            raise Refused("long", TOO_MUCH, most=most)
    if max(of_match.values(), default=0) > MOST_OF_A_MATCH:
        raise Refused("long", TOO_LONG, most=MOST_OF_A_MATCH)


def entry_count(entry: FileEntry) -> int:
    """Return how many entries this counts as: a document counts its rounds, and the people of its changes, too."""
    deals = entry.value.get("deals") if isinstance(entry.value, dict) else None
    return 1 + (len(deals) if isinstance(deals, list) else 0) + count_people(entry)


def preview_documents(source: Source, result: Preview) -> None:
    stored: StoredContents = {}
    planner = Planner(result.circle, format_time(timezone.now()), stored, lanes.let_others_pass)
    groups = batches(source.iter_entries())
    for identified in (part for group in groups for part in affordable_documents(result.circle, group, stored)):
        logs = logs_of(result.circle, ids_of(identified) - stored.keys(), pause=lanes.let_others_pass)
        for match in planner.plan(identified, logs):
            if match.refused is not None:
                result.refuse(match.line, match.refused.code, match.refused.words)
            elif match.events:
                result.events += len(match.events)
                result.add_match(match.line, match.summary)
            else:
                result.unchanged += 1
            result.new_players |= match.new
            result.known_players |= {id: name for id, name in match.known.items() if id not in result.new_players}


def batches(entries: Iterator[FileEntry]) -> Iterator[list[FileEntry]]:
    """Group documents, so that a group has some hundred rounds, and people who come in a match."""
    batch: list[FileEntry] = []
    rounds = 0
    for entry in entries:
        rounds += entry_count(entry)
        batch.append(entry)
        if rounds >= BATCH or len(batch) == TOGETHER:
            yield batch
            batch, rounds = [], 0
    if batch:
        yield batch


def count_people(entry: FileEntry) -> int:
    """Return how many people the changes of a document name: each may be a new player."""
    changes = entry.value.get("changes") if isinstance(entry.value, dict) else None
    people = (
        [change.get("players") for change in changes if isinstance(change, dict)] if isinstance(changes, list) else []
    )
    return sum(len(players) for players in people if isinstance(players, list))


def in_batches(entries: Iterable[FileEntry]) -> Iterator[list[FileEntry]]:
    """Group events: some hundred, or fewer large ones, which take more memory."""
    batch: list[FileEntry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += content_size(entry.value, MOST_DATA_OF_BATCH)
        if len(batch) == BATCH or size > MOST_DATA_OF_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def without_excess(entry: FileEntry) -> FileEntry:
    """Return the entry, or one without its value if no event of a match can be as large: hundreds are read together."""
    if content_size(entry.value, MOST_DATA_OF_ENTRY) <= MOST_DATA_OF_ENTRY:
        return entry
    id = entry.value.get("id") if isinstance(entry.value, dict) else None
    return FileEntry(entry.line, entry.at, UnreadableItem(id, Refused(*LONG_DATA, most=MOST_DATA)))


def affordable_events(circle: UUID, entries: list[FileEntry]) -> Iterator[list[FileEntry]]:
    """Yield events of a file in parts whose matches have few stored events, and whose evenings list few matches."""
    for part in listed_parts(entries, lambda entry: entry.value):
        yield from affordable_parts(circle, part, lambda entry: match_of(entry.value), turn_of)


def turn_of(entry: FileEntry) -> int:
    """Return when an event comes, of those that an import sorts: players, matches, and then evenings of these."""
    kind = entry.value.get("kind") if isinstance(entry.value, dict) else None
    return -1 if kind == "player" else int(match_of(entry.value) is None)


def affordable_documents(
    circle: UUID, entries: list[FileEntry], stored: Container[UUID]
) -> Iterator[list[IdentifiedEntry]]:
    """Yield documents in parts whose matches have few stored events. The matches in `stored` need none of theirs."""
    yield from affordable_parts(
        circle,
        identify(circle, entries),
        lambda identified: str(identified[1]) if identified[1] and identified[1] not in stored else None,
    )


class PreviewPlaces:
    """The positions of some events in the file."""

    def __init__(self) -> None:
        self.lines, self.starts = array("L"), array("Q")
        self.size = 0  # of the events, by `content_size`

    def add(self, entry: FileEntry) -> None:
        self.lines.append(entry.line)
        self.starts.append(entry.at)
        self.size += content_size(entry.value, MOST_DATA_OF_ENTRY)

    def __len__(self) -> int:
        return len(self.lines)

    def entries(self, source: Source) -> Iterator[FileEntry]:
        return (source.entry_at(line, at) for line, at in zip(self.lines, self.starts, strict=True))


class DryRun:
    """A validation of events as if they were appended."""

    def __init__(self, by: models.Person, source: Source, result: Preview) -> None:
        self.by = by
        self.source = source
        self.preview = result
        self.now: datetime = timezone.now()
        self.people: set[str] = set()
        self.matches: set[UUID] = set()
        self.checks = CircleChecks(result.circle)
        self.of_match: dict[str, PreviewPlaces] = defaultdict(PreviewPlaces)
        self.players, self.evenings, self.others = PreviewPlaces(), PreviewPlaces(), PreviewPlaces()

    def run(self) -> None:
        self.group_entries()
        self.append_all(self.players, self.collect_players)
        for group in self.groups():
            entries = [without_excess(entry) for places in group for entry in places.entries(self.source)]
            for part in affordable_events(self.preview.circle, entries):
                self.append(part, self.collect_matches)
        self.append_all(self.evenings, lambda _appender: None)
        self.append_all(self.others, lambda _appender: None)

    def group_entries(self) -> None:
        """Sort the positions of the entries by what the events are about."""
        count = 0
        for entry in self.source.iter_entries():
            count += 1
            if isinstance(entry.value, UnreadableItem):
                refused = entry.value.refused
                self.preview.refuse(entry.line, refused.code, refused.words)
            else:
                self.place_of(entry.value).add(entry)
        promised = self.source.head.get("seq")
        if self.source.kind == LOG and type(promised) is int and "by" not in self.source.head and count < promised:
            self.preview.cut_off = (count, promised)

    def place_of(self, event: Any) -> PreviewPlaces:
        match, kind = (event.get("match"), event.get("kind")) if isinstance(event, dict) else (None, None)
        if is_id(match):
            return self.of_match[str(match)]
        return {"player": self.players, "evening": self.evenings}.get(str(kind), self.others)

    def groups(self) -> Iterator[list[PreviewPlaces]]:
        """Yield groups of matches to validate together."""
        group: list[PreviewPlaces] = []
        for places in self.of_match.values():
            group.append(places)
            is_large = sum(places.size for places in group) > MOST_DATA_OF_BATCH
            if is_large or sum(map(len, group)) >= BATCH or len(group) == TOGETHER:
                yield group
                group = []
        if group:
            yield group

    def append_all(self, places: PreviewPlaces, then: Callable[[ImportedEventAppender], None]) -> None:
        for batch in in_batches(places.entries(self.source)):
            for part in listed_parts(batch, lambda entry: entry.value):
                self.append(part, then)

    def append(self, entries: list[FileEntry], then: Callable[[ImportedEventAppender], None]) -> None:
        lanes.let_others_pass()
        events = [entry.value for entry in entries]
        authors: dict[str, Author] | None = {} if self.preview.target.keeps_authors else None
        appender = ImportedEventAppender(
            self.preview.circle,
            0,
            self.by,
            self.now,
            events,
            authors,
            self.people,
            self.matches,
            pause=lanes.let_others_pass,
            checks=self.checks,
        )
        self.preview.events += len(appender.new)
        for position, (_id, code, words) in zip(appender.places, appender.refused, strict=True):
            event = events[position]
            match = event.get("match") if isinstance(event, dict) else None
            self.preview.refuse(entries[position].line, code, words, match)
        then(appender)

    def collect_players(self, appender: ImportedEventAppender) -> None:
        data_by_player = {event["data"]["player"]: event["data"] for event in appender.of_circle}
        known = models.Player.objects.filter(circle=self.preview.circle, id__in=list(data_by_player))
        self.preview.known_players |= {str(id): name for id, name in known.values_list("id", "name")}
        for event in appender.of_circle:
            id, name = event["data"]["player"], event["data"].get("name")
            self.people.add(id)
            if id not in self.preview.known_players and name:
                self.preview.new_players[id] = name

    def collect_matches(self, appender: ImportedEventAppender) -> None:
        new = {str(event.match) for event in appender.new}
        started = {str(event.match) for event in appender.new if event.kind == "start"}
        for match, cached in appender.cached.items():
            log = cached.log
            if log.start is None and not log.is_emptied:
                continue  # its start was refused
            self.matches.add(UUID(match))
            if match not in new:
                self.preview.unchanged += not (log.is_deleted or log.is_emptied)
            elif log.is_deleted or log.is_emptied:
                self.preview.deleted += 1
            else:
                line = self.of_match[match].lines[0]
                self.preview.add_match(line, summary(log), is_more=match not in started)
