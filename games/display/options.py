"""House rules: those that a game offers, and those that a match has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.rules.game import Game
    from games.rules.option import Option


def offered(game: Game, players: int) -> list[Option]:
    """Return the options that this number of players can choose."""
    return [option for option in game.options if option.players is None or players in option.players]


def changed_options(opened: OpenMatch) -> dict[str, Any]:
    """Return the options of a match that are not the default."""
    usual = {option.name: option.default for option in opened.game.options}
    return {name: value for name, value in opened.log.options.items() if value != usual[name]}
