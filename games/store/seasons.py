"""Store the seasons of a circle, as its events describe them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from games import models
from games.match.errors import Refused
from games.match.event_fields import AVERAGE, BY_PLACE
from games.rules.words import _

MOST_SEASONS = 200  # of a circle, with the deleted ones
PLACE_POINTS = [5, 3, 2, 1]  # where a season by place names none
COLUMNS = {
    "name": "name",
    "games": "games",
    "rule": "rule",
    "place_points": "place_points",
    "minimum": "minimum",
    "dropped": "dropped",
    "deleted": "is_deleted",
}
MISSING = _("“%(field)s” is missing or invalid.")
TURNED = _("The last day of a season is before its first day.")
NOT_DROPPED = _("Only a sum of points drops the worst results. An average counts all of them.")


class NewSeasons:
    """The seasons that the events of a push create and change, and the checks of these events.

    An event is judged alone, so it is never refused for what others have changed meanwhile.
    """

    def __init__(self, circle: UUID) -> None:
        self.circle = circle
        self.known: set[str] | None = None  # the ids of all seasons, once they are needed

    def validate(self, data: dict[str, Any]) -> None:
        """Raise `Refused` if these changes contradict each other, or a new season lacks its name or its first day."""
        if self.known is None:
            ids = models.Season.objects.filter(circle=self.circle).values_list("id", flat=True)
            self.known = {str(id) for id in ids}
        is_new = data["season"] not in self.known
        for name in ("name", "from") if is_new else ():
            if data.get(name) is None:
                raise Refused("data", MISSING, field=name)
        if data.get("from") is not None and data.get("to") is not None and data["to"] < data["from"]:
            raise Refused("data", TURNED)
        if data.get("rule") == AVERAGE and data.get("dropped"):
            raise Refused("data", NOT_DROPPED)
        if is_new and len(self.known) >= MOST_SEASONS:
            raise Refused(
                "many_seasons", _("This group has %(most)s seasons. No more are possible."), most=MOST_SEASONS
            )
        self.known.add(data["season"])


def apply_season_events(circle: UUID, events: Iterable[dict[str, Any]]) -> None:
    """Store the data of season events, in order. A season may be new."""
    changes: dict[UUID, dict[str, Any]] = {}
    for data in events:
        values = changes.setdefault(UUID(data["season"]), {})
        values.update({column: data[name] for name, column in COLUMNS.items() if data.get(name) is not None})
        if data.get("from") is not None:
            values["begins"] = date.fromisoformat(data["from"])
        if "to" in data:  # null: no end is planned any more
            values["ends"] = None if data["to"] is None else date.fromisoformat(data["to"])
    known = {season.id: season for season in models.Season.objects.filter(circle=circle, id__in=list(changes))}
    for id, values in changes.items():
        season = known.get(id) or models.Season(circle_id=circle, id=id, rule=AVERAGE)
        for name, value in values.items():
            setattr(season, name, value)
        if season.rule == BY_PLACE and not season.place_points:
            season.place_points = PLACE_POINTS
        season.save()
