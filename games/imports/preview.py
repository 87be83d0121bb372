"""Looking at a file: everything in it is judged as it would be on coming in, and nothing is stored.

A log is looked at match by match, whatever lies between their events, so that no more of it is in memory than one of
them and the places of the others.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

from django.utils import timezone

from games import models
from games.imports.matches import Planner
from games.imports.preview_report import Preview
from games.imports.source import DOCUMENTS, LOG, FileEntry, Source
from games.imports.target import ImportTarget
from games.match.errors import Refused
from games.match.events import is_id
from games.match.json_input import UnreadableItem
from games.match.summary import summary
from games.rules.words import _
from games.store.append_imported import Author, ImportedEventAppender
from games.store.logs import format_time

T = TypeVar("T")
MOST_SENT = 20_000  # entries that come by a page or by the API
MOST_OF_A_MATCH = 500  # of these
BATCH = 500  # events; of documents, rounds
TOGETHER = 50  # documents or matches
TOO_LONG = _("More than %(most)s entries of one match are in this file. Whoever hosts this server can bring it in.")
TOO_MUCH = _(
    "More than %(most)s entries are in this file. Whoever hosts this server can bring it in: docs/exports.md tells how."
)


def preview(by: models.Person, source: Source, aim: ImportTarget, most: int | None = None) -> Preview:
    """What would come of it. Of a file with more entries than `most` nothing is told; None: any number."""
    check_size(source, most)
    found = Preview(source.kind, aim)
    if source.kind == DOCUMENTS:
        look_at_documents(source, found)
    else:
        DryRun(by, source, found).run()
    return found


def check_size(source: Source, most: int | None) -> None:
    """Before any of it is judged: that takes longer than reading, and longer yet where it is all one match."""
    if most is None:
        return
    count, of_match = 0, Counter[str]()
    for piece in source.iter_entries():
        count += entries(piece)
        if source.kind != DOCUMENTS and isinstance(piece.value, dict):
            of_match[str(piece.value.get("match"))] += piece.value.get("match") is not None
        if count > most:
            raise Refused("long", TOO_MUCH, most=most)
    if max(of_match.values(), default=0) > MOST_OF_A_MATCH:
        raise Refused("long", TOO_LONG, most=MOST_OF_A_MATCH)


def entries(piece: FileEntry) -> int:
    """Of a match its rounds."""
    deals = piece.value.get("deals") if isinstance(piece.value, dict) else None
    return 1 + (len(deals) if isinstance(deals, list) else 0)


def look_at_documents(source: Source, found: Preview) -> None:
    planner = Planner(found.circle, format_time(timezone.now()))
    for pieces in batches(source.iter_entries()):
        for one in planner.plan(pieces):
            if one.refused is not None:
                found.refuse(one.line, one.refused.code, one.refused.words)
            elif one.events:
                found.events += len(one.events)
                found.come(one.line, one.told)
            else:
                found.here += 1
            found.new_players |= one.new
            found.known_players |= {id: name for id, name in one.known.items() if id not in found.new_players}


def batches(pieces: Iterator[FileEntry]) -> Iterator[list[FileEntry]]:
    """As many documents as have some hundred rounds together."""
    batch: list[FileEntry] = []
    rounds = 0
    for piece in pieces:
        rounds += entries(piece)
        batch.append(piece)
        if rounds >= BATCH or len(batch) == TOGETHER:
            yield batch
            batch, rounds = [], 0
    if batch:
        yield batch


def in_parts(found: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    rest = iter(found)
    while part := list(islice(rest, size)):
        yield part


class PreviewPlaces:
    """Where in the file some events stand."""

    def __init__(self) -> None:
        self.lines, self.starts = array("L"), array("Q")

    def add(self, piece: FileEntry) -> None:
        self.lines.append(piece.line)
        self.starts.append(piece.at)

    def __len__(self) -> int:
        return len(self.lines)

    def positions(self, source: Source) -> Iterator[FileEntry]:
        return (source.piece_at(line, at) for line, at in zip(self.lines, self.starts, strict=True))


class DryRun:
    """Events as they would be taken in."""

    def __init__(self, by: models.Person, source: Source, found: Preview) -> None:
        self.by = by
        self.source = source
        self.found = found
        self.now: datetime = timezone.now()
        self.people: set[str] = set()
        self.matches: set[UUID] = set()
        self.of_match: dict[str, PreviewPlaces] = defaultdict(PreviewPlaces)
        self.players, self.evenings, self.odd = PreviewPlaces(), PreviewPlaces(), PreviewPlaces()

    def run(self) -> None:
        self.sort()
        self.take_all(self.players, self.meet)
        for group in self.groups():
            self.take([piece for places in group for piece in places.positions(self.source)], self.see)
        self.take_all(self.evenings, lambda _taken: None)
        self.take_all(self.odd, lambda _taken: None)

    def sort(self) -> None:
        """What each event is about."""
        count = 0
        for piece in self.source.iter_entries():
            count += 1
            if isinstance(piece.value, UnreadableItem):
                refused = piece.value.refused
                self.found.refuse(piece.line, refused.code, refused.words)
            else:
                self.place_of(piece.value).add(piece)
        said = self.source.head.get("seq")
        if self.source.kind == LOG and type(said) is int and "by" not in self.source.head and count < said:
            self.found.cut_off = (count, said)

    def place_of(self, event: Any) -> PreviewPlaces:
        match, kind = (event.get("match"), event.get("kind")) if isinstance(event, dict) else (None, None)
        if is_id(match):
            return self.of_match[str(match)]
        return {"player": self.players, "evening": self.evenings}.get(str(kind), self.odd)

    def groups(self) -> Iterator[list[PreviewPlaces]]:
        """Matches that are looked at together."""
        group: list[PreviewPlaces] = []
        for places in self.of_match.values():
            group.append(places)
            if sum(map(len, group)) >= BATCH or len(group) == TOGETHER:
                yield group
                group = []
        if group:
            yield group

    def take_all(self, places: PreviewPlaces, then: Callable[[ImportedEventAppender], None]) -> None:
        for part in in_parts(places.positions(self.source)):
            self.take(part, then)

    def take(self, pieces: list[FileEntry], then: Callable[[ImportedEventAppender], None]) -> None:
        events = [piece.value for piece in pieces]
        authors: dict[str, Author] | None = {} if self.found.aim.keeps_authors else None
        taken = ImportedEventAppender(
            self.found.circle, 0, self.by, self.now, events, authors, self.people, self.matches
        )
        self.found.events += len(taken.new)
        for place, (_id, code, words) in zip(taken.places, taken.refused, strict=True):
            event = events[place]
            match = event.get("match") if isinstance(event, dict) else None
            self.found.refuse(pieces[place].line, code, words, match)
        then(taken)

    def meet(self, taken: ImportedEventAppender) -> None:
        said = {event["data"]["player"]: event["data"] for event in taken.of_circle}
        known = models.Player.objects.filter(circle=self.found.circle, id__in=list(said)).values_list("id", "name")
        self.found.known_players |= {str(id): name for id, name in known}
        for event in taken.of_circle:
            id, name = event["data"]["player"], event["data"].get("name")
            self.people.add(id)
            if id not in self.found.known_players and name:
                self.found.new_players[id] = name

    def see(self, taken: ImportedEventAppender) -> None:
        new = {str(event.match) for event in taken.new}
        started = {str(event.match) for event in taken.new if event.kind == "start"}
        for match, kept in taken.cached.items():
            log = kept.log
            if log.start is None and not log.is_emptied:
                continue  # refused
            self.matches.add(UUID(match))
            if match not in new:
                self.found.here += not (log.is_deleted or log.is_emptied)
            elif log.is_deleted or log.is_emptied:
                self.found.deleted += 1
            else:
                line = self.of_match[match].lines[0]
                self.found.come(line, summary(log), is_more=match not in started)
