"""Marks for what people ask for again and again (ETags): where nothing is new, nothing is worked out or sent.

The mark is the number of the last event, its id and the moment it came, so that a log restored from a backup is
another one, even where the same event has got the same number again.
What is shown depends on the language too, and on the rules: a new version may word or count it otherwise.
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
    """The mark of a log that goes so far."""
    stored = event_at(circle, seq)
    last = "" if stored is None else f"{stored.id.hex[:8]}.{stored.received:%S%f}"
    return f"{seq}-{last}-{get_language()}-{version()}"


@cache
def version() -> str:
    """The files that decide what is answered."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in sorted(GAMES.rglob("*.py")))).hexdigest()[:8]


def matches_etag(request: Request, tag: str) -> bool:
    """Whether the asker has what is marked like this."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or quote_etag(tag) in [one.removeprefix("W/") for one in known]


def answer(request: Request, tag: str, make: Callable[[], Any]) -> Response:
    """What is there, or that it has not changed. Another question to the same address has another mark."""
    if asked := request.META.get("QUERY_STRING", ""):
        tag = f"{tag}-{hashlib.sha256(asked.encode()).hexdigest()[:8]}"
    found = Response(status=304) if matches_etag(request, tag) else Response(make())
    found["ETag"] = quote_etag(tag)
    return found
