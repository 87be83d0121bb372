"""The two awards of Pisa, and the reasons for their points.

The first award is for low bids: the highest bid gets 1, the next 2. The second is for the goal: 2, 4, 6 and so on,
with the most for the player who met it best. Players with equal tricks share the sum of their prizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Figure, Line
from games.rules.pisa_votes import GOALS
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import AnsweredDeal


def first_award(deal: AnsweredDeal) -> list[int] | None:
    return [place_points(deal, bid) for bid in deal["bids"]] if deal.known("bids") else None


def place_points(deal: AnsweredDeal, bid: int) -> int:
    """Return the place of a bid, which is its points. Equal bids get the first place (S0 L81) or the last (S1 L33)."""
    higher, equal = len([other for other in deal["bids"] if other > bid]), deal["bids"].count(bid)
    return higher + 1 if deal.option("tied_bids") == "fewer" else higher + equal


def second_award(deal: AnsweredDeal) -> list[int] | None:
    """Return the second award. Players with equal tricks share their prizes, always without a rest: S0 L109, S1 L53."""
    if not deal.known("goal", "tricks"):
        return None
    return [sum(prizes) // len(prizes) for prizes in [prizes_for(deal, own) for own in deal["tricks"]]]


def prizes_for(deal: AnsweredDeal, own: int) -> list[int]:
    """Return the prizes for the places of a number of tricks: 2 for the worst, 4 for the next, S0 L106."""
    behind = len([other for other in deal["tricks"] if is_better(deal, own, other)])
    return [2 * (behind + place) for place in range(1, 1 + deal["tricks"].count(own))]


def is_better(deal: AnsweredDeal, own: int, other: int) -> bool:
    return own > other if deal["goal"] == "many" else own < other


def score(deal: AnsweredDeal) -> list[Line]:
    first, second = first_award(deal), second_award(deal)
    return [
        Line(_("First award"), first, None if first is None else why_first(deal, first)),
        Line(_("Second award"), second, None if second is None else why_second(deal, second)),
    ]


def why_first(deal: AnsweredDeal, points: Sequence[int]) -> list[Words]:
    return [why_bid(bid, deal["bids"].count(bid), points[side]) for side, bid in enumerate(deal["bids"])]


def why_bid(bid: int, equal: int, points: int) -> Words:
    if equal == 1:
        return Words(_("Bid: %(bid)s, points: %(points)s"), bid=bid, points=points)
    return Words(_("Bid: %(bid)s, tied by %(level)s players, points: %(points)s"), bid=bid, level=equal, points=points)


def why_second(deal: AnsweredDeal, points: Sequence[int]) -> list[Words]:
    return [why_tricks(own, prizes_for(deal, own), points[side]) for side, own in enumerate(deal["tricks"])]


def why_tricks(own: int, prizes: Sequence[int], points: int) -> Words:
    if len(prizes) == 1:
        return Words(_("Tricks: %(tricks)s, points: %(points)s"), tricks=own, points=points)
    text = _("Tricks: %(tricks)s, points: (%(prizes)s) ÷ %(level)s = %(points)s")
    added = " + ".join([str(prize) for prize in prizes])
    return Words(text, tricks=own, prizes=added, level=len(prizes), points=points)


def best_for_goal(deal: AnsweredDeal) -> list[int] | None:
    """Return 1 for the players with the highest second award, 0 for the others."""
    points = second_award(deal)
    return None if points is None else [1 if own == max(points) else 0 for own in points]


def goal(deal: AnsweredDeal) -> str | None:
    voted: str | None = deal["goal"]
    return voted


FIGURES = (
    Figure("bids", _("Bids"), lambda deal: deal["bids"]),
    Figure("first_award", _("First award"), first_award),
    Figure("tricks", _("Tricks"), lambda deal: deal["tricks"]),
    Figure("best_for_goal", _("Best for the goal"), best_for_goal, by=goal, values=GOALS),
    Figure("second_award", _("Second award"), second_award, by=goal, values=GOALS),
)
