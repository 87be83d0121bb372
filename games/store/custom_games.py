"""Store the games that a group has named itself, as its events describe them and its matches have copied them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import UUID

from games import models
from games.match.custom_games import MANY, MOST_CUSTOM_GAMES, MOST_DESCRIBED, RULES, from_match, new_game, with_changes
from games.match.errors import Refused
from games.rules.custom_game import custom_key, is_custom
from games.rules.words import _
from games.store.sql import upsert

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.match.custom_games import GameFields

MISSING = _("“%(field)s” is missing or invalid.")


class NewCustomGames:
    """The games that the events of a push create and change, and the checks of these events."""

    def __init__(self, circle: UUID) -> None:
        self.rows = models.CustomGame.objects.filter(circle=circle)
        rows = self.rows.filter(is_described=True).values_list("id", "is_deleted")
        self.deleted = {str(id): is_deleted for id, is_deleted in rows}

    def validate(self, data: dict[str, Any]) -> None:
        """Raise `Refused` if a new game lacks its name, or is one too many. A match may have copied it before.

        Deleting never needs room: a copied game has its row already.
        """
        id = data["custom_game"]
        is_new = id not in self.deleted
        if is_new and data.get("name") is None:
            raise Refused("data", MISSING, field="name")
        was_there = not self.deleted.get(id, True)
        is_there = was_there or is_new if data.get("deleted") is None else not data["deleted"]
        if is_there and not was_there and list(self.deleted.values()).count(False) >= MOST_CUSTOM_GAMES:
            raise Refused("many_games", MANY, most=MOST_CUSTOM_GAMES)
        is_full = is_new and len(self.deleted) >= MOST_DESCRIBED
        if is_full and (is_there or not self.rows.filter(id=id).exists()):
            raise Refused("many_games", MANY, most=MOST_DESCRIBED)
        self.deleted[id] = not is_there


def apply_custom_game_events(circle: UUID, events: Iterable[dict[str, Any]]) -> None:
    """Store the data of events about games, in order. A game may be new."""
    changes: dict[str, list[dict[str, Any]]] = {}
    for data in events:
        changes.setdefault(data["custom_game"], []).append(data)
    rows = {str(row.id): row for row in models.CustomGame.objects.filter(circle=circle, id__in=list(changes))}
    games = []
    for id, several in changes.items():
        game = as_json(rows[id]) if id in rows and rows[id].is_described else new_game(id)
        for data in several:
            game = with_changes(game, data)
        games.append(game)
    store(circle, games)


def changed_copies(*rows: dict[str, Any] | None) -> set[str]:
    """Return the keys of the group's own games that these rows of a match, before and after, have copied differently."""
    played = [row for row in rows if row is not None and is_custom(row["game"])]
    copies = [(row["game"], from_match(row["summary"]), row["is_deleted"]) for row in played]
    return set() if len(copies) == 2 and copies[0] == copies[1] else {row["game"] for row in played}


def refresh_copied_games(circle: UUID, keys: Iterable[str]) -> None:
    """Store the games with these keys that matches have copied, and no event describes, as in a match of another group.

    The earliest match that is not deleted counts. Without any there is no such game any more.
    """
    ids = {key: UUID(key[-32:]) for key in keys}
    rows = models.CustomGame.objects.filter(circle=circle, id__in=ids.values())
    described = set(rows.filter(is_described=True).values_list("id", flat=True))
    copied = {key for key, id in ids.items() if id not in described}
    if not copied:
        return
    summaries: list[dict[str, Any]] = []
    for key in sorted(copied):  # a query for each takes its first row from an index, however many matches there are
        matches = models.Match.objects.filter(circle=circle, game=key, is_deleted=False).order_by("started", "-id")
        summaries.extend(matches.values_list("summary", flat=True)[:1])
    rows.filter(is_described=False).delete()
    store(circle, map(from_match, summaries))


def store(circle: UUID, games: Iterable[GameFields]) -> None:
    rows = [
        {
            "circle_id": circle,
            "id": UUID(game["id"]),
            "name": game["name"],
            "icon": game["icon"],
            "keys": game["keys"],
            "options": game["options"],
            "is_deleted": game["deleted"],
            "is_described": game["described"],
        }
        for game in games
    ]
    if rows:
        upsert(models.CustomGame, rows)


def as_json(row: models.CustomGame) -> GameFields:
    return {
        "id": str(row.id),
        "name": row.name,
        "icon": row.icon,
        "keys": row.keys,
        "options": row.options,
        "deleted": row.is_deleted,
        "described": row.is_described,
    }


def listed(circle: UUID) -> QuerySet[models.CustomGame]:
    """Return the rows that lists and names come from. A hostile group may have very many: then its copied games are left out first."""
    rows = models.CustomGame.objects.filter(circle=circle)
    return rows.order_by("-is_described", "is_deleted", "id")[:MOST_DESCRIBED]


def custom_games(circle: UUID) -> list[GameFields]:
    """Return the games that a group has named itself, by their names, deleted ones too."""
    return sorted(map(as_json, listed(circle)), key=lambda game: (game["name"].lower(), game["id"]))


def custom_names(circle: UUID) -> dict[str, str]:
    """Return the names that the group's own games have now, by their keys."""
    return {custom_key(str(id)): name for id, name in listed(circle).values_list("id", "name")}


def fields_of_copy(circle: UUID, game: UUID) -> dict[str, Any]:
    """Return the fields that the first event about a game needs, if a match has copied the game and no event describes it."""
    row = models.CustomGame.objects.filter(circle=circle, id=game, is_described=False).first()
    if row is None:
        return {}
    rules = {rule: row.options[rule] for rule in RULES if row.options.get(rule) is not None}
    return {"name": row.name, "keys": row.keys, **({"icon": row.icon} if row.icon else {}), **rules}
