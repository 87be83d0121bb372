"""A match of a game that is not here: who played, and what was entered. Only the game could count the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.lineups import name_of
from games.rules import catalogue

if TYPE_CHECKING:
    from typing import Any

    from games.match.log import Log


class UnknownMatch:
    """What can be read in a log without its game."""

    def __init__(self, log: Log) -> None:
        self.game = log.game
        self.is_uncountable = log.is_uncountable
        self.names = [name_of(player) for player in log.players]
        self.rounds = [entered(deal.answers) for deal in log.counted_deals()]


def is_unknown(log: Log) -> bool:
    """Return whether the game of the log is not in the catalogue. Its file may be missing, or it is of a newer version."""
    return log.start is not None and catalogue.listing(log.game) is None


def entered(answers: Any) -> list[tuple[str, str]]:
    """Return the names of the answered questions, with what was entered."""
    if not isinstance(answers, dict):
        return []
    return [(name, plain(answers[name])) for name in sorted(answers) if answers[name] is not None]


def plain(value: Any) -> str:
    """Return an answer as text, the same with every Python."""
    if isinstance(value, dict):
        return ", ".join([f"{name}: {plain(value[name])}" for name in sorted(value)])
    if isinstance(value, list):
        return ", ".join([plain(item) for item in value])
    return "–" if value is None else str(value)
