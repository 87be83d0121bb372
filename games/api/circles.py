"""The circle that a request is about, and the role of its person there. Circles of others do not exist for it."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games import models, services
from games.api.errors import CircleNeeded, NoSuch, ProofNeeded
from games.http import proof
from games.match.event_fields import is_id
from games.store.sql import read_joined

TABLES = (models.Membership, models.Circle, models.Match)
MEMBERSHIPS = """
    FROM "games_membership"
    JOIN "games_circle" ON "games_circle"."id" = "games_membership"."circle_id"
    LEFT JOIN "games_match" ON "games_match"."circle_id" = "games_circle"."id" AND "games_match"."id" = %s
    WHERE "games_membership"."person_id" = %s AND "games_circle"."deleted" IS NULL
"""
ORDER = ' ORDER BY "games_membership"."since", "games_circle"."id"'


def asker(request: Request) -> models.Person:
    """Return the person who asks, for a view that needs a key."""
    person: models.Person = request.user  # type: ignore[assignment]
    return person


def bound_to(request: Request) -> UUID | None:
    """Return the only circle of the asker's key, or None for a key of all circles."""
    token: models.Device = request.auth  # type: ignore[assignment]
    return token.circle_id


def lacks_proof(request: Request) -> bool:
    """Return whether a phone acts for a person with a login, and its session did not use that login recently.

    Programs need no proof: their keys were created with one, and cannot do more than their role says.
    """
    return bound_to(request) is None and proof.lacks_proof(request._request, asker(request))


def require_proof(request: Request) -> None:
    """Raise `ProofNeeded` if the request lacks a fresh proof."""
    if lacks_proof(request):
        raise ProofNeeded


def memberships(
    request: Request, circle: UUID | None = None, match: UUID | None = None
) -> list[tuple[models.Membership, models.Match | None]]:
    """Return the asker's memberships, in this circle or in all, the oldest first; each with the match asked about."""
    limits = [id for id in (bound_to(request), circle) if id is not None]
    query = MEMBERSHIPS + ' AND "games_circle"."id" = %s' * len(limits) + ORDER
    device: models.Device = request.auth  # type: ignore[assignment]
    rows = []
    for member, its_circle, its_match in read_joined(TABLES, query, match, request.user.pk, *limits):
        member.circle = its_circle
        member.role = services.lower_role(member.role, device)
        rows.append((member, its_match))
    return rows


def membership_and_match(request: Request, match: UUID | None = None) -> tuple[models.Membership, models.Match | None]:
    """Return the asker's membership in the circle of the request, and the match with this id there.

    The address names the circle. Without it, a key that reaches several circles needs a match that is in only one of them.
    """
    circle = request.query_params.get("circle")
    if circle is not None and not is_id(circle):
        raise no_such_circle()
    rows = memberships(request, None if circle is None else UUID(circle), match)
    if not rows:
        raise no_such_circle()
    with_match = [row for row in rows if row[1] is not None]
    if len(rows) > 1 and (match is None or len(with_match) > 1):
        raise CircleNeeded
    return (with_match or rows)[0]


def no_such_circle() -> NoSuch:
    return NoSuch(_("No such group."))


def membership(request: Request) -> models.Membership:
    """Return the asker's membership in the circle that the request is about."""
    return membership_and_match(request)[0]


def writer(request: Request) -> models.Membership:
    """Return the membership; raise `PermissionDenied` for a reader."""
    return check_writer(membership(request))


def check_writer(member: models.Membership) -> models.Membership:
    """Return the membership; raise `PermissionDenied` for a reader."""
    if member.role not in models.WRITERS:
        raise PermissionDenied(_("You have read-only access to this group."))
    return member
