"""The arithmetic of Spades: the contract of a team, its nils and its bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import bid_tricks

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal
    from games.rules.words import Words

TRICKS = 13
EACH_TRICK = 10
BAGS, TENTH_BAG = 10, 100  # so many bags cost so many points


def is_nil(deal: AnsweredDeal, seat: int) -> bool:
    return bool(deal["bids"][seat] == 0)


def is_blind(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the player bid a blind nil, where it counts."""
    return bool(deal.option("blind_nil") and deal.known("blind") and deal["blind"][seat])


def is_nil_kept(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the player bid nil and took no trick."""
    return is_nil(deal, seat) and deal["tricks"][seat] == 0


def contract(deal: AnsweredDeal, side: int) -> int:
    """Return what both partners bid together."""
    return sum([deal["bids"][seat] for seat in deal.setup.seats_of(side)])


def tricks(deal: AnsweredDeal, side: int) -> int:
    """Return the tricks that count towards the contract: those of a nil count only by house rule."""
    counts_nil = deal.option("failed_nil") == "partner"
    seats = [seat for seat in deal.setup.seats_of(side) if counts_nil or not is_nil(deal, seat)]
    return sum([deal["tricks"][seat] for seat in seats])


def is_kept(deal: AnsweredDeal, side: int) -> bool:
    """Return whether the team reached its contract."""
    return tricks(deal, side) >= contract(deal, side)


def contracts(deal: AnsweredDeal) -> list[int]:
    """Return the points of each team for its contract."""
    return [EACH_TRICK * contract(deal, side) * (1 if is_kept(deal, side) else -1) for side in range(deal.setup.sides)]


def contract_words(deal: AnsweredDeal) -> list[Words | None]:
    return [
        bid_tricks.reason(contract(deal, side), tricks(deal, side)) if contract(deal, side) else None
        for side in range(deal.setup.sides)
    ]


def nil_points(deal: AnsweredDeal, seat: int) -> int:
    """Return the points of a player for nil, or 0 for any other bid."""
    if not is_nil(deal, seat):
        return 0
    worth = int(deal.option("nil")) * (2 if is_blind(deal, seat) else 1)
    return worth if is_nil_kept(deal, seat) else -worth


def nils(deal: AnsweredDeal) -> list[int]:
    return [sum([nil_points(deal, seat) for seat in deal.setup.seats_of(side)]) for side in range(deal.setup.sides)]


def bags(deal: AnsweredDeal) -> list[int]:
    """Return the bags of each team: tricks above the contract, and tricks of a nil that do not count towards it."""
    return [side_bags(deal, side) for side in range(deal.setup.sides)]


def side_bags(deal: AnsweredDeal, side: int) -> int:
    counted = tricks(deal, side)
    everything = int(sum([deal["tricks"][seat] for seat in deal.setup.seats_of(side)]))
    above = counted - contract(deal, side) if is_kept(deal, side) else 0
    return above + everything - counted


def bags_so_far(deal: AnsweredDeal) -> list[int]:
    """Return the bags of each team in the rounds before."""
    return deal.carried.get("bags") or deal.zeros()


def bag_penalties(deal: AnsweredDeal) -> list[int]:
    """Return how many tenth bags each team took in this round, where they cost points."""
    if not deal.option("bag_penalty"):
        return deal.zeros()
    return [(before + more) // BAGS - before // BAGS for before, more in zip(bags_so_far(deal), bags(deal))]
