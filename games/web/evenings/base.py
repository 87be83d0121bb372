"""Helpers of the pages about evenings: which evening a person may see, and the matches of several evenings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from games import models, services
from games.statistics.people import PlayerIndex
from games.statistics.played_match import PlayedMatch


def find_evening(
    request: HttpRequest, evening: UUID, circle: UUID | None = None
) -> tuple[models.Membership, models.Evening]:
    """Return an evening of the person's circles, or of `circle`, and the membership. Raise Http404 for all others."""
    if isinstance(request.user, models.Person):
        evenings = models.Evening.objects.filter(id=evening, begins__isnull=False)
        if circle is not None:
            evenings = evenings.filter(circle=circle)
        member = services.membership_in(request.user, evenings.values("circle"))
        if member is not None:
            return member, evenings.get(circle=member.circle_id)
    raise Http404


def matches_of(circle: UUID, evenings: list[UUID], people: PlayerIndex) -> dict[UUID, list[PlayedMatch]]:
    """Return the matches of each evening in the order of play, with one query for all of them."""
    rows = models.Match.objects.filter(circle=circle, evening__in=evenings, is_deleted=False)
    matches: dict[Any, list[PlayedMatch]] = {evening: [] for evening in evenings}
    # Sorted here: with ORDER BY, SQLite would walk all matches of the circle in the order of time.
    for _began, _id, evening, summary in sorted(
        rows.values_list("started", "id", "evening", "summary"), key=start_order
    ):
        matches[evening].append(PlayedMatch(summary, people))
    return matches


def start_order(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return row[:2]
