"""Matches with their rounds, written by hand."""

from typing import Any

from games.statistics.played_match import PlayedMatch
from tests.statistics.summaries import played

MatchWithRounds = tuple[PlayedMatch, list[dict[str, Any]]]


def match_with_rounds(
    day: str, game: str, names: str, rounds: list[list[int]], won: tuple[int, ...], counted: Any = (), **more: Any
) -> MatchWithRounds:
    """Return a match of a day. `rounds` has the points of each side in each round, `counted` what the game counts."""
    totals = [sum(column) for column in zip(*rounds, strict=True)]
    match = played(game, names, totals, won, match=f"match of {day}", day=day, **more)
    sides = []
    for side in range(len(totals)):
        points = [(row[side], number) for number, row in enumerate(rounds, 1)]
        sides.append(
            {
                "fewest": False,
                "rounds": len(rounds),
                "points": totals[side],
                "most": list(max(points, key=lambda scored: scored[0])),
                "least": list(min(points, key=lambda scored: scored[0])),
                "figures": {name: counts[side] for name, counts in counted},
            }
        )
    return match, sides
