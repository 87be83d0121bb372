"""The page that people hold at the table: how it stands, the entry of the round, the sheet below; and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.rows import DisplayedSheet
from games.pages.entry import saving
from games.pages.notices import notice
from games.pages.open import requested_match, unavailable
from games.pages.request import LIVE, ROUND, PageResult
from games.pages.result_page import MatchResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.pages.entry.saving import RoundForm
    from games.pages.request import PageData, PageRequest


def show(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    if found is None:
        return unavailable(stored)
    found.notice = notice(found, asked)
    if not found.can_write or found.sheet.finished or found.is_deleted:
        return page(found, asked, None)
    position = saving.next_position(found, asked)
    return page(found, asked, saving.RoundForm(found, asked, position, saving.first_form(found, position)))


def write(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    if found is None or asked.form is None:
        return unavailable(stored)
    if asked.form.has("undo"):
        return saving.undo(found, asked)
    position = saving.asked_position(found, asked)
    return saving.handle_post(found, asked, position, lambda round, status: page(found, asked, round, status))


def page(found: OpenMatch, asked: PageRequest, round: RoundForm | None, status: int = 200) -> PageResult:
    if round is not None and asked.part == ROUND:
        return PageResult("table/_round.html", {"table": found, "round": round}, status=status)
    finale = MatchResult(found) if found.sheet.finished and round is None else None
    context = {"table": found, "round": round, "paper": DisplayedSheet(found), "finale": finale}
    if asked.part == LIVE:
        return PageResult("table/_live.html", context, status=status)
    return PageResult("table/end.html" if finale else "table/table.html", context, status=status)


def wall(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    return unavailable(stored) if found is None else PageResult("table/wall.html", {"table": found})


def rules(stored: PageData, asked: PageRequest) -> PageResult:
    found = requested_match(stored, asked)
    return unavailable(stored) if found is None else PageResult("table/rules.html", {"table": found})
