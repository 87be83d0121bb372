"""Figures of a game in a circle: how long matches last, wins by seat, records, and all players against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.rules.words import _
from games.statistics.figures import LEAST, Names, PlayerFigures
from games.statistics.people import TablePerson
from games.statistics.tally import HIGHEST, LOWEST, HeadToHead, Length, MatchesTally, MatchRecord
from games.statistics.wins import Wins

MOST_PLAYERS = 12  # of a grid
RECORDS = (
    (HIGHEST, _("Highest total")),
    (LOWEST, _("Lowest total")),
    ("margin", _("Largest lead over the second")),
    ("rounds", _("Most rounds")),
)


@dataclass
class SeatWins:
    """The wins at a table of this size from one seat; `after` counts from the first dealer."""

    seats: int
    after: int
    wins: Wins

    @property
    def share(self) -> Fraction:
        return self.wins.worth / self.wins.played


@dataclass
class NamedRecord:
    name: str
    label: str  # to translate
    value: int
    match: str
    day: str
    people: list[TablePerson]


@dataclass
class GridRow:
    """A player, and the matches against each other player of the grid; None against oneself."""

    player: PlayerFigures
    cells: list[HeadToHead | None]


def length(tally: MatchesTally) -> Length | None:
    return tally.length if tally.length.matches >= LEAST else None


def minutes(seconds: int | Fraction) -> int:
    """Round to whole minutes."""
    return int(Fraction(seconds, 60) + Fraction(1, 2))


def seat_wins(tally: MatchesTally) -> list[SeatWins]:
    """Return the seats of tables with enough matches, the largest tables last."""
    seats = []
    for key, wins in tally.seats.items():
        count, after = map(int, key.split(":"))
        if wins.played >= LEAST:
            seats.append(SeatWins(count, after, wins))
    return sorted(seats, key=lambda seat: (seat.seats, seat.after))


def records(tally: MatchesTally, names: Names) -> list[NamedRecord]:
    """Return the records of a game with enough matches."""
    if tally.matches < LEAST:
        return []
    return [record_of(label, name, tally.records[name], names) for name, label in RECORDS if name in tally.records]


def record_of(label: str, name: str, record: MatchRecord, names: Names) -> NamedRecord:
    value = -record.value if name == LOWEST else record.value
    return NamedRecord(name, label, value, record.match, record.day, [names.person(key) for key in record.people])


def grid(players: Sequence[PlayerFigures], tally: MatchesTally) -> list[GridRow]:
    """Return who finished ahead of whom how often, for those with the most matches. Without two players it is empty."""
    shown = sorted(players, key=lambda player: -player.matches)[:MOST_PLAYERS]
    in_order = [player for player in players if player in shown]
    rows = [
        GridRow(
            player,
            [
                None if other is player else tally.people[player.person.key].others.get(other.person.key, HeadToHead())
                for other in in_order
            ],
        )
        for player in in_order
    ]
    return rows if len(rows) > 1 else []
