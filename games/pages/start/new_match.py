"""The page that starts a match. Every tap sends the form and gets the page again, until the match can start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import READER
from games.match.custom_games import RULES
from games.match.errors import Refused
from games.match.event_fields import is_id, strip_spaces
from games.match.log import Log
from games.pages.entry.saving import new_event
from games.pages.request import Form, PageResult, reverse
from games.pages.start import past_start
from games.pages.start.previous_setup import (
    BY_HAND,
    last_game,
    reuse_options,
    reuse_seats,
    seat_same_people,
    seat_started_players,
)
from games.pages.start.rematch import MATCH_ID, NEW
from games.pages.start.seating import (
    SeatingForm,
    fill_seats,
    name_problem,
    players_in_order,
    seat_values,
)
from games.rules.custom_game import base_key
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Event
    from games.pages.request import PageData, PageRequest

PART = "new-match"


def show(stored: PageData, request: PageRequest) -> PageResult:
    if request.role == READER:
        return PageResult(status=403)
    form = Form(())
    if request.query.has("seat-0"):
        seat_same_people(form, request.query)
    else:
        reuse_seats(stored, form, request.query.get("game") or last_game(stored))
    past_start.read_past_start(form, request.query)
    return page(SeatingForm(stored, form), request)


def page(seating: SeatingForm, request: PageRequest, status: int = 200) -> PageResult:
    if not is_id(seating.match):
        seating.form.set(MATCH_ID, request.new_ids.pop())
    context = {"seating": seating}
    return PageResult("pages/_new.html" if request.fragment == PART else "pages/new.html", context, status=status)


def press_or_start(stored: PageData, request: PageRequest) -> PageResult:
    assert request.form is not None
    reuse_options(stored, request.form)
    return press(stored, request) if request.form.has("press") else start(stored, request)


def press(stored: PageData, request: PageRequest) -> PageResult:
    form, game = request.form, ""
    assert form is not None
    game, what = form.get("game"), form.get("press")
    if form.get("seated") not in ("", BY_HAND, game):
        reuse_seats(stored, form, game)
    seating = SeatingForm(stored, form)
    if what[:4] == "name" and not seating.is_full:
        return add_new(stored, request, seating, what[5:] or form.get("new_player"))
    values = seat_values(form)
    if what[:4] == "sit:" and what[4:] not in values and not seating.is_full:
        values.append(what[4:])
    elif what[:6] == "stand:":
        values = [value for number, value in enumerate(values) if str(number) != what[6:]]
        keep_dealer(form, what[6:], len(values))
    elif what == "turn":
        values = values[1:] + values[:1]
    elif what == "swap":
        values = values[:1] + values[2:] + values[1:2]  # three turns of four players are all partners there can be
    elif what[:6] == "deals:" and what[6:] in [str(number) for number in range(len(values))]:
        form.set("first_dealer", what[6:])
    elif what == "draw" and values:
        form.set("first_dealer", str(int(request.new_ids.pop()[:6], 16) % len(values)))
    if values != seat_values(form):
        form.set("seated", BY_HAND)
        fill_seats(form, values)
    return page(SeatingForm(stored, form), request)


def keep_dealer(form: Form, leaver: str, count: int) -> None:
    """Keep the dealer after someone has left. If the dealer has left, choose the next player."""
    dealer = form.get("first_dealer")
    seats = [str(number) for number in range(count + 1)]
    if count and dealer in seats and leaver in seats:
        moved = int(dealer) - (1 if int(leaver) < int(dealer) else 0)
        form.set("first_dealer", str(moved % count))


def add_new(stored: PageData, request: PageRequest, seating: SeatingForm, typed_name: str) -> PageResult:
    """Seat a new player, or the known one of this name.

    The field is cleared only if it still contains this name: someone may have typed the next one already.
    """
    form = request.form
    assert form is not None
    name = strip_spaces(typed_name)
    why = name_problem(name, seating)
    if why is None:
        form.set("seated", BY_HAND)
        known = [id for id in players_in_order(stored) if seating.known[id] == name]
        fill_seats(form, seat_values(form) + (known[:1] or [NEW + name]))
        if form.get("new_player") == typed_name:
            form.set("new_player", "")
        seating = SeatingForm(stored, form)
    else:
        seating.problems.append(("name", why))
    return page(seating, request, status=422 if why else 200)


def start(stored: PageData, request: PageRequest) -> PageResult:
    """Add new players to the circle, then start the match."""
    form = request.form
    assert form is not None
    name = form.get("new_player")
    seating = SeatingForm(stored, form)
    if strip_spaces(name) and not seating.is_full:
        added = add_new(stored, request, seating, name)  # typed, but the button to add it was not pressed
        if added.status != 200:
            return added
        seating = SeatingForm(stored, form)
    for seat in seating.seats:
        why = name_problem(strip_spaces(seat.name), SeatingForm(stored, Form(())))
        if why is not None:
            seating.problems.append(("seats", why))
    if seating.game is None:
        seating.problems.append(("game", Words(_("Choose a game."))))
    elif not seating.is_ready:
        seating.problems.append(("seats", seating.wrong_count))
    at = ""
    try:
        at = past_start.start_time(form, request)
    except Refused as refused:
        seating.problems.append(("when", refused.words))
    if seating.problems:
        return page(seating, request, status=422)
    match = seating.match if is_id(seating.match) else request.new_ids.pop()
    started = find_match(stored, match)
    if started is not None and not seating.starts(started):
        form.set(MATCH_ID, request.new_ids.pop())  # the next press starts another match
        seat_started_players(form, started)
        seating = SeatingForm(stored, form)
        seating.started = started
        seating.problems.append(("started", Words(_("This match has already started."))))
        return page(seating, request, status=422)
    if started is not None:  # the answer to the same form was lost
        return PageResult(redirect_to=reverse("table", {"match": match}))
    try:
        events = start_events(seating, request, match, at)
    except Refused as refused:
        seating.problems.append(("seats", refused.words))
        return page(seating, request, status=422)
    return PageResult(events=events, redirect_to=reverse("table", {"match": match}))


def find_match(stored: PageData, match: str) -> dict[str, Any] | None:
    for summary in stored.matches:
        if summary["match"] == match:
            return dict(summary)
    return None


def start_events(seating: SeatingForm, request: PageRequest, match: str, at: str) -> list[Event]:
    """Return the events. The ids of the start and of new players follow from the match, so that none is stored twice."""
    assert seating.game is not None
    events, players = [], []
    for number, seat in enumerate(seating.seats):
        id = f"{match[:-2]}{number:02x}" if seat.is_new else seat.value
        players.append({"id": id, "name": seat.name})
        if seat.is_new:
            events.append(new_event(Log(), request, None, "player", {"player": id, "name": seat.name}, None))
    new = None if seating.new_game is None else seating.new_game.copied(match)
    copied = new or seating.custom_game
    if new is not None:
        rules = {name: seating.options[name] for name in RULES if name in seating.options}
        described = {name: new[name] for name in new if name != "id"} | {"custom_game": new["id"]} | rules
        events.append(new_event(Log(), request, None, "custom_game", described, None))
    copies: dict[str, Any] = {} if copied is None else {"custom_game": copied}
    data = copies | {
        "game": base_key(seating.game.key),
        "options": seating.options,
        "players": players,
        "first_dealer": seating.first_dealer,
    }
    return events + [new_event(Log(), request, match, "start", data, [], id=match, at=at)]
