"""The limit of the columns of a sheet. A push may bring many changes of people, so each lineup is built once.

Phones have games/phone/columns.py in place of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.changes import possible_changes
from games.match.errors import Refused
from games.match.lineups import TAKE_OVER, PeopleChange, first_lineup, key_of, next_lineup
from games.rules import catalogue
from games.rules.game import Setup
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.lineups import Lineup
    from games.match.log import Log
    from games.rules.game import Game

MANY_COLUMNS = (
    "many_changes",
    _("A match has room for the points of %(most)s players. Start a new match to play with others."),
)


class SeatedPlayers:
    """The lineups of a log, from its start to its last change.

    Columns depend only on who else played, not on names, rounds or dealers. So a player is a number here, in the order in
    which they come, and a correction of seats or rounds leaves the lineups as they are.
    """

    def __init__(self) -> None:
        self.events = -1  # the number of events that the lineups include
        self.setups: list[Setup] = []  # for each number of players
        self.numbers: dict[str, str] = {}  # by the keys of the players
        self.tables: list[list[str]] = []  # the players at the start, and after each change
        self.lineups: list[Lineup] = []  # of these

    def update(self, log: Log, game: Game) -> None:
        """Include all events of the log. Only the lineups from the first difference on are built."""
        if self.events == len(log.events):
            return
        self.events = len(log.events)
        changes = possible_changes(log)
        start = changes.pop(0).players if changes and changes[0].number == 0 else log.players
        setups = [Setup(game, log.options, count) for count in game.players]
        if [setup.sides for setup in setups] != [setup.sides for setup in self.setups]:
            self.setups, self.tables = setups, []
        self.numbers = {}
        tables = [list(map(self.number, players)) for players in [start] + [change.players for change in changes]]
        same = 0
        while same < min(len(tables), len(self.tables)) and tables[same] == self.tables[same]:
            same += 1
        del self.lineups[same:]
        for table in tables[same:]:
            self.lineups.append(self.next(table) if self.lineups else first_lineup(self.setup(len(table)), table))
        self.tables = tables

    def number(self, player: Any) -> str:
        return self.numbers.setdefault(key_of(player), str(len(self.numbers)))

    def setup(self, count: int) -> Setup:
        return next(setup for setup in self.setups if setup.players == count)

    def next(self, table: Sequence[str]) -> Lineup:
        """Return the lineup with these players, or the last one if the sheet has no room for them."""
        lineup = self.with_change(table)
        return lineup if len(lineup.seated) <= limits.MOST_COLUMNS else self.lineups[-1]

    def with_change(self, table: Sequence[str]) -> Lineup:
        return next_lineup(self.lineups[-1], PeopleChange(0, table, None, TAKE_OVER))


def require_column(log: Log, players: list[Any]) -> None:
    """Raise `Refused` if a change to these players at the end of the log would need too many columns."""
    game = catalogue.find(log.game)
    if game is None or not log.counted_deals():
        return  # changes before the first round bring no further columns
    if log.seated is None:
        log.seated = SeatedPlayers()
    log.seated.update(log, game)
    table = [log.seated.numbers.get(key_of(player), key_of(player)) for player in players]
    if len(log.seated.with_change(table).seated) > limits.MOST_COLUMNS:
        raise Refused(*MANY_COLUMNS, most=limits.MOST_COLUMNS)
