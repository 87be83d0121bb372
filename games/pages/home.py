"""Home: the matches under way, the same again, the last evenings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.card import Card
from games.display.open_match import READER
from games.pages.languages import LANGUAGES
from games.pages.request import PageResult
from games.pages.start.seating import Rematch, start_fields
from games.rules import catalogue

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import PageData, PageRequest

UNDER_WAY = 12
AGAIN = 3
EVENINGS = 4
AT_FIRST = 4  # matches of an evening; the others are a tap away


class RecentEvening:
    """What was played to its end in one sitting, the last match first."""

    def __init__(self, told: dict[str, Any], cards: list[Card]) -> None:
        self.date = told["date"]
        self.name = told["name"]
        self.place = told["place"]
        self.first = cards[:AT_FIRST]
        self.rest = cards[AT_FIRST:]


def show(stored: PageData, asked: PageRequest) -> PageResult:
    here = [told for told in stored.matches if not told.get("deleted")]
    under_way = [Card(told) for told in here if not told["finished"]][:UNDER_WAY]
    context = {
        "under_way": under_way,
        "evenings": last_evenings(stored, here),
        "again": same_again(here) if asked.role != READER else [],
        "can_write": asked.role != READER,
        "games": catalogue.GAMES,
        "languages": LANGUAGES,
    }
    return PageResult("table/home.html", context)


def last_evenings(stored: PageData, matches: list[dict[str, Any]]) -> list[RecentEvening]:
    finished = {told["match"]: told for told in matches if told["finished"]}
    found: list[RecentEvening] = []
    for told in stored.evenings():
        over = [finished[match] for match in reversed(told["matches"]) if match in finished]
        if over:
            found.append(RecentEvening(told, [Card(one) for one in over]))
        if len(found) == EVENINGS:
            break
    return found


def same_again(matches: list[dict[str, Any]]) -> list[Rematch]:
    """What was finished last, each game and company once."""
    found: list[Rematch] = []
    seen = []
    for told in matches:
        key = (told["game"], sorted(told["names"]))
        game = catalogue.find(told["game"])
        if game is None or not told["finished"] or key in seen or not told.get("players"):
            continue
        seen.append(key)
        dealer = (told.get("first_dealer", 0) + told["deals"]) % len(told["players"])
        fields = start_fields(told["game"], told["players"], told.get("options") or {}, dealer)
        found.append(Rematch(game, told["players"], fields, told["names"][dealer]))
    return found[:AGAIN]
