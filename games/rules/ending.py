"""How matches end: a race to a number of points, a number of rounds, whichever comes first, or by hand alone."""

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
        first = match.leaders(totals)
        return first if len(first) == 1 and max(totals) >= self.target(match) else []

    def is_out_of_reach(self, match: Match, most: Sequence[int] | None, complete: int) -> bool:
        """Whether nothing ends it, no side ever having more than this and no more deals being complete; None: any total."""
        return most is not None and max(most) < self.target(match)

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
        return match.leaders(totals) if complete == self.count(match) else []

    def is_out_of_reach(self, match: Match, most: Sequence[int] | None, complete: int) -> bool:
        return most is not None and complete < self.count(match)

    def most_deals(self, match: Match) -> int | None:
        return self.count(match)

    def goal(self, match: Match) -> int | None:
        return None


class Limits:
    """Once a side has so many points, or after so many rounds, the best win, and level ones share. Each may be None."""

    def __init__(self, points: Callable[[Match], int | None], rounds: Callable[[Match], int | None]) -> None:
        self.points = points
        self.rounds = rounds

    def winners(self, match: Match, totals: Sequence[int], complete: int) -> list[int]:
        points, rounds = self.points(match), self.rounds(match)
        is_over = (points is not None and max(totals) >= points) or (rounds is not None and complete >= rounds)
        return match.leaders(totals) if is_over else []

    def is_out_of_reach(self, match: Match, most: Sequence[int] | None, complete: int) -> bool:
        points, rounds = self.points(match), self.rounds(match)
        by_points = points is None or (most is not None and max(most) < points)
        return by_points and (rounds is None or (most is not None and complete < rounds))

    def most_deals(self, match: Match) -> int | None:
        return self.rounds(match)

    def goal(self, match: Match) -> int | None:
        return self.points(match)


def leaders(numbers: Sequence[int], fewest: bool = False) -> list[int]:
    """Those with the most, or the fewest; more than one where they are level."""
    best = min(numbers) if fewest else max(numbers)
    return [side for side, number in enumerate(numbers) if number == best]


def sole_leader(numbers: Sequence[int]) -> int | None:
    """The one with the most, or None where the top is shared."""
    first = leaders(numbers)
    return first[0] if len(first) == 1 else None


def places(totals: Sequence[int], fewest: bool = False) -> list[int]:
    """1 for the highest, or the lowest; equal totals share a place and the next one is skipped."""
    return [1 + len([other for other in totals if (other < total if fewest else other > total)]) for total in totals]
