"""The arithmetic of Spades: the contract of a team, its nils and its bags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import bid_tricks
from games.rules.deal import once

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import AnsweredDeal
    from games.rules.words import Words

TRICKS = 13
EACH_TRICK = 10
BAGS, TENTH_BAG = 10, 100  # the tenth bag costs 100 points


def is_nil(deal: AnsweredDeal, seat: int) -> bool:
    return bool(deal["bids"][seat] == 0)


def is_blind(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the player bid a blind nil, where it counts."""
    return bool(deal.option("blind_nil") and deal.known("blind") and deal["blind"][seat])


def is_nil_kept(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the player bid nil and took no trick."""
    return is_nil(deal, seat) and deal["tricks"][seat] == 0


def of_teams(deal: AnsweredDeal, numbers: Sequence[int]) -> list[int]:
    """Return the sum of the numbers of both partners, for each team."""
    return [sum([numbers[seat] for seat in deal.setup.seats_of(side)]) for side in range(deal.setup.sides)]


@once
def teams_bid(deal: AnsweredDeal) -> list[int]:
    return of_teams(deal, deal["bids"])


def contract(deal: AnsweredDeal, side: int) -> int:
    """Return what both partners bid together."""
    return teams_bid(deal)[side]


@once
def tricks_counted(deal: AnsweredDeal) -> list[int]:
    """Return the tricks of each team that count towards the contract: those of a nil count only by house rule."""
    if deal.option("failed_nil") == "partner":
        return of_teams(deal, deal["tricks"])
    return of_teams(deal, [0 if is_nil(deal, seat) else count for seat, count in enumerate(deal["tricks"])])


def tricks(deal: AnsweredDeal, side: int) -> int:
    """Return the tricks of a team that count towards its contract."""
    return tricks_counted(deal)[side]


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
    return of_teams(deal, [nil_points(deal, seat) for seat in range(deal.setup.players)])


@once
def bags(deal: AnsweredDeal) -> list[int]:
    """Return the bags of each team: tricks above the contract, and tricks of a nil that do not count towards it."""
    taken = of_teams(deal, deal["tricks"])
    above = [max(0, tricks(deal, side) - contract(deal, side)) for side in range(deal.setup.sides)]
    return [more + count - tricks(deal, side) for side, (more, count) in enumerate(zip(above, taken))]


def bags_so_far(deal: AnsweredDeal) -> list[int]:
    """Return the bags of each team in the rounds before."""
    return deal.carried.get("bags") or deal.zeros()


def bag_penalties(deal: AnsweredDeal) -> list[int]:
    """Return how many tenth bags each team took in this round, where they cost points."""
    if not deal.option("bag_penalty"):
        return deal.zeros()
    return [(before + more) // BAGS - before // BAGS for before, more in zip(bags_so_far(deal), bags(deal))]
