"""The cards of Briscola: the Italian pack, its suits, and its 120 card points."""

from __future__ import annotations

from games.rules.bisca_cards import ALL_POINTS
from games.rules.words import _, pgettext

RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
SUITS = (("coins", _("Coins")), ("cups", _("Cups")), ("swords", _("Swords")), ("clubs", _("Batons")))
RANKING = _("Rank: A 3 K Q J 7 6 5 4 2. Points: A = 11, 3 = 10, K = 4, Q = 3, J = 2; 120 in all.")
CARD_POINTS = pgettext("Briscola", "Card points")
CARD_POINTS_HELP = _("Ace 11, three 10, king 4, queen 3, jack 2: 120 in all.")


def is_all(points: int) -> bool:
    """Return whether one party has all card points, and so the other none."""
    return points in (0, ALL_POINTS)
