"""Which circle a request is about, and what its person may do there. Other people's circles are not there at all."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games import models
from games.table.shapes import is_id

WRITERS = (models.Role.OWNER, models.Role.SCORER)


def asker(request: Request) -> models.Person:
    """Whoever asks; only where a key is needed."""
    found: models.Person = request.user  # type: ignore[assignment]
    return found


def bound_to(request: Request) -> UUID | None:
    """The one circle that the asker's key belongs to; None where it speaks for all of its person."""
    token: models.Device = request.auth  # type: ignore[assignment]
    return token.circle_id


def memberships(request: Request, **told: Any) -> QuerySet[models.Membership]:
    """The asker's places, the oldest first, with what else is to be told of each."""
    wanted = {"person": request.user.pk}
    bound = bound_to(request)
    if bound is not None:
        wanted["circle"] = bound
    mine = models.Membership.objects.filter(**wanted).select_related("circle").order_by("since", "circle")
    return mine.annotate(**told) if told else mine


def member_of(request: Request, circle: UUID, **told: Any) -> models.Membership:
    found = memberships(request, **told).filter(circle=circle).first()
    if found is None:
        raise Http404
    return found


def membership(request: Request, **told: Any) -> models.Membership:
    """The asker's place in the circle that is named, or in the asker's own."""
    named = request.query_params.get("circle")
    if named is not None and is_id(named):
        return member_of(request, UUID(named), **told)
    found = memberships(request, **told).first() if named is None else None
    if found is None:
        raise Http404
    return found


def writable(request: Request, **told: Any) -> models.Membership:
    found = membership(request, **told)
    if found.role not in WRITERS:
        raise PermissionDenied(_("Readers of a circle cannot write in it."))
    return found
