"""All games, in the order in which pages list them. The phone imports this in place of games/rules/catalogue.py.

Lists need little of a game, and that comes with the bundle. The game itself comes with its own file, once it is needed.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.phone.missing_game import MissingGame
from games.rules.custom_game import base_key, is_custom
from games.rules.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.rules.game import Game

LISTINGS = "/games.json"  # the worker stores the bundle at such paths


class Listing:
    """What lists show of a game."""

    def __init__(
        self,
        key: str,
        name: str,
        picture: str,
        heading: str,
        search_names: Sequence[str],
        variants: Sequence[str],
        players: Sequence[int],
        counts: str,
        module: str,
        variable: str,
        address: str,
    ) -> None:
        self.key = key
        self.name = name
        self.picture = picture
        self.heading = heading
        self.search_names = search_names  # with the English name, because `name` is translated
        self.variants = variants
        self.players = players
        self.counts = counts
        self.module = module
        self.variable = variable
        self.address = address

    @property
    def title(self) -> Words | str:
        return Words(self.name)

    def load(self) -> Game:
        try:
            rules = __import__("games.rules." + self.module).rules
        except ImportError:
            raise MissingGame(self.address) from None
        game: Game = getattr(getattr(rules, self.module), self.variable)
        return game


def read_listings() -> tuple[Listing, ...]:
    with open(LISTINGS) as file:
        return tuple([Listing(*fields) for fields in json.load(file)])


GAMES = read_listings()


def keys() -> list[str]:
    return [game.key for game in GAMES]


def listing(key: Any) -> Listing | None:
    """Return what lists show of the game with this key, or None."""
    base = base_key(key)
    for game in GAMES:
        if game.key == base:
            return game
    return None


def find(key: Any, custom: Any = None) -> Game | None:
    """Return the game with this key, or None. Raise `MissingGame` if its file is not there.

    `custom` has the fields of a game that a group has named itself.
    """
    listed = listing(key)
    if listed is None:
        return None
    game = listed.load()
    return game.custom(key, custom) if is_custom(key) and game.custom is not None else game
