"""Matches as lists show them, and the one that a request is about: only where it is the asker's to see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.http import Http404
from rest_framework.request import Request

from games import models
from games.api import circles
from games.store.logs import as_text


def shown(request: Request, match: UUID) -> models.Match:
    """The match, for this person; there is none where it is another circle's or deleted."""
    circle = circles.membership(request).circle_id
    found = models.Match.objects.filter(circle=circle, id=match, is_deleted=False).first()
    if found is None:
        raise Http404
    return found


def written_to(request: Request, match: UUID, *, deleted: bool = False) -> models.Membership:
    """Where this person may write to the match: its circle. Both are asked by one query."""
    state = models.Match.objects.filter(circle=OuterRef("circle"), id=match).values("is_deleted")[:1]
    found = circles.writable(request, is_deleted=Subquery(state))
    if found.is_deleted is None or (found.is_deleted and not deleted):  # type: ignore[attr-defined]
        raise Http404
    return found


# What the pages need beside it: who sat down to it and how, which the match's document tells.
UNTOLD = ("deleted", "match", "started", "last", "options", "players", "first_dealer")


def as_json(match: models.Match) -> dict[str, Any]:
    """A match in a line."""
    told = {name: value for name, value in match.summary.items() if name not in UNTOLD}
    return {
        "id": str(match.id),
        "seq": match.seq,
        "started": as_text(match.started),
        "last": as_text(match.last),
        "date": match.date.isoformat(),
        "evening": None if match.evening is None else str(match.evening),
        **told,
    }
