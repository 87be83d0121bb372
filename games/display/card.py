"""A match in one line, from its stored summary: for the home page, evenings and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.badges import column_badges
from games.display.game_label import GameLabel
from games.match.event_fields import NO_RESULT
from games.match.summary import complete_rounds, winners_of

if TYPE_CHECKING:
    from typing import Any

    from games.display.badges import Badge


class CardSide:
    def __init__(self, name: str, total: int, leads: bool, has_won: bool, has_left: bool, badges: list[Badge]) -> None:
        self.name = name
        self.total = total
        self.leads = leads
        self.has_won = has_won
        self.has_left = has_left
        self.badges = badges


class Card:
    """A match in one line."""

    def __init__(self, summary: dict[str, Any]) -> None:
        self.match = summary["match"]
        self.game = GameLabel(summary)
        self.rounds = summary["deals"]
        self.is_over = bool(summary["finished"])
        self.has_no_result = summary.get("result") == NO_RESULT
        self.undecided = summary.get("undecided", 0) > 0
        totals, top = summary.get("totals") or [], summary.get("places") or []
        played = (complete_rounds(summary) if self.is_over else self.rounds) > 0
        winners = winners_of(summary)
        names = summary.get("sides") or []
        players = summary.get("players") or summary["names"]
        seated = summary.get("seated") or [
            [player for place, player in enumerate(players) if place % len(names) == side] for side in range(len(names))
        ]
        left = summary.get("left") or ()
        badges = column_badges(players, seated, left)
        self.sides = [
            CardSide(name, totals[side], played and top[side] == 1, side in winners, side in left, badges[side])
            for side, name in enumerate(names)
        ]
        self.most_digits = max([len(str(side.total)) for side in self.sides] or [0])  # of a total, with its minus
        self.has_teams = len(self.sides) < len(summary["names"])
        self.is_level = len([side for side in self.sides if side.leads]) > 1
        self.winners = [summary["sides"][side] for side in winners]
        dealer = summary.get("next_dealer")
        self.dealer = "" if dealer is None else summary["names"][dealer]
