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

from django.utils.http import parse_etags, quote_etag
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games.store.logs import event_at

GAMES = Path(__file__).resolve().parents[1]


def log_etag(circle: UUID, seq: int) -> str:
    """Return the ETag of a log up to this event."""
    stored = event_at(circle, seq)
    last = "" if stored is None else f"{stored.id.hex[:8]}.{stored.received:%S%f}"
    return f"{seq}-{last}-{get_language()}-{version()}"


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
    if query := request.META.get("QUERY_STRING", ""):
        etag = f"{etag}-{hashlib.sha256(query.encode()).hexdigest()[:8]}"
    response = Response(status=304) if matches_etag(request, etag) else Response(build())
    response["ETag"] = quote_etag(etag)
    return response
