"""All games, in the order in which pages list them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import (
    bisca,
    briscola,
    briscola_chiamata,
    capixaba,
    coinche,
    doppelkopf,
    hearts,
    king,
    pilotta,
    pisa,
    pisti,
    points,
    skat,
    skull_king,
    spades,
    sueca,
    tarot,
    wizard,
)
from games.rules.custom_game import base_key, is_custom

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import Game

GAMES: tuple[Game, ...] = (
    pisa.PISA,
    pisa.PISA_KSR,
    bisca.TRES,
    bisca.NOVE,
    bisca.SEIS,
    bisca.QUATRO,
    capixaba.CAPIXABA,
    pisti.PISTI,
    pilotta.PILOTTA,
    sueca.SUECA,
    briscola.BRISCOLA,
    briscola_chiamata.BRISCOLA_CHIAMATA,
    coinche.COINCHE,
    skull_king.SKULL_KING,
    wizard.WIZARD,
    hearts.HEARTS,
    spades.SPADES,
    doppelkopf.DOPPELKOPF,
    skat.SKAT,
    tarot.TAROT,
    king.KING,
    points.POINTS,
)


def keys() -> list[str]:
    return [game.key for game in GAMES]


def listing(key: Any) -> Game | None:
    """Return what lists show of the game with this key, or None. On the phone it is there without the game."""
    return find(base_key(key))


def find(key: Any, custom: Any = None) -> Game | None:
    """Return the game with this key, or None. `custom` has the fields of a game that a group has named itself."""
    base = base_key(key)
    for game in GAMES:
        if game.key == base:
            return game.custom(key, custom) if is_custom(key) and game.custom is not None else game
    return None
