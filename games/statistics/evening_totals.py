"""What an evening adds up to. Only matches that ended after a complete round count, and points only within one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.statistics.evening_overview import by_game, has_result
from games.statistics.finished_match import FinishedMatch, PlayedSide
from games.statistics.people import TablePerson
from games.statistics.wins import Wins


@dataclass
class GameTotals:
    """What somebody has of one game: the points of all its matches, and the place in each. Of a team, each has all."""

    points: int = 0
    places: list[int] = field(default_factory=list)


@dataclass(kw_only=True)
class PersonTotals(Wins):
    person: TablePerson
    games: list[GameTotals | None]  # in the order of the games; None where they did not play it
    place: int = 1
    is_level: bool = False  # somebody else has the same place

    def add_match(self, game: int, side: PlayedSide, winners: int) -> None:
        of_game = self.games[game] = self.games[game] or GameTotals()
        of_game.points += side.total
        of_game.places.append(side.place)
        self.add(side.is_winner, winners)


class EveningTotals:
    """The games of which a match ended, and everybody who played one, the best first."""

    def __init__(self, matches: Sequence[FinishedMatch]) -> None:
        over = by_game([match for match in matches if has_result(match)])
        self.games = [found[0].game for found in over.values()]
        self.counts = [len(found) for found in over.values()]
        self.matches = sum(self.counts)
        rows: dict[str, PersonTotals] = {}
        for number, found in enumerate(over.values()):
            for match in found:
                for person, side in match.seated:
                    row = rows.setdefault(person.key, PersonTotals(person=person, games=[None] * len(over)))
                    row.add_match(number, match.sides[side], len(match.winners))
        for row in rows.values():
            row.place = 1 + sum(other.worth > row.worth for other in rows.values())
            row.is_level = sum(other.worth == row.worth for other in rows.values()) > 1
        self.rows = sorted(rows.values(), key=lambda row: row.place)
        self.has_shared = any(row.shared for row in self.rows)
