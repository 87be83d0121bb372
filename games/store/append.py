"""Taking in a list of events: each is judged, numbered and stored, or refused with its reason.

Runs under the lock of its circle. What is accepted is stored in the order of the list, so that
nothing is ever shown before everything below it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from games import models
from games.match.effort import Effort
from games.match.errors import Refused
from games.match.events import OF_CIRCLE, is_id, validate_event
from games.match.json_input import UnreadableItem
from games.match.log import Log, apply_event
from games.match.validation import validate_for_log
from games.rules.words import Words, _
from games.store.log_cache import LOG_CACHE, CachedLog, refreshed
from games.store.logs import client_content, event_json, same_json, select_events

if TYPE_CHECKING:
    from games.match.log import Event


class Authorship(NamedTuple):
    """Who wrote an event, by which name, and when it came."""

    by: UUID
    name: str
    received: datetime


class EventAppender:
    """One push to one circle."""

    def __init__(self, circle: UUID, seq: int, by: models.Person, now: datetime, pushed: list[Any]) -> None:
        self.circle = circle
        self.by = by
        self.now = now
        self.seq = seq
        self.known: dict[str, Event] = {}  # by id
        self.cached = {match: LOG_CACHE.pop(circle, match) or CachedLog() for match in uuids(pushed, "match")}
        self.written_matches: set[str] = set()  # the matches that something new was taken for
        self.read(uuids(pushed, "id"))
        self.of_circle: list[Event] = []  # new events of the circle itself
        self.new_players: set[str] = set()
        self.new: list[models.Event] = []
        self.accepted: list[dict[str, Any]] = []
        self.refused: list[tuple[Any, str, Words]] = []  # id, code, and why
        self.missing: set[str] = set()  # what would be there if it had not been refused
        for event in pushed:
            self.accept_or_refuse(event)

    def read(self, ids: set[str]) -> None:
        """The logs of all matches that are written to, and those events that are there already, by one query."""
        found = select_events(self.circle, {match: kept.last[0] for match, kept in self.cached.items()}, ids)
        self.known = {str(one.id): event_json(one) for one in found}
        by_match: dict[str, list[models.Event]] = {match: [] for match in self.cached}
        for one in found:
            if str(one.match) in by_match:
                by_match[str(one.match)].append(one)
        effort = Effort()
        for match, kept in self.cached.items():
            self.cached[match] = refreshed(self.circle, match, kept, by_match[match])
            self.cached[match].log.effort = effort

    def log(self, match: str) -> Log:
        return self.cached[match].log

    def accept_or_refuse(self, event: Any) -> None:
        try:
            seq = self.judge(event)
        except Refused as refused:
            self.refuse(event, refused)
        else:
            self.accepted.append({"id": event["id"], "seq": seq})

    def judge(self, event: Any) -> int:
        """The number of the event, an old one or a new one."""
        if isinstance(event, UnreadableItem):
            raise event.refused
        self.check_shape(event)
        if event["id"] in self.known:
            return self.known_seq(event)
        self.check(event)
        return self.store(event)

    def check_shape(self, event: Any) -> None:
        validate_event(event)

    def check(self, event: Event) -> None:
        if event["kind"] in OF_CIRCLE:
            self.check_of_circle(event)
        else:
            validate_for_log(self.log(event["match"]), event)

    def known_seq(self, event: Event) -> int:
        """It is there already: the phone could not know that an earlier try got through."""
        known = self.known[event["id"]]
        if event.get("data") and not known["data"]:
            raise Refused("deleted", _("This match has been deleted for good."))
        said, was = client_content(event), client_content(known)
        if said["at"] is None:
            was["at"] = None
        if not same_json(said, was):
            raise Refused("changed", _("Something else is stored under this id already."))
        return int(known["seq"])

    def check_of_circle(self, event: Event) -> None:
        """What an event of the circle names must be there."""
        data = event.get("data") or {}
        if event["kind"] == "player" and not (data.get("name") or self.has_player(data["player"])):
            raise Refused("data", _("“%(field)s” is missing or not as it should be."), field="name")
        if data.get("same_as") is not None and not self.has_player(data["same_as"]):
            raise Refused("no_player", _("There is no such player."))
        if event["kind"] == "evening":
            listed = {UUID(match) for match in data.get("matches") or []}
            if not listed <= self.matches_there(listed):
                raise Refused("no_match", _("There is no such match."))

    def matches_there(self, listed: set[UUID]) -> set[UUID]:
        stored = models.Match.objects.filter(circle=self.circle, id__in=listed).values_list("id", flat=True)
        return {*self.logs_started(), *stored}

    def logs_started(self) -> Iterable[UUID]:
        return (UUID(match) for match, kept in self.cached.items() if kept.log.start is not None)

    def has_player(self, player: str) -> bool:
        return player in self.new_players or models.Player.objects.filter(circle=self.circle, id=player).exists()

    def store(self, event: Event) -> int:
        self.seq += 1
        signed = self.signed(event)
        new = models.Event(
            circle_id=self.circle,
            seq=self.seq,
            id=UUID(event["id"]),
            match=None if event.get("match") is None else UUID(event["match"]),
            kind=event["kind"],
            data=event.get("data") or {},
            after=client_content(event)["after"],
            at=event.get("at") or "",
            by_id=signed.by,
            by_name=signed.name,
            received=signed.received,
        )
        self.new.append(new)
        taken = event_json(new)
        self.known[event["id"]] = taken
        if event["kind"] in OF_CIRCLE:
            self.of_circle.append(taken)
            self.new_players.add(str(taken["data"].get("player")))
        else:
            apply_event(self.log(event["match"]), taken)
            self.cached[event["match"]].received = signed.received
            self.written_matches.add(event["match"])
        return self.seq

    def signed(self, event: Event) -> Authorship:
        """The server's word for who wrote it and when it came, whatever was sent."""
        return Authorship(self.by.pk, self.by.name, self.now)

    def refuse(self, event: Any, refused: Refused) -> None:
        """Tell why. What names something that was refused in this push is refused with it."""
        code, text = refused.code, refused.words
        named = referenced_ids(event)
        if code in ("no_match", "no_deal", "no_player") and named & self.missing:
            code = "depends"
        self.missing |= created_id(event) if code not in ("doubled", "changed") else set()
        id = event.get("id") if isinstance(event, dict) else getattr(event, "id", None)
        self.refused.append((id, code, text))


def uuids(pushed: list[Any], name: str) -> set[str]:
    found = [one.get(name) for one in pushed if isinstance(one, dict)]
    return {str(one) for one in found if is_id(one)}


def data_of(event: Any) -> dict[str, Any]:
    data = event.get("data") if isinstance(event, dict) else None
    return data if isinstance(data, dict) else {}


def referenced_ids(event: Any) -> set[str]:
    """What the event speaks of: its match, and the deals, players and matches in its data."""
    data = data_of(event)
    found = [data.get(name) for name in ("deal", "before", "player", "same_as")]
    for several in (data.get("keep"), data.get("strike"), data.get("matches")):
        found.extend(several if isinstance(several, list) else [])
    found.append(event.get("match") if isinstance(event, dict) else None)
    return {one for one in found if isinstance(one, str)}


def created_id(event: Any) -> set[str]:
    """What would be there now."""
    kind = event.get("kind") if isinstance(event, dict) else None
    found = event.get("match") if kind == "start" else data_of(event).get(kind) if kind in ("deal", "player") else None
    return {found} if isinstance(found, str) else set()
