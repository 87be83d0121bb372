"""The people at the table, from one round to the next change, and the columns of the sheet that their points go to.

A column of the sheet belongs to a team, or to a person: they may change chairs, and someone else may take their points
over. A person who replaces nobody gets a new column, and the column of someone who left stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.game import Line, Setup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.rules.game import Game

TAKE_OVER, FROM_ZERO = "take_over", "from_zero"
POINTS = (TAKE_OVER, FROM_ZERO)


class PeopleChange:
    """A change of the people: the number of the first round with them, and the public data of the change."""

    def __init__(self, number: int, players: Sequence[Any], first_dealer: int | None, points: str) -> None:
        self.number = number
        self.players = list(players)
        self.first_dealer = first_dealer  # the seat that deals this round; None keeps the rotation
        self.points = points


class Lineup:
    """The people at the table from the round `number` on. `columns` has the column of each side of the table."""

    def __init__(self, setup: Setup, players: Sequence[Any], number: int, columns: Sequence[int]) -> None:
        self.setup = setup
        self.number = number
        self.players = list(players)
        self.names = [name_of(player) for player in players]
        self.keys = [key_of(player) for player in players]
        self.side_names = [
            " & ".join([self.names[seat] for seat in setup.seats_of(side)]) for side in range(setup.sides)
        ]
        self.columns = list(columns)
        self.column_names = self.side_names  # teams, or players, including those who left
        # The players of each column, or its last one who left, and the number of the first round that they all played.
        self.seated = [[self.players[seat] for seat in setup.seats_of(side)] for side in range(setup.sides)]
        self.since = [0] * setup.sides
        self.restarts: list[int] = []  # the columns that count from zero
        self.newcomers: list[int] = []  # the columns with someone new
        self.is_dealer_chosen = False  # of its first round
        self.usual_dealer = setup.dealer_of(number)  # of the first round, if the deal passed on as before

    @property
    def left(self) -> list[int]:
        """The columns of those who left."""
        return [column for column in range(len(self.seated)) if column not in self.columns]

    @property
    def has_teams(self) -> bool:
        return self.setup.sides < self.setup.players

    def side_of(self, column: int) -> int | None:
        """Return the side of the table with this column, or None if its player does not play."""
        return self.columns.index(column) if column in self.columns else None

    def seats_of(self, column: int) -> list[int]:
        side = self.side_of(column)
        return [] if side is None else self.setup.seats_of(side)

    def of_sides(self, totals: Sequence[int]) -> list[int]:
        """Return the totals of the sides of the table, from those of the columns."""
        return [totals[column] for column in self.columns]

    def leaders(self, totals: Sequence[int]) -> list[int]:
        """Return the leading columns: someone who left never leads."""
        return sorted([self.columns[side] for side in self.setup.leaders(self.of_sides(totals))])

    def places(self, totals: Sequence[int]) -> list[int]:
        """Return the place of each column. Those who left share the place after all others."""
        places = [len(self.columns) + 1] * len(self.seated)
        for side, place in enumerate(self.setup.places(self.of_sides(totals))):
            places[self.columns[side]] = place
        return places

    def spread(self, values: Sequence[Any], width: int, missing: Any = 0) -> list[Any]:
        """Return a list for the columns from one for the sides."""
        spread = [missing] * width
        for side, value in enumerate(values):
            spread[self.columns[side]] = value
        return spread

    def spread_line(self, line: Line, width: int) -> Line:
        """Return a line of the sheet for the columns, from one for the sides."""
        if line.points is None:
            return line
        why = None if line.why is None else self.spread(line.why, width, None)
        return Line(line.label, self.spread(line.points, width), why)


def first_lineup(setup: Setup, players: Sequence[Any]) -> Lineup:
    return Lineup(setup, players, 0, range(setup.sides))


def lineups_of(first: Lineup, changes: Sequence[PeopleChange]) -> list[Lineup]:
    """Return the lineup at the start, and one for every change, in order."""
    lineups = [first]
    for change in changes:
        lineups.append(next_lineup(lineups[-1], change))
    return lineups


def within_columns(
    setup: Setup, players: Sequence[Any], changes: Sequence[PeopleChange], most: int
) -> list[PeopleChange]:
    """Return the changes without those that would give the sheet more than `most` columns."""
    before, width = len(players), len(players)
    for change in changes:  # only a change to more players can bring a column
        before, width = len(change.players), width + max(0, len(change.players) - before)
    if width <= most:
        return list(changes)
    last, result = first_lineup(setup, players), []
    for change in changes:
        lineup = next_lineup(last, change)
        if len(lineup.seated) <= most:
            last = lineup
            result.append(change)
    return result


def next_lineup(old: Lineup, change: PeopleChange) -> Lineup:
    setup = Setup(old.setup.game, old.setup.options, len(change.players))
    new = Lineup(setup, change.players, change.number, range(setup.sides))
    new.since = []
    if new.has_teams:
        strangers = [seat for seat, key in enumerate(new.keys) if key not in old.keys]
        new.newcomers = sorted({setup.side_of(seat): True for seat in strangers})
    else:
        seat_in_columns(old, new)
    new.restarts = new.newcomers if change.points == FROM_ZERO else []
    for column, players in enumerate(new.seated):
        is_same = column < len(old.seated) and keys_of(players) == keys_of(old.seated[column])
        new.since.append(old.since[column] if is_same and column not in new.newcomers else change.number)
    pass_deal_on(old, new, old.setup.dealer_of(new.number))
    if change.first_dealer is not None:
        setup.first_dealer = (change.first_dealer - change.number) % setup.players
        new.is_dealer_chosen = True
    return new


def pass_deal_on(old: Lineup, new: Lineup, seat: int) -> None:
    """Let the people who begin be dealt to by the seat that would deal next, unless people have chosen a dealer."""
    new.usual_dealer = next_dealer(old, new, seat)
    if not new.is_dealer_chosen:
        new.setup.first_dealer = (new.usual_dealer - new.number) % new.setup.players


def seat_in_columns(old: Lineup, new: Lineup) -> None:
    """Give each player a column: their own, that of someone who leaves, their own of earlier, or another one."""
    columns: list[int | None] = []
    for key in new.keys:
        own = [column for column in old.columns if keys_of(old.seated[column]) == [key] and column not in columns]
        columns.append(own[0] if own else None)
    free = [column for column in old.columns if column not in columns]
    seats = [seat for seat, column in enumerate(columns) if column is None]
    for seat in seats:
        if seat < len(old.columns) and old.columns[seat] in free:
            columns[seat] = old.columns[seat]
            free.remove(old.columns[seat])
    new.seated = list(old.seated)
    for seat in seats:
        column = columns[seat]
        own = [
            number for number in old.left if keys_of(old.seated[number]) == [new.keys[seat]] and number not in columns
        ]
        if column is None and free:
            column = free.pop(0)
        elif column is None and own:
            column = own[0]
        elif column is None:
            column = len(new.seated)
            new.seated.append([])
        columns[seat] = column
        new.newcomers.append(column)
    new.columns = [column for column in columns if column is not None]
    for seat, column in enumerate(new.columns):
        new.seated[column] = [new.players[seat]]
    new.column_names = [" & ".join([name_of(player) for player in players]) for players in new.seated]


def point_sources(old: Lineup, new: Lineup) -> dict[str, str]:
    """Return for each player, or for each team, the key of those whose points they continue, or "" from zero."""
    sources = {}
    for side, column in enumerate(new.columns):
        is_new = column >= len(old.seated) or column in new.restarts
        key = str(side) if new.has_teams else new.keys[side]
        sources[key] = "" if is_new else str(side) if new.has_teams else key_of(old.seated[column][0])
    return sources


def next_dealer(old: Lineup, new: Lineup, seat: int) -> int:
    """Return the seat that deals if the deal passes on as before: to the next of those who are still there."""
    if len(old.players) == len(new.players):
        return seat
    for step in range(len(old.players)):
        next_seat = (seat + step) % len(old.players)
        if not new.has_teams and old.columns[next_seat] in new.columns:
            return new.columns.index(old.columns[next_seat])
        if new.has_teams and old.keys[next_seat] in new.keys:
            return new.keys.index(old.keys[next_seat])
    return seat % len(new.players)


def may_change_count(game: Game, options: dict[str, Any], before: int, after: int) -> bool:
    """Return whether this many may play on: everyone is a side or the sides stay, and the end does not depend on the number."""
    if before == after:
        return True
    if after not in game.players:
        return False
    old, new = Setup(game, options, before), Setup(game, options, after)
    is_same_kind = old.sides == new.sides or (old.sides == before and new.sides == after)
    return is_same_kind and (old.goal, old.most_rounds) == (new.goal, new.most_rounds)


def name_of(player: Any) -> str:
    return str(player["name"]) if isinstance(player, dict) else str(player)


def keys_of(players: Sequence[Any]) -> list[str]:
    return sorted([key_of(player) for player in players])


def key_of(player: Any) -> str:
    """Return a text that tells people apart: by their id, or by their name if they have none."""
    id = player.get("id") if isinstance(player, dict) else None
    return f"id {id}" if id else f"name {name_of(player)}"
