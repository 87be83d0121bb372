"""What the pages of evenings share: whose they are, and how they may be kept."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.vary import vary_on_cookie

from games import models, services
from games.statistics.finished_match import FinishedMatch
from games.statistics.people import PlayerIndex

# A phone may keep a copy for where there is no network: it keeps it for this person alone.
kept = method_decorator([gzip_page, cache_control(private=True, no_cache=True), vary_on_cookie], "dispatch")


def looking(request: HttpRequest) -> models.Membership | None:
    """The asker's place in the circle that they look at; None for a stranger."""
    return services.places_of(request.user).first() if isinstance(request.user, models.Person) else None


def find(request: HttpRequest, evening: UUID, circle: UUID | None = None) -> tuple[models.Membership, models.Evening]:
    """An evening of one of my circles, or of this one; those of others are not there at all."""
    if isinstance(request.user, models.Person):
        found = models.Evening.objects.filter(id=evening, begins__isnull=False)
        if circle is not None:
            found = found.filter(circle=circle)
        member = services.places_of(request.user).filter(circle__in=found.values("circle")).first()
        if member is not None:
            return member, found.get(circle=member.circle_id)
    raise Http404


def matches_of(circle: UUID, evenings: list[UUID], people: PlayerIndex) -> dict[UUID, list[FinishedMatch]]:
    """The matches of these evenings as they were played, by one query for them all."""
    rows = models.Match.objects.filter(circle=circle, evening__in=evenings, is_deleted=False)
    found: dict[Any, list[FinishedMatch]] = {evening: [] for evening in evenings}
    # Asked for their order, SQLite would look for them among all matches of the circle, in the order of time.
    for _began, _id, evening, told in sorted(rows.values_list("started", "id", "evening", "summary"), key=in_time):
        found[evening].append(FinishedMatch(told, people))
    return found


def in_time(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:2]
