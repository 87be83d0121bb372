"""Match documents as events: each document becomes the events of a match, validated like those from a phone.

Ids are derived from the document, so the same document twice is one match. A document of an export states when its
rounds were recorded. Without that they get the time of the start, and without a start the time of the import.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from operator import attrgetter
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from games.imports.seating import ImportSeating
from games.imports.source import FileEntry
from games.match import document
from games.match.errors import Refused
from games.match.event_fields import NO_RESULT, is_id, is_name
from games.match.json_input import UnreadableItem
from games.match.lineups import PeopleChange, key_of, name_of
from games.match.log import Effort, Log, apply_event
from games.match.log_document import document_from_log
from games.match.summary import summary
from games.match.times import is_time
from games.match.validation import GONE, validate_for_log
from games.rules.words import _
from games.store.people import people_of

if TYPE_CHECKING:
    from games.match.log import Event

MOST = 1000  # rounds
TOO_LONG = _("An imported match can have at most %(most)s rounds.")
NAMES = _("A player's name must have 1 to 200 characters.")
NO_TIME = _("“%(field)s” is missing or invalid.")
IN_ROUND = _("Round %(number)s: %(why)s")
DELETED = _("This match was deleted here. Restore it under “Deleted items”, or leave it out.")
DIFFERS = _("This match already exists here with different content.")


class InvalidRound(Refused):
    """A round that the rules refuse, with its number and the reason."""

    def __init__(self, number: int, refused: Refused) -> None:
        super().__init__(refused.code, IN_ROUND, number=number, why=refused.words)


@dataclass
class PlannedMatch:
    """The import of one document. Without `events` the match exists already, or `refused` holds the reason."""

    line: int
    summary: dict[str, Any] = field(default_factory=dict)  # the summary of its match
    events: list[Event] = field(default_factory=list)
    log: Log | None = None  # of a new match
    new: dict[str, str] = field(default_factory=dict)  # the names of new players by id
    known: dict[str, str] = field(default_factory=dict)
    refused: Refused | None = None


IdentifiedEntry = tuple[FileEntry, UUID | None, Refused | None]  # a document with its match, or with a refusal
StoredContents = dict[UUID, set[str] | Refused]  # the contents of stored matches, or why a document of it is refused


class Planner:
    """A plan of how documents are imported into a circle, one after the other."""

    def __init__(
        self,
        circle: UUID,
        now: str,
        stored: StoredContents | None = None,
        pause: Callable[[], None] = lambda: None,
    ) -> None:
        """Plan for this circle. `stored` is filled, so that each stored match of a file is read once."""
        self.circle = circle
        self.now = now
        self.seating = ImportSeating(circle)
        self.stored = {} if stored is None else stored
        self.pause = pause
        self.contents: dict[UUID, set[str]] = {}  # the contents of the new matches in this file
        self.rename = people_of(circle).renamed  # to the names that people have now

    def plan(
        self, identified: list[IdentifiedEntry], logs: Mapping[UUID, Log], effort: Effort | None = None
    ) -> list[PlannedMatch]:
        """Plan these documents, all with one effort. `logs` are the stored ones of their matches, except of `stored`."""
        self.effort = effort or Effort()
        planned_matches = []
        for entry, id, refused in identified:
            self.pause()
            planned = PlannedMatch(entry.line, refused=refused)
            if id is not None:
                try:
                    self.plan_match(planned, id, logs.get(id), entry.value)
                except Refused as reason:
                    planned.refused = reason
            planned_matches.append(planned)
        return planned_matches

    def plan_match(self, planned: PlannedMatch, match: UUID, log: Log | None, value: dict[str, Any]) -> None:
        if log is not None and log.events and match not in self.stored:
            self.stored[match] = stored_contents(log, self.rename)
        known = self.stored.get(match) or self.contents.get(match)
        if isinstance(known, Refused):
            raise known
        own = contents(value, self.rename)
        if known is not None:
            require_same(known, own)
        else:
            self.add(planned, str(match), value)
            self.contents[match] = own

    def add(self, planned: PlannedMatch, match: str, value: dict[str, Any]) -> None:
        """Add the events of a new match: all of them are valid, or none is added."""
        stated = all_players(value)
        players = self.seating.assign_players(stated)
        log = folded_log(events_of(match, value, players, self.now), self.effort)
        for player in players:
            names = planned.known if player["id"] in self.seating.names else planned.new
            names[player["id"]] = player["name"]
        for id, name in planned.new.items():
            self.seating.add(id, name)
            planned.events.append(event_of(UUID(id), "player", None, {"player": id, "name": name}))
        planned.events += log.events
        planned.log, planned.summary = log, summary(log)


def identify(circle: UUID, entries: Iterable[FileEntry]) -> list[IdentifiedEntry]:
    return [(entry, *id_or_refusal(circle, entry.value)) for entry in entries]


def ids_of(identified: list[IdentifiedEntry]) -> set[UUID]:
    return {id for _entry, id, _refused in identified if id is not None}


def folded_log(events: list[Event], effort: Effort) -> Log:
    log = Log()
    log.effort = effort
    for event in events:
        try:
            validate_for_log(log, event, is_new=False)
        except Refused as refused:
            if event["kind"] != "deal":
                raise
            raise InvalidRound(len(log.deals) + 1, refused) from None
        apply_event(log, event)
    return log


def id_or_refusal(circle: UUID, value: Any) -> tuple[UUID | None, Refused | None]:
    """Return the id of the document's match: its own, or one derived from its content; or the reason for a refusal."""
    try:
        if isinstance(value, UnreadableItem):
            raise value.refused
        document.read(value)
        if not all(map(is_name, map(name_of, all_players(value)))):
            raise Refused("document", NAMES)
        if value.get("started") is not None and not is_time(value["started"]):
            raise Refused("document", NO_TIME, field="started")
        deals = value.get("deals", [])
        if not all(deal.get("at") is None or is_time(deal["at"]) for deal in deals):
            raise Refused("document", NO_TIME, field="at")
        if len(deals) > MOST:
            raise Refused("long", TOO_LONG, most=MOST)
    except Refused as refused:
        return None, refused
    return id_of_document(circle, value), None


def id_of_document(circle: UUID, value: dict[str, Any]) -> UUID:
    own = value.get("id")
    if isinstance(own, str) and is_id(own.lower()):
        return UUID(own)
    return uuid5(circle, f"match {canonical(value)}")


def require_same(first: set[str], second: set[str]) -> None:
    if not first & second:
        raise Refused("changed", DIFFERS)


def stored_contents(log: Log, rename: Callable[[list[Any]], list[Any]]) -> set[str] | Refused:
    """Return the contents of an existing match, or why no document of it can be imported."""
    if log.start is None:
        return Refused("deleted", GONE)
    if log.is_deleted:
        return Refused("deleted", DELETED)
    return contents(document_from_log(log), rename)


def contents(value: dict[str, Any], rename: Callable[[list[Any]], list[Any]]) -> set[str]:
    """Return digests of the content with the names as written, and with those of now, which an export has."""
    read = value["changes"] if changes_of(value) else []  # other formats may hold anything there
    changes = [change | {"players": rename(change["players"])} for change in read]
    renamed = value | {"players": rename(value["players"])} | ({"changes": changes} if changes else {})
    return {sha256(content(each).encode()).hexdigest() for each in (value, renamed)}


def content(value: dict[str, Any]) -> str:
    """Return a text that is equal for two documents of the same match. Players are compared by name."""
    names = [name_of(player) for player in value["players"]]
    answers = [deal.get("answers", {}) for deal in value.get("deals", [])]
    rest = [value.get("options", {}), value.get("first_dealer", 0), value.get("closed") is True]
    rest += [NO_RESULT] if document.ends_without_result(value) else []
    changes = [
        [change.number, list(map(name_of, change.players)), change.first_dealer, change.points]
        for change in changes_of(value)
    ]
    totals = [document.read(value).totals] if value.get("totals") is not None else []
    return canonical([value["game"], names, answers, *rest, *changes, *totals])


def changes_of(value: dict[str, Any]) -> Sequence[PeopleChange]:
    """Return the changes of a valid document. It is not read again, as that builds every lineup."""
    if not value.get("changes") or value["format"] != document.FORMAT_OF_CHANGES:
        return ()
    deals = value.get("deals", [])
    numbers = {deal["id"]: number for number, deal in enumerate(deals) if isinstance(deal.get("id"), str)}
    changes = [
        PeopleChange(
            len(deals) if change.get("before") is None else numbers[change["before"]],
            change["players"],
            change.get("first_dealer"),
            change["points"],
        )
        for change in value["changes"]
    ]
    return sorted(changes, key=attrgetter("number"))


def all_players(value: dict[str, Any]) -> list[Any]:
    """Return the players at the start, and then those who came later."""
    players = list(value["players"])
    known = {key_of(player) for player in players}
    for change in changes_of(value):
        for player in change.players:
            if key_of(player) not in known:
                known.add(key_of(player))
                players.append(player)
    return players


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def events_of(match: str, value: dict[str, Any], players: list[dict[str, str]], now: str) -> list[Event]:
    at, within = value.get("started") or now, UUID(match)
    start: dict[str, Any] = {
        name: value[name] for name in ("game", "custom_game", "options", "first_dealer") if name in value
    }
    count = len(value["players"])
    start["players"] = players[:count]
    assigned = {key_of(stated): player for stated, player in zip(all_players(value), players, strict=True)}
    changes = {change.number: change_data(change, assigned) for change in changes_of(value)}
    events = [event_of(within, "start", match, start, [], at)]
    ids: set[str] = set()
    for number, deal in enumerate(value.get("deals", [])):
        stated = deal.get("id")
        id = stated if is_id(stated) and stated not in ids else str(uuid5(within, f"round {number}"))
        ids.add(id)
        at = deal.get("at") or at
        if number in changes:
            events.append(event_of(within, f"people {number}", match, changes[number], [events[-1]["id"]], at))
        data = {"deal": id, "answers": deal.get("answers", {})}
        events.append(event_of(within, f"deal {number}", match, data, [events[-1]["id"]], at))
    if len(ids) in changes:
        events.append(event_of(within, f"people {len(ids)}", match, changes[len(ids)], [events[-1]["id"]], at))
    if value.get("closed") is True:
        events.append(event_of(within, "finish", match, end_of(value), [events[-1]["id"]], at))
    return events


def end_of(value: dict[str, Any]) -> dict[str, Any]:
    """Return the data of the event that ends the match of a document."""
    if document.ends_without_result(value):
        return {"result": NO_RESULT}
    totals = document.read(value).totals
    return {} if totals is None else {"totals": totals}


def change_data(change: PeopleChange, assigned: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Return the data of an event that comes right before the first round with these people."""
    players = [assigned[key_of(player)] for player in change.players]
    return {"players": players, "before": None, "first_dealer": change.first_dealer, "points": change.points}


def event_of(
    within: UUID, name: str, match: str | None, data: dict[str, Any], after: list[str] | None = None, at: Any = None
) -> Event:
    kind = name.split(" ")[0]
    return {"id": str(uuid5(within, name)), "match": match, "kind": kind, "data": data, "after": after, "at": at}
