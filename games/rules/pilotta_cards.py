"""The pack of Pilotta, and the points of its cards in the tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.belote_cards import RANKS
from games.rules.cards import Fill, Pack
from games.rules.pilotta_tens import LAST_TRICK

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal

TRUMP_WORTH = (("J", 20), ("9", 14), ("A", 11), ("10", 10), ("K", 4), ("Q", 3))  # S4 L10-24
PLAIN_WORTH = (("A", 11), ("10", 10), ("K", 4), ("Q", 3), ("J", 2))


def card_worth(rank: str, suit: str, deal: AnsweredDeal) -> int:
    for known, worth in TRUMP_WORTH if suit == deal["trump"] else PLAIN_WORTH:
        if known == rank:
            return worth
    return 0


def last_trick_worth(deal: AnsweredDeal, side: int) -> int:
    return LAST_TRICK if deal["last_trick"] == side else 0


PACK = Pack(
    RANKS,
    fills=(Fill("trick_points", card_worth, needs=("trump", "last_trick"), more=last_trick_worth),),
)
