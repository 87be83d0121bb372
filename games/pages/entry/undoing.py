"""Undo an event of a match: the events that undo it, and the page that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.changes import undo_data as undo_change
from games.match.event_fields import NO_RESULT
from games.match.log import Log, fold_events
from games.match.undecided import counted_instead
from games.pages.entry.saving import UNDONE, save_events
from games.pages.request import PageResult, reverse
from games.rules.judge import is_complete, judge_answers

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.pages.entry.saving import Act
    from games.pages.request import PageRequest

OPENING = ("deal", "reopen", "finish")  # one of these settles whether the match is open, whatever came before
OPPOSITES = (("finish", "reopen"), ("reopen", "finish"), ("delete", "undelete"), ("undelete", "delete"))


def undo(opened: OpenMatch, request: PageRequest) -> PageResult:
    """Undo an event. Undoing the undo repeats the event: the page of an undo then sends `redo`."""
    assert request.form is not None
    home = reverse("table", {"match": opened.match})
    acts = undo_events(opened.log, request.form.get("undo"))
    result = save_events(opened.log, request, acts, home)
    if not result.events:
        return result
    if not request.form.has("redo"):
        result.redirect_to += "&undo=1"
    (kind, data), last = acts[0], [row.id for row in opened.sheet.rows[-1:]]
    if (kind == "strike" and data["deal"] in last) or (kind == "amend" and is_incomplete(opened, data)):
        result.redirect_to += f"&{UNDONE}={data['deal']}"
    return result


def is_incomplete(opened: OpenMatch, data: dict[str, Any]) -> bool:
    """Return whether a round of the sheet lacks answers if it has those of an amendment."""
    number = opened.round_number(data.get("deal") or "")
    if not number:
        return False
    lineup = opened.sheet.lineup_of(number - 1)
    deal = opened.sheet.new_deal(number - 1, lineup)
    judge_answers(deal, data["answers"] or {})
    return not is_complete(deal)


def undo_events(log: Log, id: str) -> list[Act]:
    """Return the events that undo an event, or none if it cannot be undone."""
    for number, old in enumerate(log.events):
        if old["id"] == id:
            return undo_event(log, number, fold_events(log.events[:number]))
    return []


def undo_last(log: Log, before: Log) -> list[Act]:
    """Return the events that undo the last event, given the log before it."""
    return undo_event(log, len(log.events) - 1, before)


def undo_event(log: Log, number: int, before: Log) -> list[Act]:
    old = log.events[number]
    if old["kind"] == "people":
        undone = undo_change(log, number)
        return [] if undone is None else [("people", undone)]
    data = old.get("data") or {}
    deal = log.by_id.get(data.get("deal") or "")
    counted = counted_instead(log, deal) if old["kind"] == "deal" and deal and deal.is_duplicate else None
    acts = undo_data(before, old["kind"], data | {"deal": counted.id} if counted else data)
    later = [event["kind"] for event in log.events[number + 1 :]]
    if old["kind"] == "deal" and before.is_closed and not [kind for kind in later if kind in OPENING]:
        acts.append(("finish", finish_data(before)))  # only this round had opened the match again
    return acts


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
    if kind in ("finish", "reopen") and before.is_closed:
        return [("finish", finish_data(before))]
    if kind == "reopen":
        return []  # it was open before
    return [(opposite, {}) for known, opposite in OPPOSITES if kind == known]


def finish_data(log: Log) -> dict[str, Any]:
    """Return the data of an event that ends this closed match again as it was."""
    if log.has_no_result:
        return {"result": NO_RESULT}
    is_by_totals = log.entered_totals is not None and not log.counted_deals()
    return {"totals": log.entered_totals} if is_by_totals else {}
