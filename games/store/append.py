"""Accept or refuse a list of events: validate each, number it and store it, or refuse it with a reason.

The caller holds the lock of the circle. Accepted events are stored in the order of the list, so that
no event is ever visible before everything below it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import UUID

from games import models
from games.match import log
from games.match.causality import parse_after
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.match.events import OF_CIRCLE, validate_event, validate_size
from games.match.json_input import UnreadableItem
from games.match.limits import MOST_DATA_OF_MATCH
from games.match.log import Effort, apply_event
from games.match.room import is_ending
from games.match.validation import GONE, validate_for_log
from games.rules.words import Words, _
from games.store.circle_checks import CircleChecks
from games.store.client_content import client_content, same_json
from games.store.later_work import LaterWork, count_listed
from games.store.logs import LOG_CACHE, NO_LOGS, CachedLog, event_json, event_size, match_ids
from games.store.long_matches import no_pause

if TYPE_CHECKING:
    from games.match.log import Event


T = TypeVar("T")


class Authorship(NamedTuple):
    """The writer of an event, the writer's name at that time, and when the server received it."""

    by: UUID
    name: str
    received: datetime
    is_imported: bool = False


MOST_SECONDS = 0.1  # of the processor, to validate and fold the events of a push; the client sends the rest again
MOST_LISTED = 2_000  # matches of the evenings that a part of an import lists
MOST_PLAYERS = 5_000  # of a circle: a merge reads them all while others wait
LONG_MATCH = _("The entries of this match have more than %(most)s characters. Start a new match to go on.")
NO_AUTHORS: Mapping[str, Authorship] = {}
NOTHING_BARRED: Mapping[str, Refused] = {}


class EventAppender:
    """A push of events to one circle."""

    people: Collection[str] = ()  # ids that are known to exist besides the stored ones
    fold = staticmethod(apply_event)

    def __init__(
        self,
        circle: UUID,
        seq: int,
        by: models.Person,
        now: datetime,
        pushed: list[Any],
        authors: Mapping[str, Authorship] = NO_AUTHORS,
        *,
        folded: Mapping[str, CachedLog] = NO_LOGS,
        is_new: bool = True,
        barred: Mapping[str, Refused] = NOTHING_BARRED,
        effort: Effort | None = None,
        pause: Callable[[], None] | None = None,
        checks: CircleChecks | None = None,
    ) -> None:
        """`folded` are logs that the caller has loaded before it locked the circle.

        `is_new` is false for the events of a file, which an earlier version may have stored.
        New events of the `barred` matches, or of these kinds, are refused.
        With an `effort` of the caller, or with a `pause`, no event is left out. `pause` is called when it has taken long,
        and while long logs are folded.
        """
        self.barred = barred
        self.is_new = is_new
        self.is_limited = is_new  # whether it moves at most `MOST_MOVED` other matches to another evening
        self.circle = circle
        self.seq = seq
        self.author = Authorship(by.pk, by.name, now)
        self.authors = authors  # by event, for events that have another author
        items = [event for event in pushed if isinstance(event, dict)]
        ids = {event["id"] for event in items if is_id(event.get("id"))}
        self.cached, stored = LOG_CACHE.load(circle, match_ids(items), ids, folded, pause or no_pause)
        self.known: dict[str, Event] = {str(row.id): event_json(row) for row in stored}
        later = LaterWork(self.cached) if effort is None and pause is None else None
        effort = effort or Effort()
        for cached in self.cached.values():
            cached.log.effort = effort
        self.changed_matches: set[str] = set()  # the matches with new events
        self.of_circle: list[Event] = []  # new events of the circle itself
        self.new_players: set[str] = set()  # and changed ones
        self.players: set[str] | None = None  # all of the circle, with the new ones, once they are needed
        self.checks = checks
        self.new: list[models.Event] = []
        self.accepted: list[dict[str, Any]] = []
        self.refused: list[tuple[Any, str, Words]] = []  # id, code and reason
        self.missing: set[str] = set()  # ids that refused events would have created
        seconds = MOST_SECONDS / 3 if barred else MOST_SECONDS  # with `barred` it is a further attempt of the same push
        ends = time.thread_time() + seconds
        self.left_out: list[Any] = []  # the client sends these again, and an import goes on with them
        self.other_rounds: set[str] = set()  # rounds whose ids are stored with other answers: those of another phone
        for place, event in enumerate(pushed):
            if later is not None and isinstance(event, dict):
                if place and (is_late(effort, ends) or not later.has_room(event)):
                    self.left_out += pushed[place:]
                    break
                if self.is_new and self.other_rounds and referenced_ids(event) & self.other_rounds:
                    self.left_out.append(event)  # the client gives its round other ids first
                    continue
            if pause is not None and time.thread_time() > ends:
                pause()
                ends = time.thread_time() + seconds
            try:
                seq = self.accept(event)
            except Refused as refused:
                self.refuse(event, refused)
                if refused.code == "changed" and event["kind"] == "deal":
                    self.other_rounds.add(event["data"]["deal"])
            else:
                self.accepted.append({"id": event["id"], "seq": seq})
                if later is not None:
                    later.add(event)

    def accept(self, event: Any) -> int:
        """Return the number of the event: its old one if it was stored before, otherwise a new one."""
        if isinstance(event, UnreadableItem):
            raise event.refused
        validate_event(event)
        if event["id"] in self.known:
            return self.repeated_seq(event)
        if refused := self.barred.get(event.get("match") or event["kind"]):
            raise refused
        if event["kind"] in OF_CIRCLE:
            self.validate_circle_event(event)
        else:
            cached = self.cached[event["match"]]
            if cached.content > MOST_DATA_OF_MATCH and not is_ending(cached.log, event):
                raise Refused("long_data", LONG_MATCH, most=MOST_DATA_OF_MATCH)
            author = self.authors.get(event["id"], self.author)
            validate_for_log(cached.log, event, str(author.by), is_new=self.is_new)
        return self.number_and_fold(event)

    def repeated_seq(self, event: Event) -> int:
        """Return the number of a repeated event: the phone did not know that an earlier try got through."""
        known = self.known[event["id"]]
        if event.get("data") and not known["data"]:
            raise Refused("deleted", GONE)
        repeated, stored = client_content(event), client_content(known)
        if repeated["at"] is None:
            stored["at"] = None
        if not same_json(repeated, stored):
            raise Refused("changed", _("Something else is already stored under this id."))
        return int(known["seq"])

    def validate_circle_event(self, event: Event) -> None:
        """Refuse an event of the circle that names players or matches which do not exist."""
        validate_size(event)
        data = event.get("data") or {}
        if event["kind"] == "player":
            if not (data.get("name") or self.has_player(data["player"])):
                raise Refused("data", _("“%(field)s” is missing or invalid."), field="name")
            if data.get("same_as") is not None and not self.has_player(data["same_as"]):
                raise Refused("no_player", _("No such player."))
            self.require_few_players(data["player"])
        elif event["kind"] == "season":
            self.checks = self.checks or CircleChecks(self.circle)
            self.checks.seasons.validate(data)
        elif event["kind"] == "custom_game":
            self.checks = self.checks or CircleChecks(self.circle)
            self.checks.custom_games.validate(data)
        else:
            listed = {UUID(match) for match in data.get("matches") or []}
            if not listed <= self.existing_matches(listed):
                raise Refused("no_match", _("No such match."))

    def existing_matches(self, listed: set[UUID]) -> set[UUID]:
        stored = models.Match.objects.filter(circle=self.circle, id__in=listed).values_list("id", flat=True)
        return {*self.started_in_push(), *stored}

    def started_in_push(self) -> Iterable[UUID]:
        return (UUID(match) for match, cached in self.cached.items() if cached.log.start is not None)

    def has_player(self, player: str) -> bool:
        return player in self.new_players or models.Player.objects.filter(circle=self.circle, id=player).exists()

    def require_few_players(self, player: str) -> None:
        """Raise `Refused` if the player would be one more than a circle can have."""
        if self.players is None:
            stored = models.Player.objects.filter(circle=self.circle).values_list("id", flat=True)
            self.players = set(map(str, stored)) | self.new_players
        if len(self.players) >= MOST_PLAYERS and player not in self.players and player not in self.people:
            raise Refused(
                "many_players",
                _("This group has %(most)s players. No more are possible."),
                most=MOST_PLAYERS,
            )
        self.players.add(player)

    def number_and_fold(self, event: Event) -> int:
        """Number the event and fold it. Its author and time are those that the server knows, whatever the client sent."""
        self.seq += 1
        author = self.authors.get(event["id"], self.author)
        new = models.Event(
            circle_id=self.circle,
            seq=self.seq,
            id=UUID(event["id"]),
            match=None if event.get("match") is None else UUID(event["match"]),
            kind=event["kind"],
            data=event.get("data") or {},
            after=parse_after(event.get("after")),
            at=event.get("at") or "",
            by_id=author.by,
            by_name=author.name,
            received=author.received,
            is_imported=author.is_imported or None,
        )
        self.new.append(new)
        stored = event_json(new)
        self.known[event["id"]] = stored
        if event["kind"] in OF_CIRCLE:
            self.of_circle.append(stored)
            if event["kind"] == "player":
                self.new_players.add(stored["data"]["player"])
        else:
            cached = self.cached[event["match"]]
            self.fold(cached.log, stored)
            cached.content += event_size(new)
            cached.last = new
            self.changed_matches.add(event["match"])
        return self.seq

    def refuse(self, event: Any, refused: Refused) -> None:
        """Refuse the event. One that refers to an event refused in this push gets the code `depends`."""
        code, text = refused.code, refused.words
        references = referenced_ids(event)
        if code in ("no_match", "no_deal", "no_player") and references & self.missing:
            code = "depends"
        self.missing |= created_ids(event) if code not in ("doubled", "changed") else set()
        id = event.get("id") if isinstance(event, dict) else getattr(event, "id", None)
        self.refused.append((id, code, text))


def is_late(effort: Effort, ends: float) -> bool:
    """Return whether the events of a push have taken long."""
    return effort.renumbered > log.MOST_RENUMBERED or time.thread_time() > ends


def data_of(event: Any) -> dict[str, Any]:
    data = event.get("data") if isinstance(event, dict) else None
    return data if isinstance(data, dict) else {}


def listed_parts(items: Iterable[T], event_of: Callable[[T], Any]) -> Iterator[list[T]]:
    """Yield items in parts whose events list few matches together. An event that lists more is alone."""
    part: list[T] = []
    count = 0
    for item in items:
        listed = count_listed(event_of(item))
        if part and count + listed > MOST_LISTED:
            yield part
            part, count = [], 0
        part.append(item)
        count += listed
    if part:
        yield part


def referenced_ids(event: Any) -> set[str]:
    """Return the ids that the event refers to: its match, and the deals, players and matches in its data."""
    data = data_of(event)
    ids = [data.get(name) for name in ("deal", "before", "player", "same_as")]
    for several in (data.get("keep"), data.get("strike"), data.get("matches")):
        ids.extend(several if isinstance(several, list) else [])
    ids.append(event.get("match") if isinstance(event, dict) else None)
    return {id for id in ids if isinstance(id, str)}


def created_ids(event: Any) -> set[str]:
    """Return the id of the match, deal or player that the event would create, if any."""
    kind = event.get("kind") if isinstance(event, dict) else None
    id = event.get("match") if kind == "start" else data_of(event).get(kind) if kind in ("deal", "player") else None
    return {id} if isinstance(id, str) else set()
