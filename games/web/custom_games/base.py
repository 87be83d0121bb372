"""Helpers of the pages about custom games: the values of a game in forms and events, and the names of the others."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import models
from games.match.custom_games import RULES, USUAL
from games.rules.custom_game import ICONS
from games.rules.words import _
from games.services.actions import NULL
from games.store.custom_games import as_json, custom_games

SAME_NAME = _("This group already has a game with this name.")


def has_other_game(circle: UUID, name: str, own: UUID | None) -> bool:
    """Return whether the group has another game of this name."""
    others = [game for game in custom_games(circle) if not game["deleted"] and game["id"] != str(own)]
    return name.casefold() in [game["name"].casefold() for game in others]


def as_form(row: models.CustomGame) -> dict[str, Any]:
    """Return the values of the form about this game."""
    game = as_json(row)
    rules = {rule: game["options"].get(rule, usual) for rule, usual in zip(RULES, USUAL, strict=True)}
    return {"name": game["name"], "icon": game["icon"] or ICONS[0], "keys": game["keys"], **rules}


def as_event(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an event about the game."""
    return {
        "name": data["name"],
        "icon": data["icon"],
        "wins": data["wins"],
        **{name: NULL if data[name] is None else data[name] for name in ("target", "rounds", "sum")},
        "teams": bool(data["teams"]),
        "keys": data["keys"],
    }
