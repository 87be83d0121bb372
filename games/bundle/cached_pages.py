"""Pages that are not the table's, and may be looked at without a network: the last copy of each that was seen.

Nothing that asks who somebody is, lets anybody in, or is meant to be gone when they have left; nor what programs ask for.
"""

from __future__ import annotations

import re

from django.urls import get_resolver

KEPT = ("games", "game", "evenings", "evening", "players", "player", "statistics")  # the names of their addresses


def patterns() -> list[str]:
    """Their addresses as JavaScript knows them."""
    return [pattern(name) for name in KEPT]


def pattern(name: str) -> str:
    [(_, found, *_), *others] = get_resolver().reverse_dict.getlist(name)
    assert not others, name
    return f"^/{re.sub(r'[(][?]P<[a-z_]+>', '(?:', found)}".removesuffix(r"\Z") + "$"
