"""The sheet of a match: each round explained, decisions about rounds, and a chart. Phones fetch this page apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.chart import Chart
from games.display.open_match import open_match
from games.display.rows import DisplayedSheet
from games.pages.notices import notice
from games.pages.request import PageResult, unavailable

if TYPE_CHECKING:
    from games.pages.request import PageData, PageRequest


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None:
        return unavailable(stored)
    opened.notice = notice(opened, request)
    context = {"table": opened, "displayed_sheet": DisplayedSheet(opened), "chart": Chart(opened)}
    return PageResult("pages/sheet.html", context)
