"""The people of a circle, and who of them is whom."""

from __future__ import annotations

from uuid import UUID

from games import models
from games.statistics.people import PlayerIndex


def people_of(circle: UUID) -> PlayerIndex:
    found = models.Player.objects.filter(circle=circle).order_by("name", "id")
    return PlayerIndex(
        (str(id), name, None if same_as is None else str(same_as))
        for id, name, same_as in found.values_list("id", "name", "same_as")
    )
