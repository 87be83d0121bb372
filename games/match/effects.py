"""The effect of each kind of event on a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.changes import anchor_changes, record_change, reseat
from games.match.deals import STRUCK, RecordedDeal
from games.match.events import is_totals

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.match.log import Event, Log


def start(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    if log.start is None:
        log.start = event
        log.game = data["game"]
        log.options = data.get("options") or {}
        log.options_bits |= 1 << place
        seats(log, event, place, data)


def seats(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    reseat(log, place, data["players"])
    log.players = data["players"]
    log.first_dealer = data.get("first_dealer") or 0
    log.seats_bits |= 1 << place


def people(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    record_change(log, event, place, data)


def options(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.options = data["options"]
    log.options_bits |= 1 << place


def deal(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    if data["deal"] in log.recorded:
        log.has_doubles = True
        return
    causality = log.causality
    concurrent = ~causality.seen_by_writer(place) & ~causality.early.get(place, 0)
    new = RecordedDeal(data["deal"], event["id"], place, data["answers"], log.counted_bits & concurrent)
    following = log.recorded.get(data.get("before") or "")
    if following is not None or log.is_closed or log.unanchored:
        log.sheet = None
    log.recorded[new.id] = log.at_place[place] = new
    log.numbers = None
    if following is None:
        log.in_order.append(new)
        log.counted_bits |= new.counts << place
        if new.counts and log.counted_list is not None:
            log.counted_list.append(new)
        anchor_changes(log, new)
    else:
        new.is_late = True
        log.late.setdefault(following.id, []).append(new)
        log.count(new)
    log.is_closed = False
    log.opening_bits |= 1 << place


def amend(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    old = log.recorded.get(data["deal"])
    if old is not None:
        old.amend(data["answers"], place)
        old.revise(log.causality, place, old.answers)


def strike(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    old = log.recorded.get(data["deal"])
    if old is not None:
        old.is_struck = True
        old.revise(log.causality, place, STRUCK)
        log.count(old)


def restore(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    """Count the deal again, unless someone else has recorded it meanwhile."""
    old = log.recorded.get(data["deal"])
    if old is None:
        return
    if old.is_struck and not old.is_duplicate:
        old.originals, old.duplicate_since = log.rivals(old, place), place
        old.is_duplicate = old.originals != 0
    old.is_struck = False
    old.resolve(log.causality, place)
    log.count(old)


def settle(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    counting = dict.fromkeys(data.get("keep") or (), True)
    for id in counting:
        old = log.recorded.get(id)
        if old is not None:
            old.is_duplicate = old.is_struck = False
            old.resolve(log.causality, place)
            log.count(old)
    for id in {id: True for id in data.get("strike") or () if id not in counting}:
        old = log.recorded.get(id)
        if old is not None:
            old.is_struck = True
            old.revise(log.causality, place, STRUCK)
            log.count(old)


def finish(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.is_closed = True
    log.entered_totals = data["totals"] if is_totals(data.get("totals")) else None
    log.closing_bits |= 1 << place


def reopen(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.is_closed = False
    log.opening_bits |= 1 << place


def delete(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.is_deleted = True


def undelete(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.is_deleted = False


EFFECTS: tuple[tuple[str, Callable[[Log, Event, int, dict[str, Any]], None]], ...] = (
    ("start", start),
    ("seats", seats),
    ("people", people),
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
