"""The whole sheet, and one round of it: its reasons and history; amended, struck, settled, or put in late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.chart import Chart
from games.display.history_lines import round_history
from games.display.rows import DisplayedSheet
from games.match.conflicts import conflicting_answers, originals
from games.match.events import is_id
from games.pages.entry import saving
from games.pages.notices import notice
from games.pages.open import requested_match, unavailable
from games.pages.request import ROUND, PageResult
from games.pages.routes import reverse

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.pages.entry.saving import RoundForm
    from games.pages.request import PageData, PageRequest


def sheet(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    if found is None:
        return unavailable(stored)
    found.notice = notice(found, asked)
    context = {"table": found, "paper": DisplayedSheet(found), "chart": Chart(found)}
    return PageResult("table/sheet.html", context)


def settle(stored: PageData, asked: PageRequest) -> PageResult:
    """What counts, where two have written the same round, or put it right in two ways."""
    found = requested_match(stored, asked)
    if found is None or asked.form is None:
        return unavailable(stored)
    here = reverse("sheet", {"match": found.match})
    if asked.form.has("version"):
        return choose(found, asked, here)
    keep, strike = deals_in_button(asked, "keep:"), deals_in_button(asked, "strike:")
    for id in deals_in_button(asked, "twins:"):
        if id in found.log.by_id:
            strike.extend([twin.id for twin in originals(found.log, found.log.by_id[id])])
    if not keep and not strike:
        return PageResult(go=here)
    return saving.save_event(found.log, asked, "settle", {"keep": keep, "strike": strike}, here)


def deals_in_button(asked: PageRequest, what: str) -> list[str]:
    """The rounds that a button says this of: "keep:… strike:…"."""
    assert asked.form is not None
    pieces = asked.form.get("settle").split(" ")
    return [piece[len(what) :] for piece in pieces if piece[: len(what)] == what and is_id(piece[len(what) :])]


def choose(found: OpenMatch, asked: PageRequest, here: str) -> PageResult:
    """One of the versions of a round; it is written once more, by somebody who knows them all."""
    assert asked.form is not None
    deal = found.log.by_id.get(asked.form.get("deal"))
    versions = [] if deal is None else conflicting_answers(found.log, deal)
    if deal is None or asked.form.get("versions") != str(len(versions)):
        return PageResult(go=here)  # another one has come since
    for number, answers in enumerate(versions):
        if str(number) == asked.form.get("version"):
            return saving.revise_round(found, asked, deal, answers, here)
    return PageResult(go=here)


def show(stored: PageData, asked: PageRequest) -> PageResult:
    found, deal = one_round(stored, asked)
    if found is None or deal is None:
        return PageResult(status=404)
    if not found.can_write:
        return page(found, asked, deal, None)
    position = saving.position_of(found, deal)
    return page(found, asked, deal, saving.RoundForm(found, asked, position, saving.first_form(found, position)))


def one_round(stored: PageData, asked: PageRequest) -> tuple[OpenMatch | None, RecordedDeal | None]:
    found = requested_match(stored, asked)
    return found, None if found is None else found.log.by_id.get(asked.args["deal"])


def page(
    found: OpenMatch, asked: PageRequest, deal: RecordedDeal, round: RoundForm | None, status: int = 200
) -> PageResult:
    """One round; where it is only now put in, `deal` is the one that it comes before."""
    if asked.part == ROUND and round is not None:
        return PageResult("table/_round.html", {"table": found, "round": round}, status=status)
    is_late = round is not None and round.is_late
    rows = [] if is_late else [row for row in DisplayedSheet(found).rows if row.deal == deal.id]
    context = {
        "table": found,
        "round": round,
        "deal": deal,
        "row": rows[0] if rows else None,
        "steps": [] if is_late else round_history(found, deal),
    }
    return PageResult("table/round.html", context, status=status)


def write(stored: PageData, asked: PageRequest) -> PageResult:
    found, deal = one_round(stored, asked)
    if found is None or deal is None or asked.form is None:
        return PageResult(status=404)
    here = reverse("table", {"match": found.match})
    for kind in ("strike", "restore"):
        if asked.form.has(kind):
            return saving.save_event(found.log, asked, kind, {"deal": deal.id}, here)
    if asked.form.has("undo"):
        return saving.undo(found, asked)
    position = saving.position_of(found, deal)
    return saving.handle_post(found, asked, position, lambda round, status: page(found, asked, deal, round, status))
