"""The arithmetic of Pilotta: whether the bid is made, and the tens that each side gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.auction import reason
from games.rules.belote_cards import KING_AND_QUEEN
from games.rules.deal import once
from games.rules.outcome import Outcome
from games.rules.pilotta_declarations import declared
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

LAST_TRICK = 10  # S4 L26: "another 10 points called PISO"
KAPO = 250  # S4 L36: "the team receives 250 points (instead of 162)"
TENS, KAPO_TENS = 16, 25  # S4 L59: "out of 16 rather than 162"


@once
def is_bid_made(deal: AnsweredDeal) -> bool:
    return margin(deal) >= 0


def margin(deal: AnsweredDeal) -> int:
    """Return how many points the bidders have beyond those that they bid, before rounding."""
    bidder = deal["bidder"]
    collected = points(deal)[bidder]
    if deal.option("contract_counts") == "everything":
        collected += sum([value for side, value in declared(deal) if side == bidder])
        collected += KING_AND_QUEEN if deal["pilotta"] == bidder else 0
    return int(collected - deal["bid"])


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not deal.known("bidder", "bid", "trick_points"):
        return None
    made = is_bid_made(deal)
    return Outcome(pgettext("Pilotta", "Made") if made else pgettext("Pilotta", "Failed"), deal["bidder"], made)


def points(deal: AnsweredDeal) -> list[int]:
    return deal.to(deal["kapo"], KAPO) if deal.known("kapo") else deal["trick_points"]


def winner(deal: AnsweredDeal) -> int:
    """Return the side that gets the stake."""
    return int(deal["bidder"]) if is_bid_made(deal) else 1 - deal["bidder"]


def times(deal: AnsweredDeal) -> int:
    """Return how many times the stake counts."""
    return deal["contra"] or 1 if deal.option("doubling") else 1


@once
def takes_all(deal: AnsweredDeal) -> bool:
    """Return whether one side gets everything: after a failed bid the other side, after a contra the winner."""
    return times(deal) > 1 or not is_bid_made(deal)


@once
def tricks(deal: AnsweredDeal) -> list[int]:
    if takes_all(deal):
        return deal.to(winner(deal), KAPO_TENS if deal.known("kapo") else TENS)
    return deal.to(deal["kapo"], KAPO_TENS) if deal.known("kapo") else rounded(deal)


def rounded(deal: AnsweredDeal) -> list[int]:
    """Return the trick points in tens, 16 together. They are rounded down, and one side gets a ten left over."""
    tens = [number // 10 for number in deal["trick_points"]]
    if sum(tens) < TENS:
        tens[gets_last_ten(deal)] += 1
    return tens


def gets_last_ten(deal: AnsweredDeal) -> int:
    """Return the side with the higher last digit. If both are 6, return the higher score, or the bidders by option."""
    left, right = [number % 10 for number in deal["trick_points"]]
    if left == right and deal.option("tie_goes_to") == "bidder":
        return int(deal["bidder"])
    if left == right:
        left, right = deal["trick_points"]
    return 0 if left > right else 1


def declarations(deal: AnsweredDeal) -> list[int]:
    tens = deal.zeros()
    for side, value in declared(deal):
        tens[winner(deal) if takes_all(deal) else side] += value // 10
    return tens


def pilotta_goes_to(deal: AnsweredDeal) -> int | None:
    """Return the side that gets the pilotta, or None without one."""
    if not deal.known("pilotta") or not takes_all(deal):
        return deal["pilotta"]  # type: ignore[no-any-return]
    keeps = times(deal) == 1 and deal.option("pilotta_after_failure") == "holder"
    return deal["pilotta"] if keeps else winner(deal)


@once
def stake(deal: AnsweredDeal) -> list[int]:
    if times(deal) == 1 and not is_bid_made(deal) and not deal.option("stake_on_fail"):
        return deal.zeros()
    return deal.to(winner(deal), times(deal) * deal["bid"] // 10)


def trick_words(deal: AnsweredDeal) -> list[Words | None]:
    """Return the reasons for the tens of the tricks."""
    if deal.known("kapo"):
        return [Words(_("Kapo")) if number else None for number in tricks(deal)]
    if takes_all(deal):
        return [Words(_("All 16")) if number else None for number in tricks(deal)]
    return [Words(_("%(points)s points"), points=number) for number in deal["trick_points"]]


def stake_words(deal: AnsweredDeal) -> list[Words | None]:
    words = reason(deal["bid"], is_bid_made(deal))
    return [words if number else None for number in stake(deal)]
