"""Errors that a game's own functions raise: plug-ins are code of other people.

A round whose answers raise one has a problem and no points. The rest of the match, and everything else, goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from games.rules.deal import AnsweredDeal
    from games.rules.game import Game

    Listener = Callable[[Game, Exception], None]

CODE = "fault"  # of the problem
LISTENERS: list[Listener] = []  # each gets every fault; the server writes them into its log


def note(game: Game, error: Exception) -> None:
    """Tell the host that a function of this game has raised an error. A lack of memory is no fault of a game."""
    if isinstance(error, MemoryError):
        raise error
    for listener in LISTENERS:
        listener(game, error)


def problem() -> Problem:
    return Problem(None, "fault", _("This game cannot calculate this round. Its answers are kept."))


def listed(game: Game, function: Callable[[AnsweredDeal], Iterable[Any]], deal: AnsweredDeal) -> list[Any]:
    """Return what a function of the game yields about a deal, or nothing if it raises an error."""
    try:
        return list(function(deal))
    except Exception as error:
        note(game, error)
        return []


def value_of(game: Game, function: Callable[..., Any], *about: Any, otherwise: Any = None) -> Any:
    """Return what a function of the game returns, or `otherwise` if it raises an error."""
    try:
        return function(*about)
    except Exception as error:
        note(game, error)
        return otherwise
