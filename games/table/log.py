"""The log of a match: events, and the state that they fold to.

Events are the only truth that is stored and sent around. They are taken in the order of the
server's numbers, those without one last, as written. What two people wrote apart counts once:
the first record of a round counts, another stands aside until somebody settles it; of two
amendments that are apart and differ the last one holds and both are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.table.knowledge import Knowledge
from games.table.recorded import STRUCK, Recorded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.table.sheet import Sheet

    Event = dict[str, Any]  # as the public format has it


# What says nothing without its data.
TOLD = ("start", "deal", "amend", "seats", "strike", "restore", "options")


class Log:
    """A match as its events tell it, up to the last one taken."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.knowledge = Knowledge()
        self.clear()

    def clear(self) -> None:
        self.start: Event | None = None
        self.game: Any = None
        self.options: dict[str, Any] = {}
        self.players: list[Any] = []
        self.first_dealer = 0
        self.deals: list[Recorded] = []  # in playing order, those struck and aside too
        self.by_id: dict[str, Recorded] = {}
        self.is_closed = False
        self.is_deleted = False
        self.is_emptied = False
        self.needs_newer = False  # something here is not known to this version
        self.sheet: Sheet | None = None  # as it was last made, while nothing but further deals has come

    def counting(self) -> list[Recorded]:
        return [deal for deal in self.deals if deal.counts]

    def apart_from(self, event: str) -> list[Recorded]:
        """The deals that count and that were written apart from this event."""
        return [deal for deal in self.counting() if self.knowledge.are_apart(deal.event, event)]


def fold(events: Sequence[Event]) -> Log:
    """The state after all events; they may come in any order."""
    log = Log()
    for event in in_order(events):
        step(log, event)
    return log


def in_order(events: Sequence[Event]) -> list[Event]:
    """By the server's numbers; those without one last, as written."""
    numbered = [(event["seq"], place) for place, event in enumerate(events) if event.get("seq")]
    rest = [event for event in events if not event.get("seq")]
    return [events[place] for _seq, place in sorted(numbered)] + rest


def step(log: Log, event: Event) -> Log:
    """Take the next event."""
    log.events.append(event)
    if log.knowledge.add(event["id"], event.get("after")):
        # Named before it came: what was thought to be written apart may not have been.
        log.clear()
        for known in log.events:
            take(log, known)
    else:
        take(log, event)
    return log


def take(log: Log, event: Event) -> None:
    if event["kind"] != "deal":
        log.sheet = None
    if event["kind"] in TOLD and not event.get("data"):
        log.is_emptied = True  # deleted for good: only the numbers are left
        return
    for kind, act in ACTS:
        if kind == event["kind"]:
            act(log, event, event.get("data") or {})
            return
    log.needs_newer = True


def start(log: Log, event: Event, data: dict[str, Any]) -> None:
    if log.start is None:
        log.start = event
        log.game = data["game"]
        log.options = data.get("options") or {}
        seats(log, event, data)


def seats(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.players = data["players"]
    log.first_dealer = data.get("first_dealer") or 0


def options(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.options = data["options"]


def deal(log: Log, event: Event, data: dict[str, Any]) -> None:
    if data["deal"] in log.by_id:
        return
    new = Recorded(data["deal"], event["id"], data["answers"])
    if not log.knowledge.has_known_all(event["id"]):
        new.stand_aside(log.apart_from(event["id"]))
    following = log.by_id.get(data.get("before") or "")
    if following is not None or log.is_closed:
        log.sheet = None
    log.deals.insert(len(log.deals) if following is None else log.deals.index(following), new)
    log.by_id[new.id] = new
    log.is_closed = False


def amend(log: Log, event: Event, data: dict[str, Any]) -> None:
    old = log.by_id.get(data["deal"])
    if old is not None:
        old.amend(data["answers"])
        old.say(log.knowledge, event["id"], old.answers)


def strike(log: Log, event: Event, data: dict[str, Any]) -> None:
    old = log.by_id.get(data["deal"])
    if old is not None:
        old.is_struck = True
        old.say(log.knowledge, event["id"], STRUCK)


def restore(log: Log, event: Event, data: dict[str, Any]) -> None:
    """It counts again, unless somebody else has recorded it meanwhile."""
    old = log.by_id.get(data["deal"])
    if old is None:
        return
    if old.is_struck and not old.is_aside:
        others = log.apart_from(old.event)
        old.stand_aside([other for other in others if not log.knowledge.has_known(event["id"], other.event)])
    old.is_struck = False
    old.decide(log.knowledge, event["id"])


def settle(log: Log, event: Event, data: dict[str, Any]) -> None:
    for old in log.deals:
        if old.id in (data.get("keep") or ()):
            old.is_aside = old.is_struck = False
            old.decide(log.knowledge, event["id"])
        elif old.id in (data.get("strike") or ()):
            old.is_struck = True
            old.say(log.knowledge, event["id"], STRUCK)


def finish(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.is_closed = True


def reopen(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.is_closed = False


def delete(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.is_deleted = True


def undelete(log: Log, event: Event, data: dict[str, Any]) -> None:
    log.is_deleted = False


ACTS: tuple[tuple[str, Callable[[Log, Event, dict[str, Any]], None]], ...] = (
    ("start", start),
    ("seats", seats),
    ("deal", deal),
    ("amend", amend),
    ("strike", strike),
    ("restore", restore),
    ("settle", settle),
    ("options", options),
    ("finish", finish),
    ("reopen", reopen),
    ("delete", delete),
    ("undelete", undelete),
)
