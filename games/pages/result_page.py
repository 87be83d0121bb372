"""The end of a match: who has won and by how much, the places, what decided it, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.rows import moment_words
from games.pages.start.seating import again
from games.rules.words import Words, _

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch

MOST_TOLD = 3


class MatchResult:
    def __init__(self, found: OpenMatch) -> None:
        sides = found.standing.sides
        self.winners = [side.name for side in found.standing.winners]
        self.total = found.standing.at_top[0].total
        behind = [abs(side.total - self.total) for side in sides if side.place > 1]
        self.ahead = min(behind) if behind else 0
        self.places = sorted(sides, key=lambda side: (side.place, sides.index(side)))
        self.is_closed = found.log.is_closed
        self.is_early = self.is_closed and not found.standing.ends_by_hand
        self.rounds = len(found.sheet.rows)
        self.decided = deciding_highlights(found)
        self.again = again(found.log, passed_on=len(found.sheet.rows))


def deciding_highlights(found: OpenMatch) -> list[Words]:
    """The largest round, and what is seldom seen."""
    names = [side.name for side in found.standing.sides]
    told: list[tuple[int, int, int, Words]] = []
    for row in [row for row in found.sheet.rows if not row.problems]:
        for moment in row.deal.setup.game.moments(row.deal):
            told.append((-moment.rare, row.deal.number, len(told), moment_words(moment.words, moment.side, names)))
    largest = largest_round(found, names)
    return largest + [words for _rare, _number, _place, words in sorted(told, key=lambda one: one[:3])[:MOST_TOLD]]


def largest_round(found: OpenMatch, names: list[str]) -> list[Words]:
    """Where one round brought more than all others."""
    every = [(points, row, side) for row in found.sheet.rows for side, points in enumerate(row.points)]
    most = max([points for points, _row, _side in every] + [0])
    largest = [(row, side) for points, row, side in every if points == most]
    if most < 2 or len(largest) != 1:
        return []
    [(row, side)] = largest
    text = _("The most in one round: %(points)s for %(side)s in round %(number)s.")
    return [Words(text, points=most, side=names[side], number=row.deal.number + 1)]
