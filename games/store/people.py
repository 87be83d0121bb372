"""The players of a circle as an index of people."""

from __future__ import annotations

from uuid import UUID

from games import models
from games.statistics.people import PlayerIndex


def people_of(circle: UUID) -> PlayerIndex:
    players = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return PlayerIndex(
        (str(id), name, None if same_as is None else str(same_as))
        for id, name, same_as in players.values_list("id", "name", "same_as")
    )
