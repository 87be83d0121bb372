"""Store the games that a group has named itself, as its events describe them and its matches have copied them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.custom_games import MOST_CUSTOM_GAMES, from_match, new_game, with_changes
from games.match.errors import Refused
from games.rules.custom_game import custom_key
from games.rules.words import _

if TYPE_CHECKING:
    from games.match.custom_games import GameFields

MISSING = _("“%(field)s” is missing or invalid.")
MANY = _("This group has %(most)s custom games. No more are possible.")


class NewCustomGames:
    """The games that the events of a push create and change, and the checks of these events."""

    def __init__(self, circle: UUID) -> None:
        rows = models.CustomGame.objects.filter(circle=circle).values_list("id", flat=True)
        self.known = {str(id) for id in rows}

    def validate(self, data: dict[str, Any]) -> None:
        """Raise `Refused` if a new game lacks its name, or is one too many."""
        id = data["custom_game"]
        if id not in self.known:
            if data.get("name") is None:
                raise Refused("data", MISSING, field="name")
            self.require_room(id)

    def require_room(self, id: str) -> None:
        if id not in self.known and len(self.known) >= MOST_CUSTOM_GAMES:
            raise Refused("many_games", MANY, most=MOST_CUSTOM_GAMES)
        self.known.add(id)


def apply_custom_game_events(circle: UUID, events: Iterable[dict[str, Any]]) -> None:
    """Store the data of events about games, in order. A game may be new."""
    changes: dict[str, list[dict[str, Any]]] = {}
    for data in events:
        changes.setdefault(data["custom_game"], []).append(data)
    rows = {str(row.id): row for row in models.CustomGame.objects.filter(circle=circle, id__in=list(changes))}
    for id, several in changes.items():
        game = as_json(rows[id]) if id in rows and rows[id].is_described else new_game(id)
        for data in several:
            game = with_changes(game, data)
        store(circle, game, is_described=True)


def add_copied_games(circle: UUID, summaries: Iterable[dict[str, Any]]) -> None:
    """Store the games that these matches have copied, and no event describes, as in a match of another group."""
    copied = {summary["custom_game"]["id"]: from_match(summary) for summary in summaries if "custom_game" in summary}
    known = models.CustomGame.objects.filter(circle=circle, id__in=list(copied)).values_list("id", flat=True)
    for id in copied.keys() - {str(id) for id in known}:
        store(circle, copied[id], is_described=False)


def store(circle: UUID, game: GameFields, *, is_described: bool) -> None:
    models.CustomGame(
        circle_id=circle,
        id=UUID(game["id"]),
        name=game["name"],
        icon=game["icon"],
        keys=game["keys"],
        options=game["options"],
        is_deleted=game["deleted"],
        is_described=is_described,
    ).save()


def as_json(row: models.CustomGame) -> GameFields:
    return {
        "id": str(row.id),
        "name": row.name,
        "icon": row.icon,
        "keys": row.keys,
        "options": row.options,
        "deleted": row.is_deleted,
    }


def custom_games(circle: UUID) -> list[GameFields]:
    """Return the games that a group has named itself, by their names, deleted ones too."""
    rows = map(as_json, models.CustomGame.objects.filter(circle=circle))
    return sorted(rows, key=lambda game: (game["name"].lower(), game["id"]))


def custom_names(circle: UUID) -> dict[str, str]:
    """Return the names that the group's own games have now, by their keys."""
    rows = models.CustomGame.objects.filter(circle=circle).values_list("id", "name")
    return {custom_key(str(id)): name for id, name in rows}
