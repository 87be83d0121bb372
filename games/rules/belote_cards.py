"""The common parts of Belote and Pilotta: 32 cards, 162 points in the tricks, king and queen of trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.auction import is_played
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.rules.game import AnsweredDeal

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
ALL_POINTS = 162  # S4 L26: "In total a game consists of 162 points"
KING_AND_QUEEN = 20  # S4 L38: "then the team receives 20 extra points"


def trick_points(begins: str) -> ask.Tally:
    """Return the question for the points of the tricks. The cursor begins with the side of the question `begins`."""
    return ask.Tally(
        "trick_points",
        _("Trick points"),
        total=ALL_POINTS,
        begins=begins,
        off=_("The trick points add up to %(sum)s; they must add up to %(total)s."),
        when=is_played,
        help=_("The value of the cards in the tricks, plus 10 for the last trick."),
    )


def king_and_queen(name: str, label: str, when: Callable[[AnsweredDeal], bool] = is_played) -> ask.Taker:
    """Return the question who had king and queen of trumps, under the name that the game has for them."""
    return ask.Taker(
        name, label, need=ask.NEVER, often=True, when=when, help=_("King and queen of trumps in one hand: 20 points.")
    )


def impossible_points(deal: AnsweredDeal) -> list[Problem]:
    """Refuse 1 and 161 trick points: no card is worth 1."""
    if not deal.known("trick_points") or 1 not in deal["trick_points"]:
        return []
    return [Problem("trick_points", "impossible", _("Nobody can have 1 or 161 points: no card is worth 1."))]
