"""The people of a circle's table, as its events tell of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import models
from games.store import cells
from games.store.people import people_of


def told(circle: UUID, data: dict[str, Any]) -> None:
    """What an event tells of a player, who may be new."""
    said: dict[str, Any] = {name: data[name] for name in ("name", "hidden") if data.get(name) is not None}
    if "same_as" in data:  # null: somebody of their own after all
        said["same_as"] = data["same_as"]
    before = people_of(circle) if "same_as" in said else None
    models.Player.objects.update_or_create(circle_id=circle, id=UUID(data["player"]), defaults=said)
    if before is not None:
        now = people_of(circle)
        cells.drop_of(circle, {id for id in now.names if now.counting(id) != before.counting(id)})
