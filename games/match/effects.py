"""The effect of each kind of event on a log. Those of new rounds and of changed people are beside their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.changes import record_change, reseat
from games.match.deals import STRUCK, record_deal
from games.match.event_fields import is_custom_game, is_no_result, is_totals
from games.rules.custom_game import BASE, base_key, custom_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from games.match.log import Event, Log


COPIED = ("id", "name", "icon", "keys")


def start(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    if log.start is None:
        log.start = event
        name_game(log, data["game"], data.get("custom_game"))
        log.options = data.get("options") or {}
        log.options_bits |= 1 << place
        seats(log, event, place, data)


def game(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    """Name the group's game that was played, or none of them."""
    name_game(log, base_key(log.game), data.get("custom_game"))


def name_game(log: Log, key: str, custom: Any) -> None:
    is_own = key == BASE and is_custom_game(custom)
    # Only these fields, as lists carry them with each match.
    log.custom_game = {name: custom[name] for name in COPIED if custom.get(name) is not None} if is_own else None
    log.game = key if log.custom_game is None else custom_key(log.custom_game["id"])


def seats(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    reseat(log, place, data["players"])
    log.players = data["players"]
    log.first_dealer = data.get("first_dealer") or 0
    log.seats_bits |= 1 << place


def options(log: Log, event: Event, place: int, data: dict[str, Any]) -> None:
    log.options = data["options"]
    log.options_bits |= 1 << place


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
    log.settled_left -= len(counting) + len(data.get("strike") or ())
    if log.settled_left < 0:
        return
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
    log.has_no_result = is_no_result(data.get("result"))
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
    ("people", record_change),
    ("deal", record_deal),
    ("amend", amend),
    ("strike", strike),
    ("restore", restore),
    ("settle", settle),
    ("options", options),
    ("game", game),
    ("finish", finish),
    ("reopen", reopen),
    ("delete", delete),
    ("undelete", undelete),
)
