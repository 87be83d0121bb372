"""A game with its house rules and seats, before any deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import Game, Options


class Setup:
    """A game with its house rules and seats, before any deal."""

    def __init__(self, game: Game, options: Options, players: int, first_dealer: int = 0) -> None:
        self.game = game
        self.options = {option.name: options.get(option.name, option.default) for option in game.options}
        self.players = players
        self.sides = game.sides(players, self.options)
        self.fewest = game.fewest(self.options)  # whether the fewest points win
        self.first_dealer = first_dealer
        self.goal = game.end.points(self)  # of a side, or None
        self.most_rounds = game.end.rounds(self)  # that are complete, or None

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals the deal with this number."""
        return (self.first_dealer + number) % self.players

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    def seats_of(self, side: int) -> list[int]:
        return list(range(side, self.players, self.sides))

    def leaders(self, totals: Sequence[int]) -> list[int]:
        """Return the leading sides: several if they are tied."""
        best = min(totals) if self.fewest else max(totals)
        return [side for side, total in enumerate(totals) if total == best]

    def places(self, totals: Sequence[int]) -> list[int]:
        """Return the place of each side, 1 for the best. Equal totals share a place, and the next place is skipped."""
        ordered = sorted(totals, reverse=not self.fewest)
        return [1 + ordered.index(total) for total in totals]

    def ahead(self, totals: Sequence[int], side: int) -> int:
        """Return by how many points a side leads the best of the others; negative if it is behind."""
        others = [total for other, total in enumerate(totals) if other != side]
        return min(others) - totals[side] if self.fewest else totals[side] - max(others)

    def winners(self, totals: Sequence[int], complete: int) -> list[int]:
        """Return the sides that win with these totals and complete deals, or none if the match goes on."""
        is_at_goal = self.goal is not None and max(totals) >= self.goal
        if not is_at_goal and (self.most_rounds is None or complete < self.most_rounds):
            return []
        first = self.leaders(totals)
        return first if len(first) == 1 or not self.game.end.race else []

    def cannot_be_over(self, most: Sequence[int] | None, complete: int) -> bool:
        """Return whether no match with at most these totals and complete deals can be over. None allows any total."""
        by_points = self.goal is None or (most is not None and max(most) < self.goal)
        return by_points and (self.most_rounds is None or (most is not None and complete < self.most_rounds))
