"""Match documents as what happened: each becomes the events of a match, judged as if a phone had sent them.

The ids follow from the document, so the same one twice is one match. A document knows when its match began, and nothing
of the time of its rounds: all of its events say that moment, or, where it is not told either, when they came in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from games.imports.seating import ImportSeating
from games.imports.source import FileEntry
from games.match import document
from games.match.errors import Refused
from games.match.events import is_id, is_name, is_time
from games.match.json_input import UnreadableItem
from games.match.log import Log, apply_event
from games.match.scoring import document_from_log
from games.match.summary import name_of, summary
from games.match.validation import validate_for_log
from games.rules.words import _
from games.store.logs import logs_of

if TYPE_CHECKING:
    from games.match.log import Event

MOST = 1000  # rounds
TOO_LONG = _("A match that is brought in has %(most)s rounds at most.")
NAMES = _("A player's name has one letter at least and 200 at most.")
NO_TIME = _("“%(field)s” is missing or not as it should be.")
IN_ROUND = _("Round %(number)s: %(why)s")
DELETED = _("This match has been deleted here. Bring it back under “What was deleted”, or leave it out.")
GONE = _("This match has been deleted for good.")
DIFFERS = _("This match is here already, and something else stands in it.")


class InvalidRound(Refused):
    """A round that cannot be: which one, and why."""

    def __init__(self, number: int, refused: Refused) -> None:
        super().__init__(refused.code, IN_ROUND, number=number, why=refused.words)


@dataclass
class PlannedMatch:
    """What is to become of one document. Without `events` there is nothing to do, or `refused` says why not."""

    line: int
    told: dict[str, Any] = field(default_factory=dict)  # the summary of its match
    events: list[Event] = field(default_factory=list)
    new: dict[str, str] = field(default_factory=dict)  # players who are made by it, their names by id
    known: dict[str, str] = field(default_factory=dict)
    refused: Refused | None = None


class Planner:
    """What becomes of documents in a circle, one after the other."""

    def __init__(self, circle: UUID, now: str) -> None:
        self.circle = circle
        self.now = now
        self.seating = ImportSeating(circle)
        self.met: dict[UUID, str] = {}  # what stands in the matches of this file

    def plan(self, pieces: Iterable[FileEntry]) -> list[PlannedMatch]:
        """By one query for all of them."""
        named = [(piece, *match_of(self.circle, piece.value)) for piece in pieces]
        logs = logs_of(self.circle, {id for _piece, id, _refused in named if id is not None})
        found = []
        for piece, id, refused in named:
            one = PlannedMatch(piece.line, refused=refused)
            if id is not None:
                try:
                    self.place(one, id, logs[id], piece.value)
                except Refused as why:
                    one.refused = why
            found.append(one)
        return found

    def place(self, one: PlannedMatch, match: UUID, log: Log, value: dict[str, Any]) -> None:
        if log.events:
            compare(content_of(log), content(value))
            one.told = summary(log)
        elif match in self.met:
            compare(self.met[match], content(value))
            one.told = {}
        else:
            self.add(one, str(match), value)
            self.met[match] = content(value)

    def add(self, one: PlannedMatch, match: str, value: dict[str, Any]) -> None:
        """The events of a match that is not here yet: all of them can be taken, or none is."""
        players = self.seating.seated(value["players"])
        log = folded_log(events_of(match, value, players, self.now))
        for player in players:
            which = one.known if player["id"] in self.seating.names else one.new
            which[player["id"]] = player["name"]
        for id, name in one.new.items():
            self.seating.add(id, name)
            one.events.append(event_of(UUID(id), "player", None, {"player": id, "name": name}))
        one.events += log.events
        one.told = summary(log)


def folded_log(events: list[Event]) -> Log:
    log = Log()
    for event in events:
        try:
            validate_for_log(log, event)
        except Refused as refused:
            if event["kind"] != "deal":
                raise
            raise InvalidRound(len(log.deals) + 1, refused) from None
        apply_event(log, event)
    return log


def match_of(circle: UUID, value: Any) -> tuple[UUID | None, Refused | None]:
    """The id of its match: its own, or one that follows from all it says."""
    try:
        if isinstance(value, UnreadableItem):
            raise value.refused
        document.read(value)
        if not all(map(is_name, map(name_of, value["players"]))):
            raise Refused("document", NAMES)
        if value.get("started") is not None and not is_time(value["started"]):
            raise Refused("document", NO_TIME, field="started")
        if len(value.get("deals", [])) > MOST:
            raise Refused("long", TOO_LONG, most=MOST)
    except Refused as refused:
        return None, refused
    own = value.get("id")
    if isinstance(own, str) and is_id(own.lower()):
        return UUID(own), None
    return uuid5(circle, f"match {canonical(value)}"), None


def compare(one: str, other: str) -> None:
    if one != other:
        raise Refused("changed", DIFFERS)


def content_of(log: Log) -> str:
    """Of a match that is here."""
    if log.start is None:
        raise Refused("deleted", GONE)
    if log.is_deleted:
        raise Refused("deleted", DELETED)
    return content(document_from_log(log))


def content(value: dict[str, Any]) -> str:
    """What two documents of the same match agree in: who sat there goes by the names."""
    names = [name_of(player) for player in value["players"]]
    answers = [deal.get("answers", {}) for deal in value.get("deals", [])]
    said = [value.get("options", {}), value.get("first_dealer", 0), value.get("closed") is True]
    return canonical([value["game"], names, answers, *said])


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def events_of(match: str, value: dict[str, Any], players: list[dict[str, str]], now: str) -> list[Event]:
    at, within = value.get("started") or now, UUID(match)
    said: dict[str, Any] = {name: value[name] for name in ("game", "options", "first_dealer") if name in value}
    said["players"] = players
    found = [event_of(within, "start", match, said, [], at)]
    ids: set[str] = set()
    for number, deal in enumerate(value.get("deals", [])):
        own = deal.get("id")
        id = own if is_id(own) and own not in ids else str(uuid5(within, f"round {number}"))
        ids.add(id)
        data = {"deal": id, "answers": deal.get("answers", {})}
        found.append(event_of(within, f"deal {number}", match, data, [found[-1]["id"]], at))
    if value.get("closed") is True:
        found.append(event_of(within, "finish", match, {}, [found[-1]["id"]], at))
    return found


def event_of(
    within: UUID, name: str, match: str | None, data: dict[str, Any], after: list[str] | None = None, at: Any = None
) -> Event:
    kind = name.split(" ")[0]
    return {"id": str(uuid5(within, name)), "match": match, "kind": kind, "data": data, "after": after, "at": at}
