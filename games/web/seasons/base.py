"""Helpers of the pages about seasons: which season a person may see, its values in forms and events, and what day it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone

from games import models, services
from games.rules.words import _
from games.services.actions import NULL
from games.store.seasons import PLACE_POINTS

SAME_NAME = _("This group already has a season with this name and first day.")


def find_season(
    request: HttpRequest, season: UUID, *, is_deleted: bool = False
) -> tuple[models.Membership, models.Season]:
    """Return a season of the person's circles, and the membership. Raise Http404 for all others."""
    if isinstance(request.user, models.Person):
        seasons = models.Season.objects.filter(id=season, is_deleted=is_deleted)
        member = services.membership_in(request.user, seasons.values("circle"))
        if member is not None:
            return member, seasons.get(circle=member.circle_id)
    raise Http404


def today() -> date:
    return timezone.localdate()


def has_other_season(seasons: Iterable[models.Season], name: str, begins: date, own: UUID | None) -> bool:
    """Return whether another one of these seasons, that is not deleted, has this name and first day."""
    others = [season for season in seasons if season.id != own and not season.is_deleted]
    return (name.casefold(), begins) in [(season.name.casefold(), season.begins) for season in others]


def as_form(season: models.Season) -> dict[str, Any]:
    """Return the values of the form about this season."""
    return {
        "name": season.name,
        "from": season.begins,
        "to": season.ends,
        "games": season.games,
        "rule": season.rule,
        "place_points": season.place_points or PLACE_POINTS,
        "minimum": season.minimum,
        "dropped": season.dropped,
    }


def as_event(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a season event."""
    return {
        "name": data["name"],
        "from": data["from"].isoformat(),
        "to": NULL if data["to"] is None else data["to"].isoformat(),
        "games": sorted(data["games"]),
        "rule": data["rule"],
        "place_points": data["place_points"] or PLACE_POINTS,
        "minimum": data["minimum"],
        "dropped": data["dropped"],
    }
