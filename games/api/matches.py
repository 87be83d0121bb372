"""Matches as lists show them, and the one that a request is about: only where it is the asker's to see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request

from games import models
from games.api import circles
from games.store.logs import format_time


def visible_match(request: Request, match: UUID) -> models.Match:
    """The match, for this person; there is none where it is another circle's or deleted."""
    _member, found = circles.place(request, match)
    if found is None or found.is_deleted:
        raise Http404
    return found


def written_to(request: Request, match: UUID, *, deleted: bool = False) -> models.Membership:
    """Where this person may write to the match: its circle."""
    member, found = circles.place(request, match)
    circles.check_writer(member)
    if found is None or (found.is_deleted and not deleted):
        raise Http404
    return member


LINE = ("id", "seq", "started", "last", "date", "evening", "summary")  # what is told of a match
# What the pages need beside it: who sat down to it and how, which the match's document tells.
UNTOLD = (
    *("deleted", "match", "started", "start_seq", "begins", "day", "ends", "last"),
    *("options", "players", "first_dealer"),
    *("complete", "shape"),
)


def match_json(match: Any) -> dict[str, Any]:
    """A match in a line, or a row of a list that has so much of it."""
    told = {name: value for name, value in match.summary.items() if name not in UNTOLD}
    return {
        "id": str(match.id),
        "seq": match.seq,
        "started": format_time(match.started),
        "last": format_time(match.last),
        "date": match.date.isoformat(),
        "evening": None if match.evening is None else str(match.evening),
        **told,
    }
