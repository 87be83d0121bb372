"""From a form or a button of a match to its events. Both hosts build them here, and validate them as the server will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_round
from games.match.deals import same_answers
from games.match.errors import Refused
from games.match.log import Log, fold_events
from games.match.validation import validate_for_log
from games.pages.entry.blocks import keep_open
from games.pages.entry.entry import Entry
from games.pages.entry.form_answers import FormAnswers, ParsedRound, answers_to_fields, is_empty
from games.pages.entry.keypad import press_key
from games.pages.entry.last_numbers import without_last_numbers
from games.pages.entry.pile import open_pile
from games.pages.entry.position import Position, heads
from games.pages.entry.recorded import has_answers, is_saved, is_sent
from games.pages.request import Form, PageResult, reverse
from games.rules.judge import judge_answers
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
RESTORED = "restored"  # the field of a form with a restored draft


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
        is_started_again = self.is_new and not self.is_late and position.number < len(opened.sheet.rows)
        self.is_repeated = is_started_again or (request.name == "table" and was_amended(opened.log, stored, position))
        is_struck = stored is not None and stored.is_struck
        self.is_struck = request.name == "round" and is_struck
        # On the table: the response to the save was lost, or the round was saved for now.
        self.is_struck_meanwhile = request.name == "table" and is_struck
        row = position.stored_row
        self.corrects = row is not None and row.complete
        answers = (self.entry.answers, self.entry.entered)
        self.is_unsaved = stored is None or not any(same_answers(stored.answers, one) for one in answers)
        self.is_restored = form.has(RESTORED) and self.corrects and self.is_unsaved
        self.problem: Words | None = None  # about the round, not about one question
        self.saved = saved_before(opened.log, request)
        has_nothing = is_empty(position.lineup.setup, form)
        # Once all is erased, the entry is about another round.
        self.undone = "" if has_nothing else undone_round(opened.log, request)
        keys = position.lineup.keys
        # The people on the seats when the entry began. The numbers belong to them.
        self.seated = [] if has_nothing else form.all("seat")
        self.is_reseated = any(keys[seat : seat + 1] != [key] for seat, key in enumerate(self.seated))
        self.seated = self.seated or keys


def undone_round(log: Log, request: PageRequest) -> str:
    """Return the id of the crossed-out round whose answers came into the form, or ""."""
    undone = just_undone(log, request) if request.form is None else request.form.get(UNDONE)
    return undone if undone in log.by_id and log.by_id[undone].is_struck else ""


def restored_round(log: Log, form: Form) -> RecordedDeal | None:
    """Return the round that was undone into the form, if it counts again: someone has restored it. The form is about it then."""
    known = log.by_id.get(form.get(UNDONE))
    return None if known is None or known.is_struck else known


def is_as_recorded(opened: OpenMatch, request: PageRequest, known: RecordedDeal) -> bool:
    """Return whether the form has the recorded answers of a round."""
    assert request.form is not None
    return has_answers(request.form, position_of(opened, request, known), known.answers)


def saved_before(log: Log, request: PageRequest) -> str:
    """Return the id of the last event if it was saved right before the form, whose page had its notice. Otherwise ""."""
    is_undo = request.query.has("undo") or request.query.has(UNDONE)
    id = "" if request.name != "table" or is_undo else (request.form or request.query).get("saved")
    return id if id == log.events[-1]["id"] else ""


def was_amended(log: Log, deal: RecordedDeal | None, position: Position) -> bool:
    """Return whether others have changed the answers of a round that counts since the page displayed it."""
    seen = log.causality.seen_by(position.after)
    if deal is None or deal.is_struck or seen is None:
        return False
    return bool([place for place in deal.since if not seen >> place & 1])


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
    if request.form.get("press") == DISCARD:
        return discard(opened, request, position, page)
    is_restored = request.form.get("press") == DRAFT_RESTORED
    if is_restored and (is_sent(opened, request.form, position) or is_saved(opened, request.form, position)):
        return PageResult(redirect_to=reverse(request.name, request.args))  # a page without the draft
    if request.form.has("press") and is_saved(opened, request.form, position):
        return PageResult(redirect_to=f"{reverse('table', {'match': opened.match})}?saved={position.event}")
    if request.form.has("press"):
        return page(preview(opened, request, position), 200)
    saved = save(opened, request, position)
    return saved if isinstance(saved, PageResult) else page(saved, 422)


def discard(
    opened: OpenMatch, request: PageRequest, position: Position, page: Callable[[RoundForm, int], PageResult]
) -> PageResult:
    """Return the page of a round with its stored answers. The table goes on with the next round."""
    request.form = None
    known = opened.log.by_id.get(position.deal)
    if request.name == "table" and not opened.sheet.finished and opened.has_room:
        position = next_position(opened, request)
        opened.entered = position.number
    elif request.name != "table" and known is not None:
        position = position_of(opened, request, known)
    else:
        return PageResult(redirect_to=reverse(request.name, request.args))
    return page(RoundForm(opened, request, position, first_form(opened, request, position)), 200)


def preview(opened: OpenMatch, request: PageRequest, position: Position) -> RoundForm:
    """Return the entry after a key. The empty key (digits were typed) and DRAFT_RESTORED only show the points."""
    assert request.form is not None
    deal = position.sheet.new_deal(position.number, position.lineup)
    judge_answers(deal, FormAnswers(deal.setup, request.form).answers)
    press_key(request.form, request.form.get("press"), deal)
    if request.form.get("press") == DRAFT_RESTORED:
        request.form.set(RESTORED, "1")
    return RoundForm(opened, request, position, request.form)


def save(opened: OpenMatch, request: PageRequest, position: Position) -> PageResult | RoundForm:
    """Return the event with a redirect, or the entry again with its problems."""
    assert request.form is not None
    home = reverse("table", {"match": opened.match})
    saved = saved_before(opened.log, request) if request.form.has("saved") else ""
    destination = f"{home}?saved={saved}" if saved else home
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
