"""The game of a match as lists show it, from its summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import catalogue
from games.rules.custom_game import ICONS

if TYPE_CHECKING:
    from typing import Any

    from games.rules.words import Words


class GameLabel:
    """The name and the picture of the game. A game that this version does not know has its key for a name."""

    def __init__(self, summary: dict[str, Any]) -> None:
        listing = catalogue.listing(summary["game"])
        custom = summary.get("custom_game") or {}
        icon = custom.get("icon")
        self.is_known = listing is not None
        self.title: Words | str = custom.get("name") or (summary["game"] if listing is None else listing.title)
        self.picture: str = icon if icon in ICONS else "deal" if listing is None else listing.picture
