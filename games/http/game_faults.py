"""Errors of games on the server: the log names each place once, and a page of a match says it in a sentence."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from games.rules.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

LOGGER = logging.getLogger("scorekeeper.games")
MOST = 1_000  # places that are remembered

logged: set[tuple[str, str]] = set()  # the keys of games, each with a place in its file


def log_fault(game: Game, error: Exception) -> None:
    """Write the error of a game into the log, with the line of its file. Each line is named once."""
    place = place_of(error)
    if (game.key, place) not in logged and len(logged) < MOST:
        logged.add((game.key, place))
        LOGGER.error("The game %s cannot calculate a round: %s: %s: %s", game.key, place, type(error).__name__, error)


def place_of(error: Exception) -> str:
    """Return the file and the line of the game where the error came from, or else those of the error itself."""
    places = [(frame, line) for frame, line in frames(error) if defines_game(frame)] or list(frames(error))
    if not places:
        return "?"
    frame, line = places[-1]
    return f"{Path(frame.f_code.co_filename).name}, line {line}"


def is_of_game(error: Exception) -> bool:
    """Return whether a function in the file of a game has raised the error, or has called what raised it."""
    return any(defines_game(frame) for frame, _line in frames(error))


def frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def defines_game(frame: FrameType) -> bool:
    in_rules = str(frame.f_globals.get("__name__")).startswith("games.rules.")
    return in_rules and any(isinstance(value, Game) for value in frame.f_globals.values())
