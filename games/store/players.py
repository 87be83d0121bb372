"""Store the players of a circle, as its events describe them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from games import models
from games.store.figures.months import days_of_players
from games.store.people import people_of


def apply_player_events(circle: UUID, events: Iterable[dict[str, Any]]) -> set[date]:
    """Store the names and merges in the data of player events, in order. A player may be new.

    Return the days whose figures change, because players are merged or split.
    """
    before = None
    for data in events:
        values: dict[str, Any] = {name: data[name] for name in ("name", "hidden") if data.get(name) is not None}
        if "same_as" in data:  # null: a player on their own again
            values["same_as"] = data["same_as"]
            before = before or people_of(circle)  # read once: a large circle has many
        models.Player.objects.update_or_create(circle_id=circle, id=UUID(data["player"]), defaults=values)
    if before is None:
        return set()
    after = people_of(circle)
    return days_of_players(circle, {id for id in after.names if after.main_id(id) != before.main_id(id)})
