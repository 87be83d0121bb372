"""Server pages that the worker caches, so that people can read the last copy without a network.

Pages that sign people in or that must disappear after a sign-out are never cached, nor is the API.
"""

from __future__ import annotations

import re

from django.urls import get_resolver

CACHED_PAGES = (
    "games",
    "game",
    "evenings",
    "evening",
    "players",
    "player",
    "statistics",
    "seasons",
    "season",
)  # names of URL patterns


def patterns() -> list[str]:
    """Return their URL patterns as regular expressions of JavaScript."""
    return [pattern(name) for name in CACHED_PAGES]


def pattern(name: str) -> str:
    [(_, path, *_), *others] = get_resolver().reverse_dict.getlist(name)
    assert not others, name
    return f"^/{re.sub(r'[(][?]P<[a-z_]+>', '(?:', path)}".removesuffix(r"\Z") + "$"
