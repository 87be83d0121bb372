"""Declarations in Pilotta: runs and fours, their values, and which side counts them.

Only the side with the highest single declaration counts its declarations, and it counts all of them (S4 L56).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested
from games.rules.cards import SUITS
from games.rules.deal import once
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal

    Declaration = dict[str, Any]  # with None for each field that is not answered

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")  # S4 L43
RUNS = ((5, 100), (4, 50), (3, 20))  # S4 L45-49: "5 or more 100 points"
FOURS = (("J", 200), ("9", 150), ("A", 100), ("10", 100), ("K", 100), ("Q", 100))  # S4 L51-54
MOST_DECLARED = 8  # by a side: more than its two hands can have. All pairs are compared, so the number is limited

FIELDS = ("kind", "length", "top", "suit", "seat", "rank")  # of either kind

SEAT = ask.PlayerSeat("seat", _("Shown by"), need=ask.NEVER)


def worth(declaration: Declaration) -> int:
    if declaration["kind"] == "four":
        return next(points for rank, points in FOURS if rank == declaration["rank"])
    return next(points for length, points in RUNS if declaration["length"] >= length)


DECLARATION = nested.OneOf(
    "declaration",
    _("Declaration"),
    (
        nested.Record(
            "sequence",
            _("Run"),
            (
                ask.Number("length", _("Cards"), low=3, high=len(RANKS)),
                ask.Choice("top", _("Highest card"), [(rank, rank) for rank in RANKS], need=ask.NEVER),
                ask.Choice("suit", _("Suit"), SUITS, need=ask.NEVER),
                SEAT,
            ),
        ),
        nested.Record(
            "four",
            _("Four of a kind"),
            (
                ask.Choice(
                    "rank",
                    _("Rank"),
                    [(rank, rank) for rank, _worth in FOURS],
                    off=_(
                        "Only these can be declared as four of a kind: %(values)s. Sevens and eights are worth nothing."
                    ),
                ),
                SEAT,
            ),
        ),
    ),
    worth=worth,
)


def full_declarations(deal: AnsweredDeal, side: int) -> list[Declaration]:
    """Return the declarations of a side, or none while they are incomplete."""
    return deal["declarations"][side] if deal.known("declarations") else []


def valid_declarations(deal: AnsweredDeal, side: int) -> list[Declaration]:
    """Return the declarations of a side, even incomplete ones: their answered fields must be possible, too."""
    declarations = deal.given.get("declarations")
    if declarations is None:
        return []
    return [
        {name: declaration.get(name) for name in FIELDS}
        for declaration in declarations[side] or []
        if declaration is not None
    ]


@once
def bests(deal: AnsweredDeal) -> list[int]:
    """Return what the best declaration of each side is worth, or 0 without any."""
    if not deal.known("declarations"):
        return deal.zeros()
    return [max([worth(declaration) for declaration in one], default=0) for one in deal["declarations"]]


@once
def are_tied(deal: AnsweredDeal) -> bool:
    """Return whether the best declarations of both sides are worth the same; players then answer whose count."""
    first, second = bests(deal)
    return first == second != 0


def is_settled(deal: AnsweredDeal) -> bool:
    """Return whether it is known whose declarations count."""
    return not deal.has_begun("declarations") and (deal.known("declarations_to") or not are_tied(deal))


@once
def declared(deal: AnsweredDeal) -> list[tuple[int, int]]:
    """Return the declarations that count: the side and the value of each."""
    if not deal.known("declarations"):
        return []
    first, second = bests(deal)
    side = deal["declarations_to"] if are_tied(deal) else 0 if first > second else 1
    return [(side, worth(declaration)) for declaration in full_declarations(deal, side)]


def ranks(declaration: Declaration) -> list[str]:
    """Return the ranks in a declaration, as far as they are known."""
    if declaration["kind"] != "sequence":
        return [] if declaration["rank"] is None else [declaration["rank"]]
    if declaration["length"] is None or declaration["top"] is None:
        return []
    end = RANKS.index(declaration["top"]) + 1
    return list(RANKS[max(0, end - declaration["length"]) : end])


def has_four(deal: AnsweredDeal, side: int, rank: str) -> bool:
    return any(
        declaration["kind"] == "four" and declaration["rank"] == rank for declaration in valid_declarations(deal, side)
    )


def holds_pilotta(deal: AnsweredDeal, side: int) -> bool:
    """Return whether a run of the side has the king or the queen of trumps. A run with the king has the queen, too."""
    runs = [
        declaration
        for declaration in valid_declarations(deal, side)
        if declaration["kind"] == "sequence" and declaration["suit"] is not None
    ]
    return any(declaration["suit"] == deal["trump"] and "Q" in ranks(declaration) for declaration in runs)


def declaration_problems(deal: AnsweredDeal) -> list[Problem]:
    known = [(side, declaration) for side in range(deal.setup.sides) for declaration in valid_declarations(deal, side)]
    problems = []
    for number, (side, declaration) in enumerate(known):
        problems.extend(own_problems(deal, side, declaration))
        for other_side, other in known[:number]:
            problems.extend(pair_problems(declaration, other, side != other_side))
    if deal.known("declarations_to") and not may_count(deal, deal["declarations_to"]):
        text = _("Only the side with the highest declaration scores its own.")
        problems.append(Problem("declarations_to", "contradiction", text))
    return problems


def may_count(deal: AnsweredDeal, side: int) -> bool:
    """Return whether this side can have the highest declaration. It can while declarations are open."""
    if not deal.known("declarations"):
        is_scored = deal.known("bidder", "bid", "trick_points") and "declarations" not in deal.wrong
        return deal.has_begun("declarations") or not is_scored
    return bool(full_declarations(deal, side)) and bests(deal)[side] == max(bests(deal))


def own_problems(deal: AnsweredDeal, side: int, declaration: Declaration) -> list[Problem]:
    if declaration["seat"] is not None and deal.setup.side_of(declaration["seat"]) != side:
        return [Problem("declarations", "seat", _("A declaration belongs to the side of the player who shows it."))]
    if (
        declaration["kind"] == "sequence"
        and declaration["top"] is not None
        and len(ranks(declaration)) < (declaration["length"] or 0)
    ):
        text = _("A run of %(length)s cards cannot end with %(top)s.")
        return [Problem("declarations", "impossible", text, length=declaration["length"], top=declaration["top"])]
    return []


def pair_problems(first: Declaration, second: Declaration, other_side: bool) -> list[Problem]:
    """Refuse a card in two declarations, unless one player uses it in a run and in a four."""
    shared = [rank for rank in ranks(first) if rank in ranks(second)]
    if not shared or not share_a_suit(first, second):
        return []
    if first["kind"] == second["kind"] == "four":
        return [Problem("declarations", "doubled", _("Four of a kind (%(rank)s) is declared twice."), rank=shared[0])]
    if first["kind"] == second["kind"] or other_side or are_two_players(first, second):
        return [Problem("declarations", "doubled", _("A card is declared twice: %(rank)s."), rank=shared[0])]
    return []


def share_a_suit(first: Declaration, second: Declaration) -> bool:
    """Return whether two declarations share a suit: a four has every suit, and the suits of two runs must be known."""
    if "four" in (first["kind"], second["kind"]):
        return True
    return first["suit"] is not None and first["suit"] == second["suit"]


def are_two_players(first: Declaration, second: Declaration) -> bool:
    return None not in (first["seat"], second["seat"]) and first["seat"] != second["seat"]
