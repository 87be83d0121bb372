"""Starting a match: every tap comes back with the page, until all is there to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import READER
from games.match.errors import Refused
from games.match.events import strip_spaces
from games.match.log import Log
from games.match.validation import validate_for_log
from games.pages.new_events import event
from games.pages.request import Form, PageResult
from games.pages.routes import reverse
from games.pages.start import past_start
from games.pages.start.previous_setup import BY_HAND, last_game, reuse_options, reuse_seats, seat_together
from games.pages.start.seating import NEW, SeatingForm, fill_seats, name_problem, seat_values
from games.rules import catalogue
from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.match.log import Event
    from games.pages.request import PageData, PageRequest

PART = "new-match"


def show(stored: PageData, asked: PageRequest) -> PageResult:
    if asked.role == READER:
        return PageResult(status=403)
    form = Form(())
    if asked.query.has("seat-0"):
        seat_together(form, asked.query)
    else:
        reuse_seats(stored, form, asked.query.get("game") or last_game(stored))
    past_start.read_past_start(form, asked.query)
    return page(SeatingForm(stored, form), asked)


def page(seating: SeatingForm, asked: PageRequest, status: int = 200) -> PageResult:
    context = {"seating": seating, "games": catalogue.GAMES}
    return PageResult("table/_new.html" if asked.part == PART else "table/new.html", context, status=status)


def press_or_start(stored: PageData, asked: PageRequest) -> PageResult:
    assert asked.form is not None
    reuse_options(stored, asked.form)
    return press(stored, asked) if asked.form.has("press") else start(stored, asked)


def press(stored: PageData, asked: PageRequest) -> PageResult:
    form, game = asked.form, ""
    assert form is not None
    game, what = form.get("game"), form.get("press")
    if form.get("seated") not in ("", BY_HAND, game):
        reuse_seats(stored, form, game)
    seating = SeatingForm(stored, form)
    if what[:4] == "name" and not seating.is_full:
        return add_new(stored, asked, seating, what[5:] or form.get("new_player"))
    values = seat_values(form)
    if what[:4] == "sit:" and what[4:] not in values and not seating.is_full:
        values.append(what[4:])
    elif what[:6] == "stand:":
        values = [value for number, value in enumerate(values) if str(number) != what[6:]]
        next_dealer(form, what[6:], len(values))
    elif what == "turn":
        values = values[1:] + values[:1]
    elif what == "draw" and values:
        form.put("first_dealer", str(int(asked.fresh()[:6], 16) % len(values)))
    if values != seat_values(form):
        form.put("seated", BY_HAND)
        fill_seats(form, values)
    return page(SeatingForm(stored, form), asked)


def next_dealer(form: Form, left: str, count: int) -> None:
    """Whoever was to deal still is; where that one has left, the next one."""
    dealer = form.get("first_dealer")
    seats = [str(number) for number in range(count + 1)]
    if count and dealer in seats and left in seats:
        moved = int(dealer) - (1 if int(left) < int(dealer) else 0)
        form.put("first_dealer", str(moved % count))


def add_new(stored: PageData, asked: PageRequest, seating: SeatingForm, called: str) -> PageResult:
    """Somebody who has not played here before. The field may hold the next one by now."""
    form = asked.form
    assert form is not None
    name = strip_spaces(called)
    why = name_problem(name, seating)
    if why is None:
        form.put("seated", BY_HAND)
        fill_seats(form, seat_values(form) + [NEW + name])
        if form.get("new_player") == called:
            form.put("new_player", "")
        seating = SeatingForm(stored, form)
    else:
        seating.problems.append(("name", why))
    return page(seating, asked, status=422 if why else 200)


def start(stored: PageData, asked: PageRequest) -> PageResult:
    """Whoever is new becomes a player of the circle; then the match begins."""
    form = asked.form
    assert form is not None
    name = form.get("new_player")
    seating = SeatingForm(stored, form)
    if strip_spaces(name) and not seating.is_full:
        added = add_new(stored, asked, seating, name)  # typed, but not added: it was meant to be
        if added.status != 200:
            return added
        seating = SeatingForm(stored, form)
    for seat in seating.seats:
        why = name_problem(strip_spaces(seat.name), SeatingForm(stored, Form(())))
        if why is not None:
            seating.problems.append(("seats", why))
    if seating.game is None:
        seating.problems.append(("game", Words(_("Which game do you play?"))))
    elif not seating.is_ready:
        seating.problems.append(("seats", seating.wrong_count))
    at = ""
    try:
        at = past_start.began(form, asked)
    except Refused as refused:
        seating.problems.append(("when", refused.words))
    if seating.problems:
        return page(seating, asked, status=422)
    match = asked.fresh()
    try:
        events = starting(seating, asked, match, at)
    except Refused as refused:
        seating.problems.append(("seats", refused.words))
        return page(seating, asked, status=422)
    return PageResult(events=events, go=reverse("table", {"match": match}))


def starting(seating: SeatingForm, asked: PageRequest, match: str, at: str) -> list[Event]:
    assert seating.game is not None
    found, players = [], []
    for seat in seating.seats:
        id = asked.fresh() if seat.is_new else seat.value
        players.append({"id": id, "name": seat.name})
        if seat.is_new:
            found.append(event(asked, "player", None, {"player": id, "name": seat.name}, None))
    data = {
        "game": seating.game.key,
        "options": seating.options,
        "players": players,
        "first_dealer": seating.first_dealer,
    }
    begun = event(asked, "start", match, data, []) | {"at": at}
    validate_for_log(Log(), begun)
    return found + [begun]
