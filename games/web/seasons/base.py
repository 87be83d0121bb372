"""Helpers of the pages about seasons: which season a person may see, and what day it is."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone

from games import models, services


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
