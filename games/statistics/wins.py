"""The number of matches that a person has won.

A match that one side won counts as won for each of its players. A match that several sides share is counted separately. It
is worth a part of a win: a half if two share it. So no one has more wins than matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass
class Wins:
    played: int = 0
    won: int = 0  # alone, or as a team
    parts: dict[str, int] = field(default_factory=dict)  # shared matches, by the number of sides that share them

    def add(self, is_winner: bool, winners: int) -> None:
        self.played += 1
        if is_winner and winners == 1:
            self.won += 1
        elif is_winner:
            self.parts[str(winners)] = self.parts.get(str(winners), 0) + 1

    @property
    def shared(self) -> int:
        return sum(self.parts.values())

    @property
    def worth(self) -> Fraction:
        return self.won + sum((Fraction(times, int(sides)) for sides, times in self.parts.items()), Fraction())


def chance_of(tables: Mapping[str, int]) -> Fraction:
    """Return the wins that chance gives. One of `n` sides at a table wins one of `n` matches.

    `tables` has the number of matches, by the number of sides.
    """
    return sum((Fraction(matches, int(sides)) for sides, matches in tables.items()), Fraction())
