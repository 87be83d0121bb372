"""A match in a line, by its stored summary: for home, evenings and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.summary import complete_rounds, winners_of
from games.rules import catalogue

if TYPE_CHECKING:
    from typing import Any


class CardSide:
    def __init__(self, name: str, total: int, leads: bool, has_won: bool) -> None:
        self.name = name
        self.total = total
        self.leads = leads
        self.has_won = has_won


class Card:
    """A match in a line."""

    def __init__(self, told: dict[str, Any]) -> None:
        game = catalogue.find(told["game"])
        self.match = told["match"]
        self.game = game
        self.name = told["game"] if game is None else game.name
        self.rounds = told["deals"]
        self.is_over = bool(told["finished"])
        self.undecided = told.get("undecided", 0) > 0
        totals, top = told.get("totals") or [], told.get("places") or []
        played = (complete_rounds(told) if self.is_over else self.rounds) > 0
        winners = winners_of(told)
        self.sides = [
            CardSide(name, totals[side], played and top[side] == 1, side in winners)
            for side, name in enumerate(told.get("sides") or [])
        ]
        self.has_teams = len(self.sides) < len(told["names"])
        self.is_level = len([side for side in self.sides if side.leads]) > 1
        self.winners = [told["sides"][side] for side in winners]
        dealer = told.get("next_dealer")
        self.dealer = "" if dealer is None else told["names"][dealer]
