"""The events that pages write. Both hosts build them here, and validate them as the server will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.log import Log, fold_events
from games.match.validation import validate_for_log

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event
    from games.pages.request import PageRequest

    Act = tuple[str, dict[str, Any]]  # the kind of an event, and its data

OPENING = ("deal", "reopen", "finish")  # one of these settles whether the match is open, whatever came before
OPPOSITES = (("finish", "reopen"), ("reopen", "finish"), ("delete", "undelete"), ("undelete", "delete"))


def event(request: PageRequest, kind: str, match: str | None, data: dict[str, Any], after: Any, id: str = "") -> Event:
    return {
        "id": id or request.new_ids.pop(),
        "match": match,
        "kind": kind,
        "data": data,
        "after": after,
        "at": request.now,
    }


def checked_event(
    log: Log, request: PageRequest, kind: str, data: dict[str, Any], after: list[str] | None, id: str = ""
) -> Event:
    """Return the event of a button or a form. Raise `Refused` if the log cannot take it."""
    new = event(request, kind, request.args["match"], data, after, id)
    validate_for_log(log, new)
    return new


def heads(log: Log) -> list[str] | None:
    """Return the heads of the log, or None, which stands for the whole log, if an event cannot name so many."""
    ids = log.causality.heads()
    return None if len(ids) > limits.MOST_IDS else ids


def undo_events(log: Log, id: str) -> list[Act]:
    """Return the events that undo an event, or none if it cannot be undone."""
    for number, old in enumerate(log.events):
        if old["id"] == id:
            before, data = fold_events(log.events[:number]), old.get("data") or {}
            acts = undo_data(before, old["kind"], data)
            later = [event["kind"] for event in log.events[number + 1 :]]
            if old["kind"] == "deal" and before.is_closed and not [kind for kind in later if kind in OPENING]:
                acts.append(("finish", {}))  # only this round had opened the match again
            return acts
    return []


def undo_data(before: Log, kind: str, data: dict[str, Any]) -> list[Act]:
    deal = data.get("deal")
    if kind in ("deal", "restore"):
        return [("strike", {"deal": deal})]
    if kind == "amend" and deal in before.by_id:
        return [("amend", {"deal": deal, "answers": before.by_id[deal].answers})]
    if kind == "strike":
        return [("restore", {"deal": deal})]
    if kind == "options":
        return [("options", {"options": before.options})]
    if kind == "seats":
        return [("seats", {"players": before.players, "first_dealer": before.first_dealer})]
    return [(opposite, {}) for known, opposite in OPPOSITES if kind == known]
