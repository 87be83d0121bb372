"""The two awards of Pisa, and why each player gets what.

Low bids pay: the highest gets 1, the next 2. Then the goal pays double: 2, 4, 6 and so on, the
most to whoever has met it best. Players with equally many tricks add up their prizes and share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Line
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import Deal


def first_award(deal: Deal) -> list[int] | None:
    return [place_points(deal, bid) for bid in deal["bids"]] if deal.known("bids") else None


def place_points(deal: Deal, bid: int) -> int:
    """The number of the place is its points. Level bids get the first of their places (S0 L81) or the last (S1 L33)."""
    higher, level = len([other for other in deal["bids"] if other > bid]), deal["bids"].count(bid)
    return higher + 1 if deal.option("tied_bids") == "fewer" else higher + level


def second_award(deal: Deal) -> list[int] | None:
    """Level tricks share their prizes: S0 L109, S1 L53. Neighbouring even numbers always share without a rest."""
    if not deal.known("goal", "tricks"):
        return None
    return [sum(prizes) // len(prizes) for prizes in [prizes_for(deal, own) for own in deal["tricks"]]]


def prizes_for(deal: Deal, own: int) -> list[int]:
    """The prizes of the places that so many tricks take: 2 for the worst, 4 for the next, S0 L106."""
    behind = len([other for other in deal["tricks"] if is_better(deal, own, other)])
    return [2 * (behind + place) for place in range(1, 1 + deal["tricks"].count(own))]


def is_better(deal: Deal, own: int, other: int) -> bool:
    return own > other if deal["goal"] == "many" else own < other


def score(deal: Deal) -> list[Line]:
    first, second = first_award(deal), second_award(deal)
    return [
        Line(_("First award"), first, None if first is None else why_first(deal, first)),
        Line(_("Second award"), second, None if second is None else why_second(deal, second)),
    ]


def why_first(deal: Deal, points: Sequence[int]) -> list[Words]:
    return [why_bid(bid, deal["bids"].count(bid), points[side]) for side, bid in enumerate(deal["bids"])]


def why_bid(bid: int, level: int, points: int) -> Words:
    if level == 1:
        return Words(_("Bids %(bid)s: %(points)s"), bid=bid, points=points)
    return Words(_("Bids %(bid)s, as %(level)s players do: %(points)s"), bid=bid, level=level, points=points)


def why_second(deal: Deal, points: Sequence[int]) -> list[Words]:
    return [why_tricks(own, prizes_for(deal, own), points[side]) for side, own in enumerate(deal["tricks"])]


def why_tricks(own: int, prizes: Sequence[int], points: int) -> Words:
    if len(prizes) == 1:
        return Words(_("Tricks %(tricks)s: %(points)s"), tricks=own, points=points)
    text = _("Tricks %(tricks)s, %(prizes)s shared by %(level)s: %(points)s")
    added = " + ".join([str(prize) for prize in prizes])
    return Words(text, tricks=own, prizes=added, level=len(prizes), points=points)
