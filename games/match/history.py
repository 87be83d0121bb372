"""The history of a match: its events in order, each with the value that it replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.changes import players_of_round
from games.match.log import apply_effect, unapplied_log

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event, Log


def log_history(folded: Log) -> list[dict[str, Any]]:
    """Return every event with `before`: the value that it replaced, or None."""
    log, history = unapplied_log(folded), []
    for place, event in enumerate(log.events):
        before = value_before(log, event)
        history.append(
            {
                "id": event["id"],
                "event": event["id"],
                "seq": event.get("seq"),
                "by": event.get("by"),
                "at": event.get("at"),
                "received": event.get("received"),
                "kind": event["kind"],
                "data": event.get("data") or {},
                "before": before,
            }
        )
        apply_effect(log, event, place)
    return history


def value_before(log: Log, event: Event) -> dict[str, Any] | None:
    """Return the current value of the thing that the event changes, or None."""
    data = event.get("data") or {}
    if event["kind"] in ("amend", "strike", "restore"):
        old = log.by_id.get(data.get("deal") or "")
        return None if old is None else {"answers": old.answers, "struck": old.is_struck, "aside": old.is_duplicate}
    if event["kind"] == "options" and log.start is not None:
        return {"options": log.options}
    if event["kind"] == "seats" and log.start is not None:
        return {"players": log.players, "first_dealer": log.first_dealer}
    if event["kind"] == "people" and log.start is not None:
        deal = log.by_id.get(data.get("before") or "")
        return {"players": players_of_round(log, None, log.players, deal="" if deal is None else deal.id)}
    return None
