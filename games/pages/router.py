"""The table answers a request: what is stored and what was asked in, a page or events out.

The same on both hosts, and without touching anything: the host loads, stores and renders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import READER
from games.pages import home, insert_round, play, rounds, settings
from games.pages.request import PageResult
from games.pages.start import new_match

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.pages.request import PageData, PageRequest

    Page = Callable[[PageData, PageRequest], PageResult]

# Looked at, and written to; a page that nobody writes to has no second one.
PAGES: tuple[tuple[str, Page, Page | None], ...] = (
    ("home", home.show, None),
    ("new", new_match.show, new_match.press_or_start),
    ("table", play.show, play.write),
    ("sheet", rounds.sheet, rounds.settle),
    ("wall", play.wall, None),
    ("rules", play.rules, None),
    ("more", settings.show, settings.write),
    ("round", rounds.show, rounds.write),
    ("late", insert_round.show, insert_round.write),
)


def handle(stored: PageData, asked: PageRequest) -> PageResult:
    for name, show, write in PAGES:
        if name == asked.name:
            if asked.form is None:
                return show(stored, asked)
            if write is None:
                return PageResult(status=405)
            return PageResult(status=403) if asked.role == READER else write(stored, asked)
    return PageResult(status=404)
