"""ETags for pages that are requested repeatedly: without a change nothing is computed or sent.

An ETag holds number, id and time of the last event. So a log restored from a backup has another one, even if the same
event has got the same number again. It also holds the language and the version of the code, which decide texts and
points.
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


def matches_etag(request: Request, tag: str) -> bool:
    """Return whether the client has the response with this ETag."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or quote_etag(tag) in [etag.removeprefix("W/") for etag in known]


def answer(request: Request, tag: str, build: Callable[[], Any]) -> Response:
    """Return the response, or 304 if the client has it already. The ETag includes the query string."""
    if query := request.META.get("QUERY_STRING", ""):
        tag = f"{tag}-{hashlib.sha256(query.encode()).hexdigest()[:8]}"
    response = Response(status=304) if matches_etag(request, tag) else Response(build())
    response["ETag"] = quote_etag(tag)
    return response
