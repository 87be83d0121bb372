"""Packs of cards, and the answers that a captured pile of cards gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal

    Card = tuple[str, str]  # rank and suit: ("A", "spades")
    Worth = Callable[[str, str, AnsweredDeal], int]

SUITS = (("clubs", _("Clubs")), ("diamonds", _("Diamonds")), ("hearts", _("Hearts")), ("spades", _("Spades")))
SIGNS = (("clubs", "♣"), ("diamonds", "♦"), ("hearts", "♥"), ("spades", "♠"))


class Fill:
    """An answer that a pile gives: its cards added up, or the taker of a single card.

    It needs answers to the questions in `needs`. `more` returns what a side has in addition to its cards.
    """

    def __init__(
        self,
        question: str,
        worth: Worth,
        *,
        needs: Sequence[str] = (),
        more: Callable[[AnsweredDeal, int], int] | None = None,
    ) -> None:
        self.question = question
        self.worth = worth
        self.needs = needs
        self.more = more

    def of(self, deal: AnsweredDeal, side: int, pile: Sequence[Card]) -> int:
        cards = sum([self.worth(rank, suit, deal) for rank, suit in pile])
        return cards if self.more is None else cards + self.more(deal, side)


class Pack:
    """All cards of a game, highest first, and the answers that a pile of them gives."""

    def __init__(
        self, ranks: Sequence[str], suits: Sequence[tuple[str, str]] = SUITS, *, fills: Sequence[Fill] = ()
    ) -> None:
        self.ranks = ranks
        self.suits = suits
        self.fills = fills

    def cards(self) -> list[Card]:
        return [(rank, suit) for suit, _label in self.suits for rank in self.ranks]

    def worth_something(self, deal: AnsweredDeal) -> list[Card]:
        """Return the cards of a pile that matter for any answer."""
        return [card for card in self.cards() if any(fill.worth(card[0], card[1], deal) for fill in self.fills)]

    def answers(self, deal: AnsweredDeal, side: int, pile: Sequence[Card]) -> dict[str, Any]:
        """Return the answers that the pile of one side gives. The numbers of the other sides stay open."""
        answers = {}
        for fill in self.fills:
            if deal.known(*fill.needs):
                kind = deal.setup.game.question(fill.question).kind
                worth = fill.of(deal, side, pile)
                answers[fill.question] = deal.to(side, worth, None) if kind == "tally" else taker(deal, side, worth)
        return answers


def taker(deal: AnsweredDeal, side: int, worth: int) -> int | None:
    """Return the side that took a single card: this side, or the other one of two."""
    if worth:
        return side
    return 1 - side if deal.setup.sides == 2 else None
