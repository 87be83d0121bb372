"""What is wrong with plug-in games, before anyone plays them: in random rounds, and in the phone's Python."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from games.bundle import phone_trial
from games.bundle.phone_python import NoPhonePython, WrongProgram
from games.plugins import golden, load, trial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import Game


def find() -> list[str]:
    """Return a sentence for each thing that is wrong with a loaded game."""
    sentences = [sentence for game in load.LOADED.games for sentence in of_game(game)]
    return list(dict.fromkeys(sentences))


def of_game(game: Game) -> Iterator[str]:
    played = trial.played(game)
    yield from (f"The plug-in game {game.key} is wrong in some rounds: {error}" for error in played.errors)
    try:
        matches = [*golden_matches(game), *played.documents]
        errors = phone_trial.errors(game, matches)
    except NoPhonePython as reason:
        yield f"Nobody has tried the plug-in games as phones run them. {reason}"
    except (WrongProgram, ValueError, KeyError, TypeError) as error:
        yield f"The plug-in game {game.key} was not tried as phones run it: {error}"
    else:
        yield from (
            f"The plug-in game {game.key} is wrong on phones, whose Python is smaller: {error}" for error in errors
        )


def golden_matches(game: Game) -> list[golden.Case]:
    files = [Path(str(module.__file__)) for module in load.LOADED.modules.values() if game in vars(module).values()]
    return [match for path in files for match in golden.beside(path, game.key)]
