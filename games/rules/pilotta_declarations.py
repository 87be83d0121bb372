"""Declarations in Pilotta: runs and fours, what they are worth, and whose count.

Only the side with the highest single one counts its declarations, all of them (S4 L56).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested
from games.rules.cards import SUITS
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import Deal

    Shown = dict[str, Any]  # one declaration, with None for what was not noted

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")  # S4 L43
RUNS = ((5, 100), (4, 50), (3, 20))  # S4 L45-49: "5 or more 100 points"
FOURS = (("J", 200), ("9", 150), ("A", 100), ("10", 100), ("K", 100), ("Q", 100))  # S4 L51-54
MOST_SHOWN = 8  # by a side: more than its two hands can hold. All pairs are compared, so there must be an end

FIELDS = ("kind", "length", "top", "suit", "seat", "rank")  # of either kind

SEAT = ask.Seat("seat", _("Who showed it"), need=ask.NEVER)

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
                    off=_("Four of these can be declared: %(values)s. Sevens and eights are worth nothing."),
                ),
                SEAT,
            ),
        ),
    ),
)


def worth(shown: Shown) -> int:
    if shown["kind"] == "four":
        return next(points for rank, points in FOURS if rank == shown["rank"])
    return next(points for length, points in RUNS if shown["length"] >= length)


def of_side(deal: Deal, side: int) -> list[Shown]:
    """What a side has shown, once it is told in full."""
    return deal["declarations"][side] if deal.known("declarations") else []


def valid_declarations(deal: Deal, side: int) -> list[Shown]:
    """What a side has shown, as far as it is told: whatever is told must be possible."""
    declarations = deal.given.get("declarations") or [None, None]
    return [{name: shown.get(name) for name in FIELDS} for shown in declarations[side] or [] if shown is not None]


def best(deal: Deal, side: int) -> int:
    return max([worth(shown) for shown in of_side(deal, side)], default=0)


def are_level(deal: Deal) -> bool:
    """Whether the best of both sides are worth the same; then the table says whose count."""
    return best(deal, 0) == best(deal, 1) != 0


def is_settled(deal: Deal) -> bool:
    """Whether it is known whose declarations count."""
    return not deal.begun("declarations") and (deal.known("declarations_to") or not are_level(deal))


def declared(deal: Deal) -> list[tuple[int, int]]:
    """The declarations that count: side and value of each."""
    side = deal["declarations_to"] if are_level(deal) else 0 if best(deal, 0) > best(deal, 1) else 1
    return [(side, worth(shown)) for shown in of_side(deal, side)]


def ranks(shown: Shown) -> list[str]:
    """The ranks in it, as far as they are told."""
    if shown["kind"] != "sequence":
        return [] if shown["rank"] is None else [shown["rank"]]
    if shown["length"] is None or shown["top"] is None:
        return []
    end = RANKS.index(shown["top"]) + 1
    return list(RANKS[max(0, end - shown["length"]) : end])


def has_four(deal: Deal, side: int, rank: str) -> bool:
    return any(shown["kind"] == "four" and shown["rank"] == rank for shown in valid_declarations(deal, side))


def shows_pilotta(deal: Deal, side: int) -> bool:
    """Whether a run of the side holds the king or the queen of trumps; none has the king alone."""
    runs = [
        shown for shown in valid_declarations(deal, side) if shown["kind"] == "sequence" and shown["suit"] is not None
    ]
    return any(shown["suit"] == deal["trump"] and "Q" in ranks(shown) for shown in runs)


def declaration_problems(deal: Deal) -> list[Problem]:
    all_shown = [(side, shown) for side in range(deal.match.sides) for shown in valid_declarations(deal, side)]
    found = []
    for number, (side, shown) in enumerate(all_shown):
        found.extend(problems_of_one(deal, side, shown))
        for other_side, other in all_shown[:number]:
            found.extend(problems_of_two(shown, other, side != other_side))
    if deal.known("declarations_to") and not may_count(deal, deal["declarations_to"]):
        text = _("Only the side with the highest declaration counts its own.")
        found.append(Problem("declarations_to", "contradiction", text))
    return found


def may_count(deal: Deal, side: int) -> bool:
    """Whether this side can have the highest declaration; it can while they are not told yet."""
    if not deal.known("declarations"):
        is_whole = deal.known("bidder", "bid", "trick_points") and "declarations" not in deal.wrong
        return deal.begun("declarations") or not is_whole
    return bool(of_side(deal, side)) and best(deal, side) >= best(deal, 1 - side)


def problems_of_one(deal: Deal, side: int, shown: Shown) -> list[Problem]:
    if shown["seat"] is not None and deal.match.side_of(shown["seat"]) != side:
        return [Problem("declarations", "seat", _("A declaration stands with the side of the player who shows it."))]
    if shown["kind"] == "sequence" and shown["top"] is not None and len(ranks(shown)) < (shown["length"] or 0):
        text = _("No %(length)s cards in a row end with %(top)s.")
        return [Problem("declarations", "impossible", text, length=shown["length"], top=shown["top"])]
    return []


def problems_of_two(one: Shown, other: Shown, other_side: bool) -> list[Problem]:
    """Nobody can show a card that somebody else has shown; one player may use it in a run and in a four."""
    shared = [rank for rank in ranks(one) if rank in ranks(other)]
    if not shared or not share_a_suit(one, other):
        return []
    if one["kind"] == other["kind"] == "four":
        return [Problem("declarations", "doubled", _("Four %(rank)s are declared twice."), rank=shared[0])]
    if one["kind"] == other["kind"] or other_side or are_two_players(one, other):
        return [Problem("declarations", "doubled", _("A card is declared twice: %(rank)s."), rank=shared[0])]
    return []


def share_a_suit(one: Shown, other: Shown) -> bool:
    """A four has every suit; of two runs both must be known."""
    if "four" in (one["kind"], other["kind"]):
        return True
    return one["suit"] is not None and one["suit"] == other["suit"]


def are_two_players(one: Shown, other: Shown) -> bool:
    return None not in (one["seat"], other["seat"]) and one["seat"] != other["seat"]
