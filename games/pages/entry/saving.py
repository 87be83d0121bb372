"""Writing a round down, or putting one right: from the form of the entry to its event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_round
from games.match.deals import same_answers
from games.match.errors import Refused
from games.match.events import is_id
from games.pages import new_events
from games.pages.entry.entry import Entry
from games.pages.entry.form_answers import answers_to_fields as fields_of
from games.pages.entry.keypad import press_key
from games.pages.entry.parsed_round import ParsedRound, Position
from games.pages.request import Form, PageResult
from games.pages.routes import reverse
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.match.log import Event, Log
    from games.pages.new_events import Act
    from games.pages.request import PageRequest

KEPT = "kept"  # what a page presses that brings a half-typed round back


class RoundForm:
    """The entry on a page, with the ids that make saving it twice the same as once."""

    def __init__(
        self, opened: OpenMatch, asked: PageRequest, position: Position, form: Form, *, saving: bool = False
    ) -> None:
        stored = opened.log.by_id.get(position.deal)
        self.entry = Entry(opened.sheet, position, form, stored=stored is not None, saving=saving)
        self.action = reverse(asked.name, asked.args)
        self.deal = position.deal
        self.number = position.number + 1
        self.event = event_id(asked, form)
        self.after = [id for id in form.all("after") if is_id(id)] or opened.ends
        self.draft = f"{opened.match}/{position.deal if position.kind == 'amend' else position.follows or 'next'}"
        self.is_new = position.kind == "deal"
        self.is_fresh = asked.form is None  # nobody has typed anything yet
        self.is_late = position.follows != ""
        self.problem: Words | None = None  # of the whole round


def event_id(asked: PageRequest, form: Form) -> str:
    """Of the event that saves a form."""
    return form.get("event") if is_id(form.get("event")) else asked.fresh()


def next_position(opened: OpenMatch, asked: PageRequest) -> Position:
    """The round that is open, else the one to come."""
    number = open_round(opened.sheet)
    if number is None or asked.query.has("next"):
        return Position(opened.sheet, len(opened.sheet.rows), asked.fresh(), "deal")
    return position_of(opened, opened.log.counting()[number])


def position_of(opened: OpenMatch, deal: RecordedDeal) -> Position:
    """Where a recorded round stands, or would stand if it counted."""
    return Position(opened.sheet, opened.log.number_before(deal), deal.id, "amend")


def asked_position(opened: OpenMatch, asked: PageRequest) -> Position:
    """The round that a form is about: one that is recorded, or a new one with the id that the page has made."""
    assert asked.form is not None
    id = asked.form.get("deal")
    known = opened.log.by_id.get(id)
    if known is not None:
        return position_of(opened, known)
    return Position(opened.sheet, len(opened.sheet.rows), id if is_id(id) else asked.fresh(), "deal")


def first_form(opened: OpenMatch, position: Position) -> Form:
    """What is on the sheet already."""
    known = opened.log.by_id.get(position.deal)
    return Form(fields_of(opened.sheet.match, known.answers if known else {}))


def handle_post(
    opened: OpenMatch, asked: PageRequest, position: Position, page: Callable[[RoundForm, int], PageResult]
) -> PageResult:
    """A key changes what is typed; everything else saves it. `page` shows it again."""
    assert asked.form is not None
    if asked.form.get("press") == KEPT and is_recorded(opened, asked.form):
        return PageResult(go=reverse(asked.name, asked.args))
    if asked.form.has("press"):
        return page(preview(opened, asked, position), 200)
    saved = save(opened, asked, position)
    return saved if isinstance(saved, PageResult) else page(saved, 422)


def is_recorded(opened: OpenMatch, form: Form) -> bool:
    """Whether the event that this page has made is on the sheet already."""
    return form.get("event") in opened.log.knowledge.places


def preview(opened: OpenMatch, asked: PageRequest, position: Position) -> RoundForm:
    """The entry after a key; an empty one changes nothing: the page only wants to know what it is worth."""
    assert asked.form is not None
    press_key(asked.form, asked.form.get("press"), opened.sheet.match)
    return RoundForm(opened, asked, position, asked.form)


def save(opened: OpenMatch, asked: PageRequest, position: Position) -> PageResult | RoundForm:
    """The event to store and where to go, or the entry again with what is wrong."""
    assert asked.form is not None
    home = reverse("table", {"match": opened.match})
    done = home
    if is_recorded(opened, asked.form):
        done = f"{home}?saved={asked.form.get('event')}"  # its answer may have been lost
        asked.form.put("event", "")  # sent twice, or the page has come back from the browser's memory
    filled = ParsedRound(opened.sheet, position, asked.form)
    answers = filled.typed.answers
    if filled.is_wrong:
        return with_problems(opened, asked, position)
    if not answers:
        return with_problems(opened, asked, position, Words(_("Nothing is entered yet.")))
    known = opened.log.by_id.get(position.deal)
    if known is not None and asked.name == "table" and known.is_struck:
        return revise_round(opened, asked, known, answers, home)
    if known is not None and same_answers(known.answers, answers):
        return PageResult(go=done)
    data = {"deal": position.deal, "answers": answers}
    if position.follows:
        data["before"] = position.follows
    asked.form.put("event", event_id(asked, asked.form))
    try:
        event = new_events.event_from_form(opened.log, asked, position.kind, data)
    except Refused as why:
        return with_problems(opened, asked, position, why.words)
    return PageResult(events=[event], go=f"{home}?saved={event['id']}")


def with_problems(opened: OpenMatch, asked: PageRequest, position: Position, problem: Words | None = None) -> RoundForm:
    """The entry again, with all that is wrong with it."""
    assert asked.form is not None
    found = RoundForm(opened, asked, position, asked.form, saving=True)
    found.problem = problem
    return found


def revise_round(
    opened: OpenMatch, asked: PageRequest, deal: RecordedDeal, answers: dict[str, Any] | None, go: str
) -> PageResult:
    """That a round was so, or None: that it is struck. By somebody who has seen all that is here."""
    acts: list[Act] = []
    if answers is None:
        acts.append(("strike", {"deal": deal.id}))
    else:
        if deal.is_struck:
            acts.append(("restore", {"deal": deal.id}))
        if not deal.is_struck or not same_answers(deal.answers, answers):
            acts.append(("amend", {"deal": deal.id, "answers": answers}))
    return save_events(opened.log, asked, acts, go)


def undo(opened: OpenMatch, asked: PageRequest) -> PageResult:
    """Take back what was done; done again, it is done again."""
    assert asked.form is not None
    home = reverse("table", {"match": opened.match})
    return save_events(opened.log, asked, new_events.undo_events(opened.log, asked.form.get("undo")), home)


def save_event(log: Log, asked: PageRequest, kind: str, data: dict[str, Any], go: str) -> PageResult:
    """One event by a button, and where to go then; where it cannot be, nothing is changed."""
    return save_events(log, asked, [(kind, data)], go)


def save_events(log: Log, asked: PageRequest, acts: Sequence[Act], go: str) -> PageResult:
    """One after the other, by somebody who has seen all that is here."""
    events: list[Event] = []
    try:
        for kind, data in acts:
            after = [events[-1]["id"]] if events else log.knowledge.ends()
            events.append(new_events.checked_event(log, asked, kind, data, after))
    except Refused:
        return PageResult(go=go)
    return PageResult(events=events, go=f"{go}?saved={events[-1]['id']}" if events else go)
