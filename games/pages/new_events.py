"""The events that the table writes: made here on both hosts, and judged as the server will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import is_id
from games.match.log import Log, fold_events
from games.match.validation import validate_for_log

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event
    from games.pages.request import PageRequest

    Act = tuple[str, dict[str, Any]]  # the kind of an event, and its data

OPENING = ("deal", "reopen", "finish")  # after one of these it is open or over on its own account
OPPOSITES = (("finish", "reopen"), ("reopen", "finish"), ("delete", "undelete"), ("undelete", "delete"))


def event(asked: PageRequest, kind: str, match: str | None, data: dict[str, Any], after: Any) -> Event:
    return {"id": asked.fresh(), "match": match, "kind": kind, "data": data, "after": after, "at": asked.now}


def checked_event(log: Log, asked: PageRequest, kind: str, data: dict[str, Any], after: list[str]) -> Event:
    """Something done to the match by a button; raises `Refused`."""
    found = event(asked, kind, asked.args["match"], data, after)
    validate_for_log(log, found)
    return found


def event_from_form(log: Log, asked: PageRequest, kind: str, data: dict[str, Any]) -> Event:
    """Something written in a form: its ids and what its writer had seen are those of the page it stands on."""
    assert asked.form is not None
    found = event(asked, kind, asked.args["match"], data, seen_heads(log, asked))
    if is_id(asked.form.get("event")):
        found["id"] = asked.form.get("event")
    validate_for_log(log, found)
    return found


def seen_heads(log: Log, asked: PageRequest) -> list[str]:
    """The ends of the log that the page was made from; all that is here where the page does not say."""
    known = [] if asked.form is None else [id for id in asked.form.all("after") if is_id(id)]
    return known or log.causality.heads()


def undo_events(log: Log, id: str) -> list[Act]:
    """What takes an event back; nothing where nothing does."""
    for number, old in enumerate(log.events):
        if old["id"] == id:
            before, data = fold_events(log.events[:number]), old.get("data") or {}
            acts = undo_data(before, old["kind"], data)
            later = [event["kind"] for event in log.events[number + 1 :]]
            if old["kind"] == "deal" and before.is_closed and not [kind for kind in later if kind in OPENING]:
                acts.append(("finish", {}))  # nothing but this round had opened the match again
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
    return [(undone, {}) for done, undone in OPPOSITES if kind == done]
