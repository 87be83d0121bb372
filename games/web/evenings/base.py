"""Helpers of the pages about evenings: which evening a person may see, and the matches of several evenings."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest

from games import models, services
from games.statistics.people import PlayerIndex
from games.statistics.played_match import PlayedMatch

MOST = 200  # matches of an evening on a page


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


class EveningMatches:
    """Some matches of an evening in the order of play. Part 1 has the newest ones, `MOST` at most, part 2 those before."""

    def __init__(self, ids: list[UUID], part: int = 1) -> None:
        self.count = len(ids)  # of all parts
        self.part = part
        self.parts = max(1, -(-len(ids) // MOST))
        end = max(0, len(ids) - (part - 1) * MOST)
        self.first = max(0, end - MOST) + 1  # the number of the first match, of `count`
        self.ids = ids[self.first - 1 : end]
        self.last = end
        self.played: list[PlayedMatch] = []


def matches_of(circle: UUID, evenings: list[UUID], people: PlayerIndex, part: int = 1) -> dict[UUID, EveningMatches]:
    """Return a part of the matches of each evening, with two queries for all of them."""
    ids = match_ids(circle, evenings)
    matches = {evening: EveningMatches(ids[evening], part) for evening in evenings}
    listed = [id for of_evening in matches.values() for id in of_evening.ids]
    summaries = dict(models.Match.objects.filter(circle=circle, id__in=listed).values_list("id", "summary"))
    for of_evening in matches.values():
        of_evening.played = [PlayedMatch(summaries[id], people) for id in of_evening.ids if id in summaries]
    return matches


def match_ids(circle: UUID, evenings: list[UUID]) -> dict[UUID, list[UUID]]:
    """Return the ids of the matches of each evening, in the order of play."""
    rows = models.Match.objects.filter(circle=circle, evening__in=evenings, is_deleted=False)
    ids: dict[UUID, list[UUID]] = {evening: [] for evening in evenings}
    # Sorted here: with ORDER BY, SQLite would walk all matches of the circle in the order of time.
    for _began, id, evening in sorted(rows.values_list("started", "id", "evening")):
        assert evening is not None
        ids[evening].append(id)
    return ids
