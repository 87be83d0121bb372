"""Store the players of a circle, as its events describe them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from games import models
from games.store.figures.months import days_of_players
from games.store.people import people_of
from games.store.sql import upsert

TOGETHER = 5_000  # players in a statement: SQLite refuses one with 250,000 values
COLUMNS = ("id", "name", "hidden", "same_as")
NEW: dict[str, Any] = {"name": "", "hidden": False, "same_as": None}


def apply_player_events(circle: UUID, events: Iterable[dict[str, Any]]) -> set[date]:
    """Store the names and merges in the data of player events, in order. A player may be new.

    Return the days whose figures change, because players are merged or split.
    """
    changes: dict[UUID, dict[str, Any]] = {}
    for data in events:
        values = changes.setdefault(UUID(data["player"]), {})
        values.update({name: data[name] for name in ("name", "hidden") if data.get(name) is not None})
        if "same_as" in data:  # null: a player on their own again
            values["same_as"] = data["same_as"]
    before = people_of(circle) if any("same_as" in values for values in changes.values()) else None
    store_players(circle, changes)
    if before is None:
        return set()
    after = people_of(circle)
    return days_of_players(circle, {id for id in after.names if after.main_id(id) != before.main_id(id)})


def store_players(circle: UUID, changes: dict[UUID, dict[str, Any]]) -> None:
    """Store the changed columns of players, many by one statement: a document may bring hundreds of players."""
    ids = [*changes]
    for first in range(0, len(ids), TOGETHER):
        part = ids[first : first + TOGETHER]
        stored = models.Player.objects.filter(circle=circle, id__in=part).values(*COLUMNS)
        known = {row["id"]: row for row in stored}
        rows = [known.get(id, {**NEW, "id": id}) | changes[id] for id in part]
        upsert(models.Player, [{"circle_id": circle, **row} for row in rows])
