"""What is seldom needed: wrong seats, other house rules, an early end, deleting; and who did what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _
from games.table import saving, written
from games.table.addresses import path_of
from games.table.asked import Answer, Form
from games.table.door import Refused
from games.table.house_rules import shown_options, spelt
from games.table.notices import notice
from games.table.open import nothing, opened
from games.table.seating import start_fields
from games.table.summary import name_of

if TYPE_CHECKING:
    from typing import Any

    from games.table.asked import Asked, Stored
    from games.table.log import Event
    from games.table.open import Open

ACTS = ("finish", "reopen", "delete", "undelete")
MOST_TOLD = 100
DONE = (
    ("start", _("Began the match")),
    ("deal", _("Wrote a round down")),
    ("amend", _("Put a round right")),
    ("strike", _("Struck a round")),
    ("restore", _("Let a round count again")),
    ("settle", _("Settled what was written twice")),
    ("options", _("Changed the house rules")),
    ("seats", _("Put the seats right")),
    ("finish", _("Finished the match")),
    ("reopen", _("Took the match up again")),
    ("delete", _("Deleted the match")),
    ("undelete", _("Brought the match back")),
)


class Done:
    """Something in the history of the match."""

    def __init__(self, event: Event) -> None:
        texts = [text for kind, text in DONE if kind == event["kind"]]
        self.what = Words(texts[0] if texts else str(event["kind"]))
        self.at = str(event.get("at") or "")
        self.by = str((event.get("by") or {}).get("name") or "")


class Seat:
    def __init__(self, name: str, chosen: int) -> None:
        self.name = name  # of the field
        self.chosen = chosen


def show(stored: Stored, asked: Asked) -> Answer:
    found = opened(stored, asked)
    if found is None:
        return nothing(stored)
    found.notice = notice(found, asked)
    log = found.log
    form = Form(start_fields(log.game, log.players, log.options, log.first_dealer))
    order = [str(number) for number in range(len(log.players))]
    return page(found, form, order, str(log.first_dealer), [])


def page(
    found: Open, form: Form, order: list[str], dealer: str, problems: list[tuple[str, Words]], status: int = 200
) -> Answer:
    log = found.log
    context = {
        "table": found,
        "names": [name_of(player) for player in log.players],
        "order": order,
        "dealer": dealer,
        "options": shown_options(found.game, form, len(log.players)),
        "problems": problems,
        "history": [Done(event) for event in list(reversed(log.events))[:MOST_TOLD]],
        "hidden": max(0, len(log.events) - MOST_TOLD),
    }
    return Answer("table/more.html", context, status=status)


def write(stored: Stored, asked: Asked) -> Answer:
    found, form = opened(stored, asked), asked.form
    if found is None or form is None:
        return nothing(stored)
    go = path_of("table", {"match": found.match})
    for kind in ACTS:
        if form.get("act") == kind:
            return saving.act(
                found.log, asked, kind, {}, path_of("more", {"match": found.match}) if kind == "delete" else go
            )
    if form.get("act") == "seats":
        return write_seats(found, asked, go)
    if form.get("act") == "options":
        return write_options(found, asked, go)
    if form.has("undo"):
        return saving.undo(found, asked)
    return Answer(go=go)


def write_seats(found: Open, asked: Asked, go: str) -> Answer:
    """Everybody once, in another order, or another first dealer."""
    log, form = found.log, asked.form
    assert form is not None
    known = [str(number) for number in range(len(log.players))]
    order = [form.get(f"seat-{number}") for number in known]
    dealer = form.get("first_dealer")
    if sorted(order) != sorted(known):
        words = Words(_("Everybody sits once: somebody is here twice."))
        fields = Form(start_fields(log.game, log.players, log.options, log.first_dealer))
        return page(found, fields, order, dealer, [("seats", words)], status=422)
    players = [log.players[int(place)] for place in order]
    first = int(dealer) if dealer in known else log.first_dealer
    return do(found, asked, "seats", {"players": players, "first_dealer": first}, go)


def write_options(found: Open, asked: Asked, go: str) -> Answer:
    log, form = found.log, asked.form
    assert form is not None
    options, problems = spelt(found.game, form, len(log.players))
    if problems:
        order = [str(number) for number in range(len(log.players))]
        return page(found, form, order, str(log.first_dealer), problems, status=422)
    if options == {name: log.options[name] for name in log.options if log.options[name] != default(found, name)}:
        return Answer(go=go)
    return do(found, asked, "options", {"options": options}, go)


def default(found: Open, name: str) -> Any:
    return next(option.default for option in found.game.options if option.name == name)


def do(found: Open, asked: Asked, kind: str, data: dict[str, Any], go: str) -> Answer:
    """An event that can be refused, with the reason on the page."""
    try:
        event = written.act(found.log, asked, kind, data, found.ends)
    except Refused as refused:
        log = found.log
        form = Form(start_fields(log.game, log.players, log.options, log.first_dealer))
        order = [str(number) for number in range(len(log.players))]
        return page(found, form, order, str(log.first_dealer), [(kind, refused.words)], status=422)
    return Answer(events=[event], go=f"{go}?saved={event['id']}")
