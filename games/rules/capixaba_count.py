"""The count of the card points in Bisca Capixaba: a game, a capote from 90, or all 120."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.bisca_cards import MAJORITY, winner
from games.rules.capixaba_heley import by_trumps, ends_match, goes_on, heley_points
from games.rules.words import _

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal


class CountTier:
    """A number of card points from which the majority is worth more."""

    def __init__(self, name: str, label: str, least: int, plain: int, hearts: int) -> None:
        self.name = name
        self.label = label
        self.least = least
        self.plain = plain
        self.hearts = hearts


COUNTS = (
    CountTier("all_points", "120", 120, 4, 4),  # S2 L95
    CountTier("capote", _("Capote"), 90, 2, 3),  # S2 L93
    CountTier("game", _("Game"), MAJORITY, 1, 2),  # S2 L91
)


def count(deal: AnsweredDeal) -> CountTier | None:
    """Return the tier of the majority, or None at 60-60."""
    for tier in COUNTS:
        if max(deal["points"]) >= tier.least:
            return tier
    return None


def is_counted(deal: AnsweredDeal) -> bool:
    """Return whether everything that the count depends on is known, and the match was not over before it."""
    return deal.known("points") and heley_points(deal) is not None and goes_on(deal) and count_worth(deal) is not None


def count_worth(deal: AnsweredDeal) -> int | None:
    """Return what the majority is worth, or None while it depends on unknown trumps."""
    tier = count(deal)
    return 0 if tier is None else by_trumps(deal, tier.plain, tier.hearts)


def count_points(deal: AnsweredDeal) -> list[int] | None:
    """Return the points for the card points, or None while they are unknown."""
    if ends_match(deal):
        return deal.zeros()
    return deal.to(winner(deal), count_worth(deal) or 0) if is_counted(deal) else None
