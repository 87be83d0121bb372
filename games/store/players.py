"""The people of a circle's table, as its events tell of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from games import models
from games.store.figures.months import days_of_players
from games.store.people import people_of


def apply_player_events(circle: UUID, events: Iterable[dict[str, Any]]) -> set[date]:
    """Store the players of these events' data. Return the days whose figures change, as players are merged or split."""
    before = None
    for data in events:
        said: dict[str, Any] = {name: data[name] for name in ("name", "hidden") if data.get(name) is not None}
        if "same_as" in data:  # null: somebody of their own after all
            said["same_as"] = data["same_as"]
            before = before or people_of(circle)  # once: in a large circle these are many
        models.Player.objects.update_or_create(circle_id=circle, id=UUID(data["player"]), defaults=said)
    if before is None:
        return set()
    now = people_of(circle)
    return days_of_players(circle, {id for id in now.names if now.counting(id) != before.counting(id)})
