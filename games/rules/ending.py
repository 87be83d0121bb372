"""How matches end: a race to a number of points, or a number of rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.rules.game import Match


class Race:
    """The sole leader wins once at the target; level at the top, they play on."""

    def __init__(self, target: Callable[[Match], int]) -> None:
        self.target = target

    def winners(self, match: Match, totals: Sequence[int], complete: int) -> list[int]:
        first = leaders(totals)
        return first if len(first) == 1 and max(totals) >= self.target(match) else []

    def most_deals(self, match: Match) -> int | None:
        return None

    def goal(self, match: Match) -> int | None:
        """The points to reach."""
        return self.target(match)


class Rounds:
    """So many deals, all complete; the leaders share the win."""

    def __init__(self, count: Callable[[Match], int]) -> None:
        self.count = count

    def winners(self, match: Match, totals: Sequence[int], complete: int) -> list[int]:
        return leaders(totals) if complete == self.count(match) else []

    def most_deals(self, match: Match) -> int | None:
        return self.count(match)

    def goal(self, match: Match) -> int | None:
        return None


def leaders(numbers: Sequence[int]) -> list[int]:
    """Those with the most; more than one where they are level."""
    top = max(numbers)
    return [side for side, number in enumerate(numbers) if number == top]


def sole_leader(numbers: Sequence[int]) -> int | None:
    """The one with the most, or None where the top is shared."""
    first = leaders(numbers)
    return first[0] if len(first) == 1 else None


def places(totals: Sequence[int]) -> list[int]:
    """1 for the highest; equal totals share a place and the next one is skipped."""
    return [1 + len([other for other in totals if other > total]) for total in totals]
