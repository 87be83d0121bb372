"""What is seldom needed: wrong seats, other house rules, an early end, deleting; and who did what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.history_lines import match_history
from games.display.options import changed_options
from games.match.errors import Refused
from games.match.summary import name_of
from games.pages import new_events
from games.pages.entry import saving
from games.pages.notices import notice
from games.pages.open import requested_match, unavailable
from games.pages.request import Form, PageResult
from games.pages.routes import reverse
from games.pages.start.house_rules import parse_options, shown_options
from games.pages.start.seating import rule_fields
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.pages.request import PageData, PageRequest

ACTS = ("finish", "reopen", "delete", "undelete")
MOST_TOLD = 100


class SettingsForm:
    """What stands in the forms of the page: what holds for the match, or what was sent and cannot be."""

    def __init__(self, found: OpenMatch) -> None:
        log = found.log
        self.names = [name_of(player) for player in log.players]
        self.order = [str(number) for number in range(len(log.players))]
        self.dealer = str(log.first_dealer)
        self.rules = Form(rule_fields(log.options))
        self.problems: list[tuple[str, Words]] = []  # of which form, or of which house rule


def show(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    if found is None:
        return unavailable(stored)
    found.notice = notice(found, asked)
    return page(found, SettingsForm(found))


def page(found: OpenMatch, more: SettingsForm) -> PageResult:
    steps = match_history(found)
    context = {
        "table": found,
        "more": more,
        "options": shown_options(found.game, more.rules, len(more.names)),
        "problems": more.problems,
        "steps": steps[:MOST_TOLD],
        "hidden": len(steps[MOST_TOLD:]),
    }
    return PageResult("table/more.html", context, status=422 if more.problems else 200)


def write(stored: PageData, asked: PageRequest) -> PageResult:
    found, form = requested_match(stored, asked), asked.form
    if found is None or form is None:
        return unavailable(stored)
    act = form.get("act")
    if act in ACTS:
        here = reverse("more" if act == "delete" else "table", {"match": found.match})
        return saving.save_event(found.log, asked, act, {}, here)
    if act == "seats":
        return write_seats(found, asked, form)
    if act == "options":
        return write_options(found, asked, form)
    if form.has("undo"):
        return saving.undo(found, asked)
    return PageResult(go=reverse("table", {"match": found.match}))


def write_seats(found: OpenMatch, asked: PageRequest, form: Form) -> PageResult:
    """Everybody once, in another order, or another first dealer."""
    more = SettingsForm(found)
    known, more.dealer = more.order, form.get("first_dealer")
    more.order = [form.get(f"seat-{number}") for number in known]
    if sorted(more.order) != sorted(known):
        more.problems.append(("seats", Words(_("Everybody sits once: somebody is here twice."))))
        return page(found, more)
    players = [found.log.players[int(place)] for place in more.order]
    first = int(more.dealer) if more.dealer in known else found.log.first_dealer
    return do(found, asked, "seats", {"players": players, "first_dealer": first}, more)


def write_options(found: OpenMatch, asked: PageRequest, form: Form) -> PageResult:
    more = SettingsForm(found)
    more.rules = form
    options, more.problems = parse_options(found.game, form, len(more.names))
    if more.problems:
        return page(found, more)
    if options == changed_options(found):
        return PageResult(go=reverse("table", {"match": found.match}))
    return do(found, asked, "options", {"options": options}, more)


def do(found: OpenMatch, asked: PageRequest, kind: str, data: dict[str, Any], more: SettingsForm) -> PageResult:
    """An event that can be refused, with the reason on the page."""
    try:
        event = new_events.checked_event(found.log, asked, kind, data, found.ends)
    except Refused as refused:
        more.problems.append((kind, refused.words))
        return page(found, more)
    return PageResult(events=[event], go=f"{reverse('table', {'match': found.match})}?saved={event['id']}")
