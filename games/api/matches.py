"""The match that a request is about, and the summary of a match in lists."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework.request import Request

from games import models
from games.api import circles
from games.store.logs import format_time


def visible_match(request: Request, match: UUID) -> models.Match:
    """Return the match; raise `Http404` if it is deleted or belongs to another circle."""
    _member, row = circles.membership_and_match(request, match)
    if row is None or row.is_deleted:
        raise Http404
    return row


def writer_of_match(request: Request, match: UUID, *, deleted: bool = False) -> models.Membership:
    """Return the membership of someone who may write to the match. `deleted=True` also allows a deleted match."""
    member, row = circles.membership_and_match(request, match)
    circles.check_writer(member)
    if row is None or (row.is_deleted and not deleted):
        raise Http404
    return member


LINE = ("id", "seq", "started", "last", "date", "evening", "summary")  # the columns of a list
# Parts of a summary that lists of the API leave out. Some are columns, some are in the document. Only pages need the rest.
NOT_IN_API = (
    *("deleted", "match", "started", "start_seq", "begins", "day", "ends", "last"),
    *("options", "players", "first_dealer"),
    *("complete", "shape"),
)


def match_json(match: Any) -> dict[str, Any]:
    """Return the summary of a match, or of a row with the columns of `LINE`."""
    public = {name: value for name, value in match.summary.items() if name not in NOT_IN_API}
    if "result" in public:  # it counts for nobody
        public["places"] = []
    return {
        "id": str(match.id),
        "seq": match.seq,
        "started": format_time(match.started),
        "last": format_time(match.last),
        "date": match.date.isoformat(),
        "evening": None if match.evening is None else str(match.evening),
        **public,
    }
