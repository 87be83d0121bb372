"""From a form or a button of a match to its events. Both hosts build them here, and validate them as the server will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_round
from games.match.changes import undo_data as undo_change
from games.match.deals import same_answers
from games.match.errors import Refused
from games.match.log import Log, fold_events
from games.match.validation import validate_for_log
from games.pages.entry.blocks import keep_open
from games.pages.entry.entry import Entry
from games.pages.entry.form_answers import FormAnswers, ParsedRound, answers_to_fields
from games.pages.entry.keypad import press_key
from games.pages.entry.last_numbers import without_last_numbers
from games.pages.entry.pile import open_pile
from games.pages.entry.position import Position, heads
from games.pages.request import Form, PageResult, reverse
from games.rules.judge import is_complete, judge_answers
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.match.log import Event
    from games.pages.request import PageRequest

    Act = tuple[str, dict[str, Any]]  # the kind of an event, and its data

UNDONE = "undone"  # in the query: the round whose answers come back into the form
DISCARD = "discard"  # the key that begins with the next round in place of what was entered
DRAFT_RESTORED = "kept"  # the key that a page sends after it has restored a draft
OPENING = ("deal", "reopen", "finish")  # one of these settles whether the match is open, whatever came before
OPPOSITES = (("finish", "reopen"), ("reopen", "finish"), ("delete", "undelete"), ("undelete", "delete"))


class RoundForm:
    """The entry on a page, with the ids that it sends back."""

    def __init__(
        self, opened: OpenMatch, request: PageRequest, position: Position, form: Form, *, saving: bool = False
    ) -> None:
        stored = opened.log.by_id.get(position.deal)
        self.entry = Entry(position, form, stored=stored is not None, saving=saving)
        self.action = reverse(request.name, request.args)
        self.deal = position.deal
        self.number = position.number + 1
        self.event = position.event
        self.after = position.after or []
        self.draft = f"{opened.match}/{position.deal if position.kind == 'amend' else position.follows or 'next'}"
        self.is_new = position.kind == "deal"
        self.is_fresh = request.form is None  # a GET: nobody has typed anything yet
        self.is_late = position.follows != ""
        self.is_repeated = self.is_new and not self.is_late and position.number < len(opened.sheet.rows)
        row = position.stored_row
        self.corrects = row is not None and row.complete
        answers = (self.entry.answers, self.entry.entered)
        self.is_unsaved = stored is None or not any(same_answers(stored.answers, one) for one in answers)
        self.problem: Words | None = None  # about the round, not about one question


def next_position(opened: OpenMatch, request: PageRequest) -> Position:
    """Return the position of the round whose save was just undone; otherwise of the open round, or of the next one."""
    number, undone = open_round(opened.sheet), just_undone(opened.log, request)
    known = opened.log.by_id.get(undone)
    if known and not known.is_struck:
        return position_of(opened, request, known)
    if number is None or ((request.query.has("next") or undone) and opened.has_room):
        return Position(opened, request, len(opened.sheet.rows), request.new_ids.pop(), "deal")
    return position_of(opened, request, opened.log.counted_deals()[number])


def position_of(opened: OpenMatch, request: PageRequest, deal: RecordedDeal) -> Position:
    """Return the position of a recorded round, or the one that it would have if it counted."""
    return Position(opened, request, opened.log.number_before(deal), deal.id, "amend")


def first_form(opened: OpenMatch, request: PageRequest, position: Position) -> Form:
    """Return a form with the recorded answers of a round, or of the round whose save was just undone."""
    undone = just_undone(opened.log, request)
    log = fold_events(opened.log.events[:-1]) if undone else opened.log
    known = log.by_id.get(position.deal) or log.by_id.get(undone)
    answers = without_last_numbers(known.answers, position) if known else {}
    return Form(answers_to_fields(position.lineup.setup, answers))


def just_undone(log: Log, request: PageRequest) -> str:
    """Return the id of the round whose save was undone by the last event, or ""."""
    undone, last = request.query.get(UNDONE), log.events[-1]
    is_undo = last["kind"] in ("strike", "amend") and request.query.get("saved") == last["id"]
    return undone if is_undo and last["data"].get("deal") == undone else ""


def handle_post(
    opened: OpenMatch, request: PageRequest, position: Position, page: Callable[[RoundForm, int], PageResult]
) -> PageResult:
    """Preview the form if a key was pressed, otherwise save it. `page` builds the page with the form."""
    assert request.form is not None
    if request.form.get("press") == DRAFT_RESTORED and position.event in opened.log.causality.places:
        return PageResult(redirect_to=reverse(request.name, request.args))
    if request.form.get("press") == DISCARD and position.kind == "deal":
        if opened.sheet.finished or not opened.has_room:
            return PageResult(redirect_to=reverse(request.name, request.args))
        request.form = None
        position = Position(opened, request, len(opened.sheet.rows), request.new_ids.pop(), "deal")
        return page(RoundForm(opened, request, position, Form(())), 200)
    if request.form.has("press"):
        return page(preview(opened, request, position), 200)
    saved = save(opened, request, position)
    return saved if isinstance(saved, PageResult) else page(saved, 422)


def preview(opened: OpenMatch, request: PageRequest, position: Position) -> RoundForm:
    """Return the entry after a key. The empty key (digits were typed) and DRAFT_RESTORED only show the points."""
    assert request.form is not None
    deal = position.sheet.new_deal(position.number, position.lineup)
    judge_answers(deal, FormAnswers(deal.setup, request.form).answers)
    press_key(request.form, request.form.get("press"), deal)
    return RoundForm(opened, request, position, request.form)


def save(opened: OpenMatch, request: PageRequest, position: Position) -> PageResult | RoundForm:
    """Return the event with a redirect, or the entry again with its problems."""
    assert request.form is not None
    home = reverse("table", {"match": opened.match})
    destination = home
    if position.event in opened.log.causality.places:  # sent twice, or the page came from the browser's history
        destination = f"{home}?saved={position.event}"  # the response to the first save may have been lost
        position.event = request.new_ids.pop()
    if "pile" in request.form.all("open"):
        open_pile(position.lineup.setup, request.form)
    parsed = ParsedRound(position, request.form)
    answers = parsed.answers
    if parsed.is_wrong:
        return with_problems(opened, request, position)
    if not answers:
        return with_problems(opened, request, position, Words(_("Nothing entered yet.")))
    known = opened.log.by_id.get(position.deal)
    if known is not None and request.name == "table" and known.is_struck:
        return revise_round(opened, request, known, answers, home)
    if known is not None and (same_answers(known.answers, answers) or same_answers(known.answers, parsed.entered)):
        return PageResult(redirect_to=destination)
    data = {"deal": position.deal, "answers": answers}
    if position.follows:
        data["before"] = position.follows
    try:
        event = new_event(opened.log, request, opened.match, position.kind, data, position.after, id=position.event)
    except Refused as why:
        return with_problems(opened, request, position, why.words)
    return PageResult(events=[event], redirect_to=f"{home}?saved={event['id']}")


def with_problems(
    opened: OpenMatch, request: PageRequest, position: Position, problem: Words | None = None
) -> RoundForm:
    """Return the entry again, with all its problems."""
    assert request.form is not None
    round = RoundForm(opened, request, position, request.form, saving=True)
    round.problem = problem
    keep_open(round.entry)
    return round


def revise_round(
    opened: OpenMatch, request: PageRequest, deal: RecordedDeal, answers: dict[str, Any] | None, redirect_to: str
) -> PageResult:
    """Save new answers of a round, or cross it out if they are None. The event comes after the whole log."""
    acts: list[Act] = []
    if answers is None:
        acts.append(("strike", {"deal": deal.id}))
    else:
        if deal.is_struck:
            acts.append(("restore", {"deal": deal.id}))
        if not deal.is_struck or not same_answers(deal.answers, answers):
            acts.append(("amend", {"deal": deal.id, "answers": answers}))
    return save_events(opened.log, request, acts, redirect_to)


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


def save_event(log: Log, request: PageRequest, kind: str, data: dict[str, Any], redirect_to: str) -> PageResult:
    """Save the event of a button, then redirect. Change nothing if the event is refused."""
    return save_events(log, request, [(kind, data)], redirect_to)


def save_events(log: Log, request: PageRequest, acts: Sequence[Act], redirect_to: str) -> PageResult:
    """Save events one after the other, then redirect. Save none if one is refused; the page then says why."""
    events: list[Event] = []
    try:
        for kind, data in acts:
            after = [events[-1]["id"]] if events else heads(log)
            events.append(new_event(log, request, request.args["match"], kind, data, after))
    except Refused as why:
        return PageResult(redirect_to=f"{redirect_to}?refused={why.code}")
    return PageResult(events=events, redirect_to=f"{redirect_to}?saved={events[-1]['id']}" if events else redirect_to)


def new_event(
    log: Log,
    request: PageRequest,
    match: str | None,
    kind: str,
    data: dict[str, Any],
    after: list[str] | None,
    *,
    id: str = "",
    at: str = "",
) -> Event:
    """Return the event of a button or a form. Raise `Refused` if the log cannot take it."""
    event = {
        "id": id or request.new_ids.pop(),
        "match": match,
        "kind": kind,
        "data": data,
        "after": after,
        "at": at or request.now,
    }
    validate_for_log(log, event)
    return event


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
    acts = undo_data(before, old["kind"], old.get("data") or {})
    later = [event["kind"] for event in log.events[number + 1 :]]
    if old["kind"] == "deal" and before.is_closed and not [kind for kind in later if kind in OPENING]:
        acts.append(("finish", {}))  # only this round had opened the match again
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
    if kind == "reopen" and before.entered_totals is not None:
        return [("finish", {"totals": before.entered_totals})]
    return [(opposite, {}) for known, opposite in OPPOSITES if kind == known]
