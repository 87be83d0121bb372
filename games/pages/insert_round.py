"""A forgotten round that is inserted before a recorded one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.event_fields import is_id
from games.pages import rounds
from games.pages.entry import saving
from games.pages.entry.position import Position
from games.pages.request import PageResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.match.deals import RecordedDeal
    from games.pages.request import PageData, PageRequest


def position_before(opened: OpenMatch, request: PageRequest, deal: RecordedDeal) -> Position:
    """Return the position before a recorded round."""
    after = saving.position_of(opened, request, deal)
    id = request.form.get("deal") if request.form is not None else ""
    if id in opened.log.by_id:  # it is inserted already, and the page came from the browser's history
        return saving.position_of(opened, request, opened.log.by_id[id])
    position = Position(opened, request, after.number, id if is_id(id) else request.new_ids.pop(), "late")
    position.follows = deal.id
    position.is_last = False
    return position


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened, deal = rounds.requested_round(stored, request)
    if opened is None or deal is None or not opened.can_write or opened.sheet.finished:
        return PageResult(status=404)
    position = position_before(opened, request, deal)
    round = saving.RoundForm(opened, request, position, saving.first_form(opened, request, position))
    return rounds.page(opened, request, deal, round)


def write(stored: PageData, request: PageRequest) -> PageResult:
    opened, deal = rounds.requested_round(stored, request)
    if opened is None or deal is None:
        return PageResult(status=404)
    position = position_before(opened, request, deal)
    return saving.handle_post(
        opened, request, position, lambda round, status: rounds.page(opened, request, deal, round, status)
    )
