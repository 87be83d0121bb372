"""The people of a circle's table, as its events tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from games import models
from games.store.figures import months
from games.store.people import people_of


def apply_player_events(circle: UUID, events: Iterable[dict[str, Any]]) -> None:
    """What the data of events tells of players, who may be new."""
    before = None
    for data in events:
        said: dict[str, Any] = {name: data[name] for name in ("name", "hidden") if data.get(name) is not None}
        if "same_as" in data:  # null: somebody of their own after all
            said["same_as"] = data["same_as"]
            before = before or people_of(circle)  # once: in a large circle these are many
        models.Player.objects.update_or_create(circle_id=circle, id=UUID(data["player"]), defaults=said)
    if before is not None:
        now = people_of(circle)
        months.drop_players(circle, {id for id in now.names if now.counting(id) != before.counting(id)})
