"""The totals of an evening. Only matches with a complete round count, and points are added within one game only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from games.statistics.evening_overview import by_game
from games.statistics.people import TablePerson
from games.statistics.played_match import PlayedMatch, PlayedSide
from games.statistics.wins import Wins


@dataclass
class GameTotals:
    """The points and places of a person in one game. Each player of a team has the points of the team."""

    points: int = 0
    places: list[int] = field(default_factory=list)


@dataclass(kw_only=True)
class PersonTotals(Wins):
    person: TablePerson
    games: list[GameTotals | None]  # in the order of the games; None if they did not play it
    place: int = 1
    is_level: bool = False  # another person has the same place

    def add_match(self, game: int, side: PlayedSide, winners: int) -> None:
        totals = self.games[game] = self.games[game] or GameTotals()
        totals.points += side.total
        totals.places.append(side.place)
        self.add(side.is_winner, winners)


class EveningTotals:
    """The games of which a match ended, and everyone who played them, the best first."""

    def __init__(self, matches: Sequence[PlayedMatch]) -> None:
        over = by_game([match for match in matches if match.has_result])
        self.games = [ended[0].game for ended in over.values()]
        self.counts = [len(ended) for ended in over.values()]
        self.matches = sum(self.counts)
        rows: dict[str, PersonTotals] = {}
        for number, ended in enumerate(over.values()):
            for match in ended:
                for person, side in match.seated:
                    row = rows.setdefault(person.key, PersonTotals(person=person, games=[None] * len(over)))
                    row.add_match(number, match.sides[side], len(match.winners))
        self.rows = sorted(rows.values(), key=lambda row: row.worth, reverse=True)
        place = 1
        for _worth, level in groupby(self.rows, key=lambda row: row.worth):
            same = list(level)
            for row in same:
                row.place, row.is_level = place, len(same) > 1
            place += len(same)
        self.has_shared = any(row.shared for row in self.rows)
