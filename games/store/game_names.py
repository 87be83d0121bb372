"""The games among which forms offer a choice: those of this server, and those that the group has named itself."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext

from games.rules import catalogue
from games.rules.custom_game import is_custom
from games.store.custom_games import custom_names


def game_names(circle: UUID, keys: Collection[str | None] | None = None) -> dict[str, str]:
    """Return the names of all games, or of these, by their keys. The database is asked only for custom games."""
    names = {game.key: gettext(game.name) for game in catalogue.GAMES}
    if keys is None or any(map(is_custom, keys)):
        names |= custom_names(circle)
    return {key: name for key, name in names.items() if keys is None or key in keys}
