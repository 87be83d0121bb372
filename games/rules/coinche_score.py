"""The arithmetic of Belote coinchée: whether the takers are right, and what each side gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.auction import outcome_of, reason
from games.rules.belote_cards import ALL_POINTS, KING_AND_QUEEN
from games.rules.deal import once
from games.rules.outcome import Outcome
from games.rules.words import Words, _, pgettext

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

CAPOT, CLASSIC_CAPOT = 250, 252  # all eight tricks: the contract and its points
ROUND_POINTS = 160  # all tricks of a failed or doubled contract
CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, CAPOT)


def uses_contract(deal: AnsweredDeal) -> bool:
    return bool(deal.option("bidding") == "contract")


def is_capot(deal: AnsweredDeal) -> bool:
    return deal.known("all_tricks")


@once
def trick_points(deal: AnsweredDeal) -> list[int]:
    """Return the exact points of each side for its tricks."""
    if is_capot(deal):
        return deal.to(deal["all_tricks"], CAPOT if uses_contract(deal) else CLASSIC_CAPOT)
    return list(deal["trick_points"])


def rounded(deal: AnsweredDeal, points: int) -> int:
    """Return the points to the nearest ten, 5 upwards, where that is a house rule."""
    return (points + 5) // 10 * 10 if deal.option("rounding") == "tens" else points


@once
def own_declared(deal: AnsweredDeal) -> list[int]:
    return list(deal["declared"]) if deal.option("declarations") and deal.known("declared") else deal.zeros()


@once
def own_belote(deal: AnsweredDeal) -> list[int]:
    return deal.to(deal["belote"], KING_AND_QUEEN)


def own(deal: AnsweredDeal, *, exact: bool = False) -> list[int]:
    """Return what each side has by itself: tricks, declarations and belote."""
    points = trick_points(deal) if exact else [rounded(deal, number) for number in trick_points(deal)]
    return [sum(numbers) for numbers in zip(points, own_declared(deal), own_belote(deal))]


def needed(deal: AnsweredDeal) -> int:
    """Return the points that the contract asks for: at 80 a house rule may want 82."""
    return int(deal.option("eighty") if deal["contract"] == min(CONTRACTS) else deal["contract"])


@once
def missing(deal: AnsweredDeal) -> int:
    """Return how many points the takers lack for their contract."""
    taker = deal["taker"]
    reached = trick_points(deal)[taker] + own_declared(deal)[taker]
    if deal.option("belote_helps"):
        reached += own_belote(deal)[taker]
    return int(max(0, needed(deal) - reached))


@once
def is_made(deal: AnsweredDeal) -> bool:
    """Return whether the takers reached their contract; in plain belote, whether they have more than the others."""
    taker = deal["taker"]
    if not uses_contract(deal):
        points = own(deal, exact=True)
        return bool(points[taker] > points[1 - taker])
    if deal["contract"] == CAPOT:
        return bool(deal["all_tricks"] == taker)
    return missing(deal) == 0


@once
def is_tied(deal: AnsweredDeal) -> bool:
    """Return whether the takers' points are held: both sides have the same in plain belote."""
    first, second = own(deal, exact=True)
    return first == second and not uses_contract(deal) and bool(deal.option("level") == "held")


def right_side(deal: AnsweredDeal) -> int:
    """Return the side that is right: the takers if they are, otherwise the other side."""
    return int(deal["taker"]) if is_made(deal) else 1 - int(deal["taker"])


def times(deal: AnsweredDeal) -> int:
    """Return how many times the points count."""
    return int(deal["coinche"] or 1) if uses_contract(deal) else 1


def counts_bid_only(deal: AnsweredDeal) -> bool:
    return uses_contract(deal) and bool(deal.option("count") == "bid")


@once
def takes_all(deal: AnsweredDeal) -> bool:
    """Return whether one side gets everything: after a failure the other side, after a coinche the side that is right."""
    return not is_tied(deal) and (not is_made(deal) or times(deal) > 1)


def tricks_of_winner(deal: AnsweredDeal) -> int:
    """Return the points for all tricks together. With a contract they are those of a capot only if the winner took it."""
    if not uses_contract(deal):
        return rounded(deal, CLASSIC_CAPOT if is_capot(deal) else ALL_POINTS)
    points = CAPOT if deal["contract"] == CAPOT or deal["all_tricks"] == right_side(deal) else ROUND_POINTS
    return points * times(deal) if deal.option("doubling") == "all" else points


def tricks(deal: AnsweredDeal) -> list[int]:
    if counts_bid_only(deal) and is_made(deal):
        return deal.zeros()
    if takes_all(deal):
        return deal.to(right_side(deal), tricks_of_winner(deal))
    points = [rounded(deal, number) for number in trick_points(deal)]
    return deal.to(1 - deal["taker"], points[1 - deal["taker"]]) if is_tied(deal) else points


@once
def contract_points(deal: AnsweredDeal) -> list[int]:
    if not uses_contract(deal):
        return deal.zeros()
    return deal.to(right_side(deal), deal["contract"] * times(deal))


def declarations(deal: AnsweredDeal) -> list[int]:
    points = own_declared(deal)
    if counts_bid_only(deal):
        return deal.zeros()
    if takes_all(deal):
        return deal.to(right_side(deal), sum(points))
    return deal.to(1 - deal["taker"], points[1 - deal["taker"]]) if is_tied(deal) else points


def belote(deal: AnsweredDeal) -> list[int]:
    if counts_bid_only(deal):
        return deal.zeros()
    points = own_belote(deal)
    return deal.to(1 - deal["taker"], points[1 - deal["taker"]]) if is_tied(deal) else points


def held_before(deal: AnsweredDeal) -> int:
    """Return the points that earlier rounds hold for the next winner."""
    return int(deal.carried.get("held") or 0)


def held_goes_to(deal: AnsweredDeal) -> int | None:
    """Return the side that gets the held points, or None while they are held."""
    return None if is_tied(deal) else right_side(deal)


def held(deal: AnsweredDeal) -> int:
    """Return the points that are held after this round."""
    return held_before(deal) + own(deal)[deal["taker"]] if is_tied(deal) else 0


def contract_words(deal: AnsweredDeal) -> list[Words | None]:
    if not uses_contract(deal):
        return [None] * deal.setup.sides
    words = reason(deal["contract"], is_made(deal))
    if not is_made(deal) and needed(deal) > deal["contract"]:
        words = Words(_("%(bid)s failed: %(needed)s needed"), bid=deal["contract"], needed=needed(deal))
    return [words if number else None for number in contract_points(deal)]


def outcome(deal: AnsweredDeal) -> Outcome | None:
    if not deal.known("taker", "trick_points") or (uses_contract(deal) and not deal.known("contract")):
        return None
    if is_tied(deal):
        return Outcome(pgettext("Coinche", "Tied"), deal["taker"], None)
    return outcome_of(deal["taker"], is_made(deal))
