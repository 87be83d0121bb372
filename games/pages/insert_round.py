"""A round that was forgotten, put in before one that is on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import is_id
from games.pages import rounds
from games.pages.entry import saving
from games.pages.entry.parsed_round import Position
from games.pages.request import PageResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.pages.request import PageData, PageRequest


def position_before(found: OpenMatch, asked: PageRequest, deal: RecordedDeal) -> Position:
    """Before a round that is on the sheet."""
    after = saving.position_of(found, deal)
    id = asked.form.get("deal") if asked.form is not None else ""
    if id in found.log.by_id:  # it is put in already; the page has come back from the browser's memory
        return saving.position_of(found, found.log.by_id[id])
    position = Position(found.sheet, after.number, id if is_id(id) else asked.fresh(), "deal")
    position.follows = deal.id
    position.is_last = False
    return position


def show(stored: PageData, asked: PageRequest) -> PageResult:
    found, deal = rounds.one_round(stored, asked)
    if found is None or deal is None or not found.can_write or found.sheet.finished:
        return PageResult(status=404)
    position = position_before(found, asked, deal)
    round = saving.RoundForm(found, asked, position, saving.first_form(found, position))
    return rounds.page(found, asked, deal, round)


def write(stored: PageData, asked: PageRequest) -> PageResult:
    found, deal = rounds.one_round(stored, asked)
    if found is None or deal is None:
        return PageResult(status=404)
    position = position_before(found, asked, deal)
    return saving.handle_post(
        found, asked, position, lambda round, status: rounds.page(found, asked, deal, round, status)
    )
