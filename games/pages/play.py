"""The main page of a match: the standing, the entry of the round and the sheet. After the end, its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_match
from games.display.rows import DisplayedSheet
from games.match.event_fields import is_id
from games.match.times import event_time, microseconds
from games.pages.entry import saving, undoing
from games.pages.entry.form_answers import is_empty
from games.pages.entry.position import Position
from games.pages.notices import notice
from games.pages.request import LIVE, ROUND, PageResult, reverse, unavailable
from games.pages.result_page import MatchResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.match.log import Log
    from games.pages.entry.saving import RoundForm
    from games.pages.request import PageData, PageRequest

SECOND_TAP = 2_000_000  # microseconds; times of events have whole seconds


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None:
        return unavailable(stored)
    round = None
    if opened.can_write and not opened.sheet.finished and not opened.is_deleted:
        position = saving.next_position(opened, request)
        opened.entered = position.number
        round = saving.RoundForm(opened, request, position, saving.first_form(opened, request, position))
    opened.notice = notice(opened, request)
    return page(opened, request, round)


def write(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None or request.form is None:
        return unavailable(stored)
    if request.form.has("undo"):
        return undoing.undo(opened, request)
    id = request.form.get("deal")  # from the page: of a recorded round, or of a new one
    known = opened.log.by_id.get(id)
    if request.form.has(saving.UNDONE):
        known = saving.restored_round(opened.log, request.form) or known
    if known is not None and known.id != id and has_nothing_else(opened, request, known):
        if not request.form.has("press"):
            return PageResult(redirect_to=reverse("table", {"match": opened.match}))
        request.form = None  # the answers are on the sheet again, so the page goes on with the next round
        return show(stored, request)
    if known is not None:
        position = saving.position_of(opened, request, known)
    else:
        # Others may have recorded this round since the page displayed it. It stays the round that someone began to enter,
        # unless nothing is entered yet and a script asks for the form.
        number = len(opened.sheet.rows)
        named = [id for id in request.form.all("after") if is_id(id)]
        has_all = all(id in opened.log.causality.places for id in named)
        seen = opened.log.causality.seen_by(named if named and has_all else None)
        begun = number if seen is None else min(number, count_seen(opened.log, seen))
        is_asking = request.form.has("press") and request.form.get("press") in ("", saving.DRAFT_RESTORED)
        if begun != number and is_asking and is_empty(opened.sheet.lineup_of(begun).setup, request.form):
            request.form = None
            return show(stored, request)
        number = begun
        position = Position(opened, request, number, id if is_id(id) else request.new_ids.pop(), "deal")
    opened.entered = position.number
    if request.form.has("saved") and is_second_tap(opened, request, position.number):
        home = reverse("table", {"match": opened.match})
        return PageResult(redirect_to=f"{home}?saved={request.form.get('saved')}")
    return saving.handle_post(
        opened, request, position, lambda round, status: page_of_form(opened, request, round, status)
    )


def count_seen(log: Log, seen: int) -> int:
    """Return how many rounds counted on the page that had seen these events.

    Another phone may have sent a round since, beside which one of them was set aside, and perhaps crossed out.
    """
    others = [deal for deal in log.deals if deal.originals and not deal.counts and seen >> deal.place & 1]
    return bin(log.counted_bits & seen).count("1") + len([deal for deal in others if not deal.originals & seen])


def is_second_tap(opened: OpenMatch, request: PageRequest, number: int) -> bool:
    """Return whether an empty form was saved right after a round, as by the second tap of a double tap."""
    saved = saving.saved_before(opened.log, request)
    if request.form is None or not saved or request.form.has("press"):
        return False
    if not is_empty(opened.sheet.lineup_of(number).setup, request.form):
        return False
    return 0 <= microseconds(request.now) - event_time(opened.log.events[-1]) <= SECOND_TAP


def page_of_form(opened: OpenMatch, request: PageRequest, round: RoundForm, status: int) -> PageResult:
    """Return the page after a key or a refused save. The notice of the save before stays until something is entered."""
    if round.saved and not round.entry.answers:
        request.query.set("saved", round.saved)
        opened.notice = notice(opened, request)
    return page(opened, request, round, status)


def has_nothing_else(opened: OpenMatch, request: PageRequest, known: RecordedDeal) -> bool:
    """Return whether the form of an undone round that counts again has its recorded answers, or none."""
    assert request.form is not None
    setup = saving.position_of(opened, request, known).lineup.setup
    return is_empty(setup, request.form) or saving.is_as_recorded(opened, request, known)


def page(opened: OpenMatch, request: PageRequest, round: RoundForm | None, status: int = 200) -> PageResult:
    if round is not None and request.fragment == ROUND:
        return PageResult("pages/_round.html", {"table": opened, "round": round}, status=status)
    is_over = opened.sheet.finished and round is None
    result = MatchResult(opened, request.new_ids.pop()) if is_over else None
    context = {"table": opened, "round": round, "displayed_sheet": DisplayedSheet(opened), "result": result}
    if request.fragment == LIVE and result is None:
        return PageResult("pages/_live.html", context, status=status)
    return PageResult("pages/end.html" if result else "pages/table.html", context, status=status)


def wall(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    return unavailable(stored) if opened is None else PageResult("pages/wall.html", {"table": opened})
