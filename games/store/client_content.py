"""Compare events as clients wrote them, without the fields that the server adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.match.log import Event


def client_content(event: Event) -> dict[str, Any]:
    """Return what the client wrote of an event, normalized; the server adds the other fields."""
    after = event.get("after")
    return {
        "match": event.get("match"),
        "kind": event.get("kind"),
        "data": event.get("data") or {},
        "after": [after] if isinstance(after, str) else after,
        "at": event.get("at"),
    }


def same_json(first: Any, second: Any) -> bool:
    """Return whether two values are the same JSON. The order of keys does not count, and `true` is not 1."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same_json(first[key], second[key]) for key in first)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(same_json, first, second))
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)
