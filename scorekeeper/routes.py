"""Find the route of a path.

A path may have ids, names and links that work as keys. Whatever is stored or logged about requests has the route instead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import Resolver404, ResolverMatch, resolve

LONGEST = 200  # characters of a path whose route is stored
UNKNOWN, STATIC = "unknown", "static"  # names of paths without a route, and of files for browsers
METRICS = "/metrics"  # the path that scorekeeper/metrics.py answers without Django


def find(path: str) -> ResolverMatch | None:
    """Return the route of a path, or None. Long paths, which anyone may invent, are not stored."""
    return find_stored(path) if len(path) <= LONGEST else find_stored.__wrapped__(path)


@lru_cache(4096)
def find_stored(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


def attribute_of(path: str, name: str) -> Any:
    """Return an attribute of the view of a path, or None."""
    match = find(path)
    view = match and match.func
    return getattr(getattr(view, "view_class", getattr(view, "cls", None)), name, None)


def is_static(path: str) -> bool:
    """Return whether a path is that of a file for browsers."""
    return path.startswith(f"/{settings.STATIC_URL.strip('/')}/")


def name_of(path: str) -> str:
    """Return the name of the route of a path."""
    if is_static(path):
        return STATIC
    if path == METRICS:
        return METRICS.strip("/")
    match = find(path)
    return match.view_name if match else UNKNOWN


def text_of(path: str) -> str:
    """Return the route of a path, which has the names of ids in place of ids. A path without a route is not repeated."""
    if is_static(path):
        return f"/{settings.STATIC_URL.strip('/')}/…"
    if path == METRICS:
        return METRICS
    match = find(path)
    return f"/{match.route}" if match else "-"
