"""The page of a round: its reasons, history and corrections. The decisions on the page of the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.history_lines import round_history
from games.display.open_match import open_match
from games.display.rows import DisplayedSheet
from games.match.deals import conflicting_answers
from games.match.event_fields import is_id
from games.pages.entry import saving, undoing
from games.pages.request import ROUND, PageResult, reverse, unavailable

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.pages.entry.saving import RoundForm
    from games.pages.request import PageData, PageRequest


def settle(stored: PageData, request: PageRequest) -> PageResult:
    """Settle duplicates, or a conflict of two corrections of a round."""
    opened = open_match(stored.log, request.role)
    if opened is None or request.form is None:
        return unavailable(stored)
    path = reverse("sheet", {"match": opened.match})
    if request.form.has("version"):
        return choose(opened, request, path)
    ids_to_keep, ids_to_strike = deals_in_button(request, "keep:"), deals_in_button(request, "strike:")
    if not ids_to_keep and not ids_to_strike:
        return PageResult(redirect_to=path)
    return saving.save_event(opened.log, request, "settle", {"keep": ids_to_keep, "strike": ids_to_strike}, path)


def deals_in_button(request: PageRequest, prefix: str) -> list[str]:
    """Return the ids behind a prefix in the value of the button: "keep:… strike:…"."""
    assert request.form is not None
    words = request.form.get("settle").split(" ")
    return [word[len(prefix) :] for word in words if word[: len(prefix)] == prefix and is_id(word[len(prefix) :])]


def choose(opened: OpenMatch, request: PageRequest, path: str) -> PageResult:
    """Settle a conflict: save the chosen version once more, after all others."""
    assert request.form is not None
    deal = opened.log.by_id.get(request.form.get("deal"))
    versions = [] if deal is None else conflicting_answers(opened.log, deal)
    if deal is None or request.form.get("versions") != str(len(versions)):
        return PageResult(redirect_to=path)  # another version has arrived since
    for number, answers in enumerate(versions):
        if str(number) == request.form.get("version"):
            return saving.revise_round(opened, request, deal, answers, path)
    return PageResult(redirect_to=path)


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened, deal = requested_round(stored, request)
    if opened is None or deal is None:
        return PageResult(status=404)
    if not opened.can_write:
        return page(opened, request, deal, None)
    position = saving.position_of(opened, request, deal)
    return page(
        opened, request, deal, saving.RoundForm(opened, request, position, saving.first_form(opened, request, position))
    )


def requested_round(stored: PageData, request: PageRequest) -> tuple[OpenMatch | None, RecordedDeal | None]:
    opened = open_match(stored.log, request.role)
    return opened, None if opened is None else opened.log.by_id.get(request.args["deal"])


def page(
    opened: OpenMatch, request: PageRequest, deal: RecordedDeal, round: RoundForm | None, status: int = 200
) -> PageResult:
    """Return the page of one round. For an inserted round `deal` is the one after it."""
    if request.fragment == ROUND and round is not None:
        return PageResult("pages/_round.html", {"table": opened, "round": round}, status=status)
    is_late = round is not None and round.is_late
    rows = [] if is_late else [row for row in DisplayedSheet(opened).rows if row.deal == deal.id]
    lines, hidden = ([], 0) if is_late else round_history(opened, deal)
    context = {
        "table": opened,
        "round": round,
        "deal": deal,
        "row": rows[0] if rows else None,
        "history": lines,
        "hidden": hidden,
    }
    return PageResult("pages/round.html", context, status=status)


def write(stored: PageData, request: PageRequest) -> PageResult:
    opened, deal = requested_round(stored, request)
    if opened is None or deal is None or request.form is None:
        return PageResult(status=404)
    path = reverse("table", {"match": opened.match})
    for kind in ("strike", "restore"):
        if request.form.has(kind):
            return saving.save_event(opened.log, request, kind, {"deal": deal.id}, path)
    if request.form.has("undo"):
        return undoing.undo(opened, request)
    position = saving.position_of(opened, request, deal)
    return saving.handle_post(
        opened, request, position, lambda round, status: page(opened, request, deal, round, status)
    )
