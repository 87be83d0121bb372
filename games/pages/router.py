"""Answer a page request from stored data, with a page or events.

The code is the same on both hosts and has no side effects: the host loads, stores and renders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import READER
from games.pages import apart, home, play, rounds
from games.pages.request import PageResult
from games.pages.start import new_match

if TYPE_CHECKING:
    from games.pages.request import Page, PageData, PageRequest

# The handlers of GET and POST. A page without a form has no second one.
PAGES: tuple[tuple[str, Page, Page | None], ...] = (
    ("home", home.show, None),
    ("new", new_match.show, new_match.press_or_start),
    ("walls", home.walls, None),
    ("table", play.show, play.write),
    ("sheet", apart.handler("match_sheet", "show"), rounds.settle),
    ("wall", play.wall, None),
    ("rules", apart.handler("match_rules", "show"), None),
    ("more", apart.handler("settings", "show"), apart.handler("settings", "write")),
    ("round", rounds.show, rounds.write),
    ("late", apart.handler("insert_round", "show"), apart.handler("insert_round", "write")),
)


def handle(stored: PageData, request: PageRequest) -> PageResult:
    for name, show, write in PAGES:
        if name == request.name:
            if request.form is None:
                return show(stored, request)
            if write is None:
                return PageResult(status=405)
            return PageResult(status=403) if request.role == READER else write(stored, request)
    return PageResult(status=404)
