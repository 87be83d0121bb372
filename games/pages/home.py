"""The home page: matches in progress, rematches, the last evenings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.card import Card
from games.display.families import families
from games.display.game_label import GameLabel
from games.display.open_match import READER
from games.pages.languages import LANGUAGES
from games.pages.request import PageResult
from games.pages.start.previous_setup import matches_of_offered_games
from games.pages.start.rematch import Rematch, start_fields
from games.rules import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.pages.request import PageData, PageRequest

UNDER_WAY = 12
TABLES = 6  # on one screen
AGAIN = 3
EVENINGS = 4
AT_FIRST = 4  # matches of an evening before a tap shows the others
# What a match looks like, for someone who has none.
EXAMPLE: dict[str, Any] = {
    "match": "",
    "game": catalogue.GAMES[0].key,
    "names": ["Sofia", "Hugo", "Lea", "Nikos"],
    "sides": ["Sofia", "Hugo", "Lea", "Nikos"],
    "totals": [21, 14, 13, 12],
    "places": [1, 2, 3, 4],
    "deals": 2,
    "finished": False,
    "next_dealer": 3,
}


class RecentEvening:
    """The finished matches of one evening, the last one first."""

    def __init__(self, evening: dict[str, Any], cards: list[Card]) -> None:
        self.date = evening["date"]
        self.name = evening["name"]
        self.place = evening["place"]
        self.first = cards[:AT_FIRST]
        self.rest = cards[AT_FIRST:]


def show(stored: PageData, request: PageRequest) -> PageResult:
    matches = [summary for summary in stored.matches if not summary.get("deleted")]
    under_way = [Card(summary) for summary in matches if not summary["finished"]][:UNDER_WAY]
    context = {
        "under_way": under_way,
        "evenings": last_evenings(stored, matches),
        "again": rematches_of(matches_of_offered_games(stored), request) if request.role != READER else [],
        "can_write": request.role != READER,
        "families": families(),
        "example": Card(EXAMPLE),
        "languages": LANGUAGES,
    }
    return PageResult("pages/home.html", context)


def walls(stored: PageData, request: PageRequest) -> PageResult:
    """Return the page with the totals of all matches in progress, for a screen that several tables look at."""
    under_way = [summary for summary in stored.matches if not summary.get("deleted") and not summary["finished"]]
    return PageResult("pages/walls.html", {"cards": [Card(summary) for summary in under_way[:TABLES]]})


def last_evenings(stored: PageData, matches: list[dict[str, Any]]) -> list[RecentEvening]:
    finished = {summary["match"]: summary for summary in matches if summary["finished"]}
    evenings: list[RecentEvening] = []
    for evening in stored.evenings():
        summaries = [finished[match] for match in reversed(evening["matches"]) if match in finished]
        if summaries:
            evenings.append(RecentEvening(evening, [Card(summary) for summary in summaries]))
        if len(evenings) == EVENINGS:
            break
    return evenings


def rematches_of(matches: Sequence[dict[str, Any]], request: PageRequest) -> list[Rematch]:
    """Return rematches of the last finished matches, one per game and players."""
    rematches: list[Rematch] = []
    seen_keys = []
    for summary in matches:
        key = (summary["game"], sorted(summary["names"]))
        game = GameLabel(summary)
        if (
            summary.get("deleted")
            or not game.is_known
            or not summary["finished"]
            or key in seen_keys
            or not summary.get("players")
        ):
            continue
        if len(rematches) == AGAIN:
            break
        seen_keys.append(key)
        dealer = (summary.get("first_dealer", 0) + summary["deals"]) % len(summary["players"])
        fields = start_fields(summary["game"], summary["players"], summary.get("options") or {}, dealer)
        match = request.new_ids.pop()
        rematches.append(Rematch(game, summary["players"], fields, summary["names"][dealer], match))
    return rematches
