"""The contracts of King: what counts in a round, who chooses it, and how often it may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.cards import SUITS
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal, Facts, Setup

PLAYERS = 4
MOST_ITEMS = 13
TRUMPS, NULOS = "trumps", "nulos"
NEGATIVE = ("tricks", "hearts", "queens", "men", "king", "last_two")  # in the order of Portugal
CONTRACTS = (
    ("tricks", _("No tricks")),
    ("hearts", _("No hearts")),
    ("queens", _("No queens")),
    ("men", _("No kings or jacks")),
    ("king", _("No king of hearts")),
    ("last_two", _("No last two tricks")),
    (TRUMPS, _("Trumps")),
)
ITEMS = {"tricks": 13, "hearts": 13, "queens": 4, "men": 8, "king": 1, "last_two": 2, TRUMPS: 13}
PORTUGAL = {"tricks": -20, "hearts": -20, "queens": -50, "men": -30, "king": -160, "last_two": -90, TRUMPS: 25}
TURKEY = {"tricks": -50, "hearts": -30, "queens": -100, "men": -60, "king": -320, "last_two": -180, TRUMPS: 50}

ROUNDS_PORTUGAL = len(NEGATIVE) + PLAYERS  # 10
MOST_OF_A_NEGATIVE = 2  # rounds of a Turkish match with the same negative contract
MOST_NEGATIVES, MOST_TRUMPS = 3, 2  # of a declarer in a Turkish match
ROUNDS_TURKEY = PLAYERS * (MOST_NEGATIVES + MOST_TRUMPS)  # 20


def is_turkish(deal: AnsweredDeal) -> bool:
    return bool(deal.option("style") == "turkey")


def fixed_contract(deal: AnsweredDeal) -> str:
    """Return the contract of this round in Portugal, where the order is fixed."""
    return NEGATIVE[deal.number] if deal.number < len(NEGATIVE) else TRUMPS


def contract(deal: AnsweredDeal) -> str | None:
    """Return the contract of the round, or None while it is not chosen."""
    chosen: str | None = deal["contract"] if is_turkish(deal) else fixed_contract(deal)
    return chosen


def items(deal: AnsweredDeal) -> int | None:
    """Return how many things count in this round, or None while nobody knows."""
    known = contract(deal)
    return None if known is None else ITEMS[known]


def each(deal: AnsweredDeal) -> int:
    """Return what each thing that counts is worth."""
    return (TURKEY if is_turkish(deal) else PORTUGAL)[contract(deal) or TRUMPS]


def label_of(known: str) -> str:
    return CONTRACTS[place(known)][1]


def names_contract(deal: AnsweredDeal) -> bool:
    """Return whether the entry has a line for the contract, asked or known from the round. Trumps need no such line."""
    return is_turkish(deal) or contract(deal) != TRUMPS


def most_of_one(deal: AnsweredDeal) -> int:
    """Return how many things that count one player can take."""
    return items(deal) or MOST_ITEMS


def declarer(deal: AnsweredDeal) -> int:
    """Return the seat that chooses the contract, or the trumps, and leads."""
    return (deal.dealer + 1) % PLAYERS if is_turkish(deal) else deal.dealer


# ---- what earlier rounds leave


def history(deal: AnsweredDeal) -> dict[str, Any]:
    """Return how often each contract was played, each declarer's contracts, and the players without a loss in negative rounds."""
    none = {
        "played": [0] * len(CONTRACTS),
        "negatives": [0] * PLAYERS,
        "trumps": [0] * PLAYERS,
        "clean": [True] * PLAYERS,
    }
    return deal.carried or none


def place(known: str) -> int:
    return [name for name, _label in CONTRACTS].index(known)


def carry(deal: AnsweredDeal) -> Facts:
    """Return the history with this complete round."""
    before, chosen = history(deal), contract(deal) or TRUMPS
    played, kind = list(before["played"]), "trumps" if chosen == TRUMPS else "negatives"
    played[place(chosen)] += 1
    own = list(before[kind])
    own[declarer(deal)] += 1
    clean = before["clean"]
    if chosen != TRUMPS:
        clean = [was and number == 0 for was, number in zip(clean, deal["taken"])]
    return before | {"played": played, kind: own, "clean": clean}


def negatives_played(history: dict[str, Any]) -> int:
    return sum(history["negatives"])


def choice_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse a contract of a Turkish match that was played as often as it may be."""
    chosen = deal["contract"]
    if chosen is None or not is_turkish(deal):
        return []
    before, seat = history(deal), declarer(deal)
    if chosen == TRUMPS:
        if before["trumps"][seat] < MOST_TRUMPS:
            return []
        text, most = _("This player has chosen trumps %(most)s times already."), MOST_TRUMPS
    elif before["played"][place(chosen)] >= MOST_OF_A_NEGATIVE:
        text, most = _("This contract was played %(most)s times already."), MOST_OF_A_NEGATIVE
    elif before["negatives"][seat] >= MOST_NEGATIVES:
        text, most = _("This player has chosen %(most)s negative contracts already."), MOST_NEGATIVES
    else:
        return []
    return [Problem("contract", "too_many", text, most=most)]


def contracts_left(deal: AnsweredDeal, chosen: str) -> int | None:
    """Return how often a contract of a Turkish match can still be chosen. None: it was not played yet, or is fixed."""
    if not is_turkish(deal):
        return None
    before, seat = history(deal), declarer(deal)
    if chosen == TRUMPS:
        most, played = MOST_TRUMPS, before["trumps"][seat]
    else:
        most, played = MOST_OF_A_NEGATIVE, before["played"][place(chosen)]
        if before["negatives"][seat] >= MOST_NEGATIVES:
            return 0
    return max(most - played, 0) if played else None


def buyers_left(deal: AnsweredDeal, seat: int) -> int | None:
    """Return 0 for the dealer, who sells the trumps to another player."""
    return 0 if seat == deal.dealer else None


def kinds_of_trumps(setup: Setup) -> list[str]:
    """Return the suits, and in Portugal no trumps, and nulos by house rule."""
    kinds = [suit for suit, _label in SUITS]
    if setup.options["style"] == "turkey":
        return kinds
    return kinds + (["none", NULOS] if setup.options["nulos"] else ["none"])


def trump_problems(deal: AnsweredDeal) -> list[Problem]:
    """Refuse trumps in a round without them."""
    if deal["trump"] is None or contract(deal) in (None, TRUMPS):
        return []
    return [Problem("trump", "contradiction", _("A negative round has no trumps."))]


def sale_problems(deal: AnsweredDeal) -> list[Problem]:
    sold = deal.given.get("sold")
    if sold is None:
        return []
    if is_turkish(deal):
        return [Problem("sold", "contradiction", _("As in Turkey the right to name trumps is not sold."))]
    if contract(deal) != TRUMPS:
        return [Problem("sold", "contradiction", _("In a negative round there is nothing to sell."))]
    if sold.get("to") == deal.dealer:
        return [Problem("sold", "contradiction", _("The dealer sells to another player."))]
    return []
