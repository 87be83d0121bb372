"""A match as an evening tells it: who played what, and what came of it."""

from __future__ import annotations

from typing import Any

from markupsafe import escape

from games.match.summary import complete_rounds, winners_of
from games.rules import catalogue
from games.statistics.people import PlayerIndex, TablePerson


def unknown_name(key: str) -> str:
    """The name of a game that only a newer version knows, as a text to translate: HTML with %-formatting."""
    return escape(key).replace("%", "%%")


class PlayedSide:
    def __init__(self, people: list[TablePerson], total: int, place: int, is_winner: bool) -> None:
        self.people = people
        self.name = " & ".join(person.name for person in people)
        self.total = total
        self.place = place
        self.is_winner = is_winner


class FinishedMatch:
    """Made from the summary that the table keeps of it."""

    def __init__(self, told: dict[str, Any], people: PlayerIndex) -> None:
        game = catalogue.find(told["game"])
        totals, winners = told.get("totals") or [], winners_of(told)
        self.match: str = told["match"]
        self.key: str = told["game"]
        self.game: str = unknown_name(told["game"]) if game is None else game.name
        self.picture = "deal" if game is None else game.picture
        self.day: str = told["day"]  # by the clock of whoever wrote it down
        self.began: str = told["started"][11:16]
        self.rounds: int = told["deals"]
        self.complete = complete_rounds(told)  # of these
        self.is_over: bool = told["finished"]
        self.people = [people.who(player) for player in told["players"]]
        self.sides = [
            PlayedSide(self.people[side :: len(totals)], total, told["places"][side], side in winners)
            for side, total in enumerate(totals)
        ]
        self.has_teams = len(self.sides) < len(self.people)

    @property
    def counts(self) -> bool:
        """Whether the match is over and has a result: without a complete round it has none."""
        return self.is_over and self.complete > 0

    @property
    def winners(self) -> list[PlayedSide]:
        return [side for side in self.sides if side.is_winner]

    @property
    def in_order(self) -> list[PlayedSide]:
        """The best first."""
        return sorted(self.sides, key=lambda side: side.place)

    @property
    def seated(self) -> list[tuple[TablePerson, int]]:
        """Who sat on which side. Whoever was written down twice sat once, on the better of the two."""
        found: dict[str, tuple[TablePerson, int]] = {}
        for number in sorted(range(len(self.sides)), key=lambda number: self.sides[number].place):
            for person in self.sides[number].people:
                found.setdefault(person.key, (person, number))
        return sorted(found.values(), key=lambda one: one[1])
