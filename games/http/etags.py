"""ETags for pages that are requested repeatedly: without a change nothing is computed or sent.

An ETag holds the number, the id and the time of the last event. A log restored from a backup gets another ETag, because an
event that gets the same number again has another time. The language and the version of the code, which decide texts and
points, are in the ETag, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.store.logs import event_at

GAMES = Path(__file__).resolve().parents[1]


def log_etag(circle: UUID, seq: int) -> str:
    """Return the ETag of a log up to this event."""
    return last_event_etag(event_at(circle, seq))


def last_event_etag(last: models.Event | None) -> str:
    """Return the ETag of a log that ends with this event; None for an empty log."""
    end = "0-" if last is None else f"{last.seq}-{last.id.hex[:8]}.{last.received:%S%f}"
    return f"{end}-{get_language()}-{version()}"


@cache
def version() -> str:
    """Return a hash of all Python files in games/, which decide the content of responses."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(GAMES.rglob("*.py")))).hexdigest()[:8]


def matches_etag(request: Request, etag: str) -> bool:
    """Return whether the client has the response with this ETag."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or quote_etag(etag) in [entry.removeprefix("W/") for entry in known]


def conditional_response(request: Request, etag: str, build: Callable[[], Any]) -> Response:
    """Return the response, or 304 if the client has it already. The ETag includes the query string."""
    etag = with_query(request, etag)
    response = Response(status=304) if matches_etag(request, etag) else Response(build())
    response["ETag"] = quote_etag(etag)
    return response


def conditional_file(
    request: Request, circle: models.Circle, build: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return a file about the circle, or 304 if the client has it already.

    The ETag is weak: a PDF or a spreadsheet that is built again has other bytes for the same content.
    """
    etag = with_query(request, circle_etag(circle))
    response: HttpResponseBase = Response(status=304) if matches_etag(request, etag) else build()
    response["ETag"] = f"W/{quote_etag(etag)}"
    return response


def circle_etag(circle: models.Circle) -> str:
    """Return the ETag of all that a file can show of a circle. Some of it is in no event, and some files show the day."""
    others = repr((circle.name, circle.stakes, circle.erasures, timezone.localdate()))
    return f"{log_etag(circle.pk, circle.seq)}-{hashlib.sha256(others.encode()).hexdigest()[:8]}"


def with_query(request: Request, etag: str) -> str:
    """Return the ETag of this query string."""
    if query := request.META.get("QUERY_STRING", ""):
        return f"{etag}-{hashlib.sha256(query.encode()).hexdigest()[:8]}"
    return etag
