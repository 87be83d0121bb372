"""The settings of a match: seats, house rules, its end, deletion, and its history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.history_lines import match_history
from games.display.open_match import open_match
from games.display.options import changed_options
from games.match.errors import Refused
from games.match.lineups import name_of
from games.pages.entry import saving
from games.pages.notices import notice
from games.pages.request import Form, PageResult, reverse, unavailable
from games.pages.start.house_rules import option_fields, parse_options
from games.pages.start.seating import rule_fields
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.pages.request import PageData, PageRequest

ACTS = ("finish", "reopen", "delete", "undelete")


class SettingsForm:
    """The content of the forms: the values of the match, or values that were sent and refused."""

    def __init__(self, opened: OpenMatch) -> None:
        log = opened.log
        self.names = [name_of(player) for player in log.players]
        self.order = [str(number) for number in range(len(log.players))]
        self.dealer = str(log.first_dealer)
        self.rules = Form(rule_fields(log.options))
        self.problems: list[tuple[str, Words]] = []  # the form or house rule, and the sentence


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None:
        return unavailable(stored)
    opened.notice = notice(opened, request)
    return page(opened, SettingsForm(opened))


def page(opened: OpenMatch, form_state: SettingsForm) -> PageResult:
    lines, hidden = match_history(opened)
    context = {
        "table": opened,
        "more": form_state,
        "options": option_fields(opened.game, form_state.rules, len(form_state.names)),
        "problems": form_state.problems,
        "history": lines,
        "hidden": hidden,
    }
    return PageResult("pages/more.html", context, status=422 if form_state.problems else 200)


def write(stored: PageData, request: PageRequest) -> PageResult:
    opened, sent = open_match(stored.log, request.role), request.form
    if opened is None or sent is None:
        return unavailable(stored)
    act = sent.get("act")
    if act in ACTS:
        path = reverse("more" if act == "delete" else "table", {"match": opened.match})
        return saving.save_event(opened.log, request, act, {}, path)
    if act == "seats":
        return write_seats(opened, request, sent)
    if act == "options":
        return write_options(opened, request, sent)
    if sent.has("undo"):
        return saving.undo(opened, request)
    return PageResult(redirect_to=reverse("table", {"match": opened.match}))


def write_seats(opened: OpenMatch, request: PageRequest, sent: Form) -> PageResult:
    """Save another order of the players, or another first dealer. Everyone has one seat."""
    form_state = SettingsForm(opened)
    known, form_state.dealer = form_state.order, sent.get("first_dealer")
    form_state.order = [sent.get(f"seat-{number}") for number in known]
    if sorted(form_state.order) != sorted(known):
        form_state.problems.append(("seats", Words(_("Everybody sits once: somebody is here twice."))))
        return page(opened, form_state)
    players = [opened.log.players[int(place)] for place in form_state.order]
    first_dealer = int(form_state.dealer) if form_state.dealer in known else opened.log.first_dealer
    return save_or_explain(opened, request, "seats", {"players": players, "first_dealer": first_dealer}, form_state)


def write_options(opened: OpenMatch, request: PageRequest, sent: Form) -> PageResult:
    form_state = SettingsForm(opened)
    form_state.rules = sent
    options, form_state.problems = parse_options(opened.game, sent, len(form_state.names))
    if form_state.problems:
        return page(opened, form_state)
    if options == changed_options(opened):
        return PageResult(redirect_to=reverse("table", {"match": opened.match}))
    return save_or_explain(opened, request, "options", {"options": options}, form_state)


def save_or_explain(
    opened: OpenMatch, request: PageRequest, kind: str, data: dict[str, Any], form_state: SettingsForm
) -> PageResult:
    """Save the event, or show the page again with the reason why it was refused."""
    try:
        event = saving.new_event(opened.log, request, opened.match, kind, data, saving.heads(opened.log))
    except Refused as refused:
        form_state.problems.append((kind, refused.words))
        return page(opened, form_state)
    return PageResult(events=[event], redirect_to=f"{reverse('table', {'match': opened.match})}?saved={event['id']}")
