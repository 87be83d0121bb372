"""Packs of cards, and what a captured pile of them answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import Deal

    Card = tuple[str, str]  # rank and suit: ("A", "spades")
    Worth = Callable[[str, str, Deal], int]

SUITS = (("clubs", _("Clubs")), ("diamonds", _("Diamonds")), ("hearts", _("Hearts")), ("spades", _("Spades")))
SIGNS = (("clubs", "♣"), ("diamonds", "♦"), ("hearts", "♥"), ("spades", "♠"))


class Fill:
    """An answer that a pile gives: its cards added up, or the taker of a single card.

    It can be given once the questions in `needs` are answered; `more` is what a side has beside its cards.
    """

    def __init__(
        self, question: str, worth: Worth, *, needs: Sequence[str] = (), more: Callable[[Deal, int], int] | None = None
    ) -> None:
        self.question = question
        self.worth = worth
        self.needs = needs
        self.more = more

    def of(self, deal: Deal, side: int, pile: Sequence[Card]) -> int:
        cards = sum([self.worth(rank, suit, deal) for rank, suit in pile])
        return cards if self.more is None else cards + self.more(deal, side)


class Pack:
    """All cards of a game, highest first, and what a pile of them fills in."""

    def __init__(
        self, ranks: Sequence[str], suits: Sequence[tuple[str, str]] = SUITS, *, fills: Sequence[Fill] = ()
    ) -> None:
        self.ranks = ranks
        self.suits = suits
        self.fills = fills

    def cards(self) -> list[Card]:
        return [(rank, suit) for suit, _label in self.suits for rank in self.ranks]

    def worth_something(self, deal: Deal) -> list[Card]:
        """The cards one has to look for in a pile."""
        return [card for card in self.cards() if any(fill.worth(card[0], card[1], deal) for fill in self.fills)]

    def answers(self, deal: Deal, side: int, pile: Sequence[Card]) -> dict[str, Any]:
        """What the pile of one side answers; what it leaves to the other sides stays open."""
        found = {}
        for fill in self.fills:
            if deal.known(*fill.needs):
                kind = deal.match.game.question(fill.question).kind
                worth = fill.of(deal, side, pile)
                found[fill.question] = places(deal, side, worth) if kind == "tally" else taker(deal, side, worth)
        return found


def places(deal: Deal, side: int, worth: int) -> list[int | None]:
    return [worth if one == side else None for one in range(deal.match.sides)]


def taker(deal: Deal, side: int, worth: int) -> int | None:
    """Who took a single card: this side, or of two sides the other."""
    if worth:
        return side
    return 1 - side if deal.match.sides == 2 else None
