"""A match as evenings show it: its game, its players and its result."""

from __future__ import annotations

from typing import Any

from games.display.game_label import GameLabel
from games.match.event_fields import NO_RESULT
from games.match.summary import complete_rounds, winners_of
from games.statistics.people import PlayerIndex, TablePerson

SECOND = 1_000_000  # microseconds


class PlayedSide:
    def __init__(self, people: list[TablePerson], total: int, place: int, is_winner: bool) -> None:
        self.people = people
        self.name = " & ".join(person.name for person in people)
        self.total = total
        self.place = place
        self.is_winner = is_winner


class PlayedMatch:
    """A match, read from its summary."""

    def __init__(self, summary: dict[str, Any], people: PlayerIndex) -> None:
        totals, winners = summary.get("totals") or [], winners_of(summary)
        self.match: str = summary["match"]
        self.key: str = summary["game"]
        self.game = GameLabel(summary | {"custom_game": people.renamed_game(summary.get("custom_game"))})
        self.day: str = summary["day"]  # by the clock of its first phone
        self.began: str = summary["started"][11:16]
        self.rounds: int = summary["deals"]
        self.complete = complete_rounds(summary)  # of these
        self.is_over: bool = summary["finished"]
        self.has_no_result = summary.get("result") == NO_RESULT
        self.people = [people.person(player) for player in summary["players"]]
        self.is_changed = "seated" in summary  # other people played before: of those the sides have the last ones
        self.first_dealer: int = summary.get("first_dealer") or 0
        self.seconds = max(0, summary.get("last_round", 0) - summary.get("begins", 0)) // SECOND
        self.left: list[int] = summary.get("left", [])  # the sides of people who left, who have no result
        seated = [list(map(people.person, players)) for players in summary.get("seated", ())]
        self.sides = [
            PlayedSide(
                seated[side] if seated else self.people[side :: len(totals)],
                total,
                summary["places"][side],
                side in winners,
            )
            for side, total in enumerate(totals)
        ]
        self.has_teams = len(self.sides) < len(self.people)

    def side_of(self, seat: int) -> int:
        return seat % len(self.sides)

    @property
    def has_result(self) -> bool:
        """Return whether the match is over and has a result. Without a complete round it has none."""
        return self.is_over and self.complete > 0

    @property
    def winners(self) -> list[PlayedSide]:
        return [side for side in self.sides if side.is_winner]

    @property
    def sides_with_result(self) -> int:
        return len(self.sides) - len({*self.left})

    @property
    def in_order(self) -> list[PlayedSide]:
        """Return the sides, the best first."""
        return sorted(self.sides, key=lambda side: side.place)

    @property
    def seated(self) -> list[tuple[TablePerson, int]]:
        """Return each person at the end, with the number of their side. A merged player who sat twice has the better one."""
        seats: dict[str, tuple[TablePerson, int]] = {}
        sides = [number for number in range(len(self.sides)) if number not in self.left]
        for number in sorted(sides, key=lambda number: self.sides[number].place):
            for person in self.sides[number].people:
                seats.setdefault(person.key, (person, number))
        return sorted(seats.values(), key=lambda seat: seat[1])
