"""How matches end: at a number of points, after a number of rounds, at whichever comes first, or by hand only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.rules.game import Setup


class Race:
    """A race to a target: the sole leader wins at the target. If the top is shared, play goes on."""

    def __init__(self, target: Callable[[Setup], int]) -> None:
        self.target = target

    def winners(self, setup: Setup, totals: Sequence[int], complete: int) -> list[int]:
        first = setup.leaders(totals)
        return first if len(first) == 1 and max(totals) >= self.target(setup) else []

    def cannot_be_over(self, setup: Setup, most: Sequence[int] | None, complete: int) -> bool:
        """Return whether no match with at most these totals and complete deals can be over. None allows any total."""
        return most is not None and max(most) < self.target(setup)

    def most_deals(self, setup: Setup) -> int | None:
        return None

    def goal(self, setup: Setup) -> int | None:
        """Return the points to reach, or None."""
        return self.target(setup)


class Rounds:
    """A fixed number of complete deals. The leaders share the win."""

    def __init__(self, count: Callable[[Setup], int]) -> None:
        self.count = count

    def winners(self, setup: Setup, totals: Sequence[int], complete: int) -> list[int]:
        return setup.leaders(totals) if complete == self.count(setup) else []

    def cannot_be_over(self, setup: Setup, most: Sequence[int] | None, complete: int) -> bool:
        return most is not None and complete < self.count(setup)

    def most_deals(self, setup: Setup) -> int | None:
        return self.count(setup)

    def goal(self, setup: Setup) -> int | None:
        return None


class Limits:
    """A number of points or of rounds, whichever comes first; each may be None. The leaders share the win."""

    def __init__(self, points: Callable[[Setup], int | None], rounds: Callable[[Setup], int | None]) -> None:
        self.points = points
        self.rounds = rounds

    def winners(self, setup: Setup, totals: Sequence[int], complete: int) -> list[int]:
        points, rounds = self.points(setup), self.rounds(setup)
        is_over = (points is not None and max(totals) >= points) or (rounds is not None and complete >= rounds)
        return setup.leaders(totals) if is_over else []

    def cannot_be_over(self, setup: Setup, most: Sequence[int] | None, complete: int) -> bool:
        points, rounds = self.points(setup), self.rounds(setup)
        by_points = points is None or (most is not None and max(most) < points)
        return by_points and (rounds is None or (most is not None and complete < rounds))

    def most_deals(self, setup: Setup) -> int | None:
        return self.rounds(setup)

    def goal(self, setup: Setup) -> int | None:
        return self.points(setup)


def leaders(numbers: Sequence[int], fewest: bool = False) -> list[int]:
    """Return the sides with the most, or the fewest: several if they are tied."""
    best = min(numbers) if fewest else max(numbers)
    return [side for side, number in enumerate(numbers) if number == best]


def sole_leader(numbers: Sequence[int]) -> int | None:
    """Return the side with the most, or None if the top is shared."""
    first = leaders(numbers)
    return first[0] if len(first) == 1 else None


def places(totals: Sequence[int], fewest: bool = False) -> list[int]:
    """Return the place of each side, 1 for the best. Equal totals share a place, and the next place is skipped."""
    return [1 + len([other for other in totals if (other < total if fewest else other > total)]) for total in totals]
