"""Which circle a request is about, and what its person may do there. Other people's circles are not there at all."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games import models, services
from games.match.events import is_id
from games.store.sql import column, read

TABLES = (models.Membership, models.Circle, models.Match)
PLACES = """
    FROM "games_membership"
    JOIN "games_circle" ON "games_circle"."id" = "games_membership"."circle_id"
    LEFT JOIN "games_match" ON "games_match"."circle_id" = "games_circle"."id" AND "games_match"."id" = %s
    WHERE "games_membership"."person_id" = %s AND "games_circle"."deleted" IS NULL
"""
ORDER = ' ORDER BY "games_membership"."since", "games_circle"."id"'


def asker(request: Request) -> models.Person:
    """Whoever asks; only where a key is needed."""
    found: models.Person = request.user  # type: ignore[assignment]
    return found


def bound_to(request: Request) -> UUID | None:
    """The one circle that the asker's key belongs to; None where it speaks for all of its person."""
    token: models.Device = request.auth  # type: ignore[assignment]
    return token.circle_id


def places(
    request: Request, circle: UUID | None = None, match: UUID | None = None
) -> list[tuple[models.Membership, models.Match | None]]:
    """The asker's places, in this circle or in all, the oldest first; each with the match, where one is meant."""
    values = [column(models.Match, "id", match), column(models.Person, "id", request.user.pk)]
    only = [column(models.Circle, "id", one) for one in (bound_to(request), circle) if one is not None]
    wanted = PLACES + ' AND "games_circle"."id" = %s' * len(only) + ORDER
    device: models.Device = request.auth  # type: ignore[assignment]
    found = []
    for member, its_circle, its_match in read(TABLES, wanted, *values, *only):
        member.circle = its_circle
        member.role = services.capped(member.role, device)
        found.append((member, its_match))
    return found


def place(request: Request, match: UUID | None = None) -> tuple[models.Membership, models.Match | None]:
    """The asker's place in the circle that is named, or in the asker's own."""
    named = request.query_params.get("circle")
    if named is not None and not is_id(named):
        raise Http404
    found = places(request, None if named is None else UUID(named), match)
    if not found:
        raise Http404
    return found[0]


def membership(request: Request) -> models.Membership:
    return place(request)[0]


def writable(request: Request) -> models.Membership:
    return check_writer(membership(request))


def check_writer(member: models.Membership) -> models.Membership:
    if member.role not in models.WRITERS:
        raise PermissionDenied(_("Readers of a circle cannot write in it."))
    return member
