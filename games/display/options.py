"""House rules: which ones a game offers, and which ones a match has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from games.display.open_match import OpenMatch
    from games.rules.game import Game
    from games.rules.option import Option


def offered(game: Game, players: int) -> list[Option]:
    """Return the options that this number of players can choose."""
    return [one for one in game.options if one.players is None or players in one.players]


def changed_options(found: OpenMatch) -> dict[str, Any]:
    """Return the options of a match that are not the default."""
    usual = {option.name: option.default for option in found.game.options}
    return {name: value for name, value in found.log.options.items() if value != usual[name]}
