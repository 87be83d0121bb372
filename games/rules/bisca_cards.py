"""The common parts of all Biscas: the pack, its 120 card points, and the majority of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.cards import Fill, Pack
from games.rules.game import Figure, Moment
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from games.rules.game import AnsweredDeal

ALL_POINTS = 120  # S2 L19
MAJORITY = 61  # S2 L19
CARD_WORTH = (("A", 11), ("7", 10), ("K", 4), ("J", 3), ("Q", 2))  # S2 L12-17
RANKS = ("A", "7", "K", "J", "Q", "6", "5", "4", "3", "2")
NARROW, LEVEL = _("%(side)s won 61–59."), _("60–60: nobody won this round.")


def card_worth(rank: str, suit: str, deal: AnsweredDeal) -> int:
    for known, worth in CARD_WORTH:
        if known == rank:
            return worth
    return 0


RANKING = _("Rank: A 7 K J Q 6 5 4 3 2. Points: A = 11, 7 = 10, K = 4, J = 3, Q = 2; 120 in all.")
PACK = Pack(RANKS, fills=(Fill("points", card_worth),))
PACK_WITHOUT_TWOS = Pack(RANKS[:-1], fills=(Fill("points", card_worth),))  # S2 L52


CARD_POINTS_HELP = _("Ace 11, seven 10, king 4, jack 3, queen 2. Enter one side; the other follows.")


def card_points(help: str = CARD_POINTS_HELP, label: str = _("Card points"), **rest: Any) -> ask.Tally:
    """Return the question for the 120 card points."""
    off = _("The card points add up to %(sum)s; they must add up to %(total)s.")
    return ask.Tally("points", label, total=ALL_POINTS, off=off, help=help, **rest)


def impossible() -> Problem:
    """Return the problem with 1 or 119 card points."""
    return Problem("points", "impossible", _("1 and 119 card points are impossible: no card is worth 1."))


def impossible_split(deal: AnsweredDeal) -> list[Problem]:
    """Refuse 1 card point of a side: no card is worth 1. With two sides, 119 are impossible, too."""
    return [impossible()] if deal.known("points") and 1 in deal["points"] else []


def winner(deal: AnsweredDeal) -> int | None:
    """Return the side with the majority, or None while it is unknown or at 60-60."""
    for side, points in enumerate(deal["points"] or ()):
        if points >= MAJORITY:
            return side
    return None


def close_moments(deal: AnsweredDeal, narrow: int, tied: int) -> Iterator[Moment]:
    if deal.known("points") and max(deal["points"]) == MAJORITY:
        yield Moment("narrow", narrow, winner(deal), NARROW)
    if deal.known("points") and winner(deal) is None:
        yield Moment("level", tied, None, LEVEL)


def points_ahead(deal: AnsweredDeal) -> list[int] | None:
    """Return by how many card points each of two sides is ahead of the other: negative numbers for the one behind."""
    return [2 * own - ALL_POINTS for own in deal["points"]] if deal.known("points") else None


AHEAD = Figure("ahead", _("Card points ahead"), points_ahead)
