"""The limit of the columns of a sheet, on a phone. It checks few changes, so it has no use for the cache of the server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match import limits
from games.match.changes import changes_of, with_columns
from games.match.errors import Refused
from games.match.lineups import TAKE_OVER, PeopleChange
from games.rules.words import _

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Log


def require_column(log: Log, players: list[Any]) -> None:
    """Raise `Refused` if a change to these players at the end of the log would need too many columns."""
    number = len(log.counted_deals())
    change = PeopleChange(number, players, None, TAKE_OVER)
    # Changes before the first round bring no further columns.
    if number and change not in with_columns(log, changes_of(log) + [change]):
        raise Refused(
            "many_changes",
            _("A match has room for the points of %(most)s players. Start a new match to play with others."),
            most=limits.MOST_COLUMNS,
        )
