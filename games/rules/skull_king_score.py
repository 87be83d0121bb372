"""The arithmetic of Skull King: two ways to score, the bonus, the loot and the wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import bid_tricks

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

ROUNDS = 10
MOST_CARDS_OF_EIGHT = 8  # with eight players the pack is used up
MET, OFF, ZERO = 20, 10, 10  # for each trick taken, for each trick off, and for each card at a bid of 0
CARD, CANNONBALL = 10, 15  # for each card dealt
LOOT = 20


def cards(deal: AnsweredDeal) -> int:
    """Return how many cards each player gets."""
    return min(deal.number + 1, MOST_CARDS_OF_EIGHT) if deal.setup.players == 8 else deal.number + 1


def tricks_in_all(deal: AnsweredDeal) -> int | None:
    """Return how many tricks players can take, or None while that is not known."""
    if "destroyed" in deal.wrong:
        return None
    destroyed = deal["destroyed"] or 0 if deal.option("expansion") else 0
    return None if destroyed > cards(deal) else cards(deal) - destroyed


def is_rascal(deal: AnsweredDeal) -> bool:
    return bool(deal.option("scoring") == "rascal")


def has_risked(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether the player fired a cannonball, where it counts."""
    counts = is_rascal(deal) and deal.option("cannonball") and deal.known("cannonballs")
    return bool(counts and deal["cannonballs"][seat])


def fraction(deal: AnsweredDeal, seat: int, error: int) -> tuple[int, int]:
    """Return the share of what a player can get by Rascal's scoring, as two whole numbers."""
    if error == 0:
        return 1, 1
    return (1, 2) if error == 1 and not has_risked(deal, seat) else (0, 1)


def base_points(deal: AnsweredDeal) -> list[int]:
    """Return the points of each player for bid and tricks, without bonus."""
    return [base(deal, seat, error) for seat, error in enumerate(bid_tricks.errors(deal))]


def base(deal: AnsweredDeal, seat: int, error: int) -> int:
    bid, dealt = int(deal["bids"][seat]), cards(deal)
    if is_rascal(deal):
        part, of = fraction(deal, seat, error)
        return dealt * (CANNONBALL if has_risked(deal, seat) else CARD) * part // of
    if bid == 0:
        return -ZERO * dealt if error else ZERO * dealt
    return -OFF * error if error else MET * bid


def bonus_points(deal: AnsweredDeal) -> list[int]:
    """Return the bonus of each player, as far as it counts."""
    bonus = deal["bonus"]
    if bonus is None:
        return deal.zeros()
    points = []
    for seat, error in enumerate(bid_tricks.errors(deal)):
        part, of = bonus_share(deal, seat, error)
        points.append(bonus[seat] * part // of)
    return points


def gets_bonus(deal: AnsweredDeal, seat: int) -> bool:
    """Return whether a bonus of this player would count. Nobody can get one without a trick."""
    if not deal.known("bids", "tricks") or deal["tricks"][seat] == 0:
        return False
    return bonus_share(deal, seat, bid_tricks.errors(deal)[seat])[0] > 0


def bonus_share(deal: AnsweredDeal, seat: int, error: int) -> tuple[int, int]:
    """Return the share of the bonus that counts, as two whole numbers."""
    return fraction(deal, seat, error) if is_rascal(deal) else (int(error == 0), 1)


def loot_points(deal: AnsweredDeal) -> list[int]:
    """Return the points of each player for loot: both its players must meet their bids."""
    points, met = deal.zeros(), bid_tricks.met(deal)
    for loot in deal["loot"] or [] if deal.option("expansion") else []:
        if met[loot["from"]] and met[loot["winner"]]:
            points[loot["from"]] += LOOT
            points[loot["winner"]] += LOOT
    return points


def wager_points(deal: AnsweredDeal) -> list[int]:
    """Return the points of each player for Rascal's bet."""
    wager = deal["wager"]
    if wager is None or not deal.option("powers"):
        return deal.zeros()
    is_met = bid_tricks.met(deal)[wager["seat"]]
    return deal.to(wager["seat"], wager["points"] if is_met else -wager["points"])
