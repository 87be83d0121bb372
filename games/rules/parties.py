"""Rounds in which some players play against the others, and the dealer may sit out. Every player is a side."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.rules.game import AnsweredDeal, Setup


def all_but_dealer(setup: Setup, dealer: int) -> list[int]:
    return [seat for seat in range(setup.players) if seat != dealer]


def dealer_rests_of(players: int) -> Callable[[Setup, int], Sequence[int]]:
    """Return who plays in a game whose dealer sits out if this many players are there."""

    def playing(setup: Setup, dealer: int) -> Sequence[int]:
        return all_but_dealer(setup, dealer) if setup.players == players else range(setup.players)

    return playing


def opponents(deal: AnsweredDeal, party: Sequence[int]) -> list[int]:
    """Return the players of the round who are not in this party."""
    return [seat for seat in deal.playing if seat not in party]
