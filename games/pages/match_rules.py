"""The rules of a match: its house rules, and the rule card of its game. Phones fetch this page apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_match
from games.display.options import house_rules
from games.pages.request import PageResult, unavailable
from games.rules.card import direction_words, sentences

if TYPE_CHECKING:
    from games.pages.request import PageData, PageRequest


def show(stored: PageData, request: PageRequest) -> PageResult:
    opened = open_match(stored.log, request.role)
    if opened is None:
        return unavailable(stored)
    setup = opened.sheet.setup
    context = {
        "table": opened,
        "house_rules": house_rules(setup),
        "direction": direction_words(setup.game.direction_in(setup.options), setup.players),
        "sentences": [(sentence.words(setup), sentence.differs(setup)) for sentence in sentences(setup)],
    }
    return PageResult("pages/rules.html", context)
