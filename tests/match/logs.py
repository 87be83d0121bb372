"""Logs for tests: events with ids from short names."""

from typing import Any
from uuid import UUID

Event = dict[str, Any]


def id_of(name: str) -> str:
    """Return an id that is the same for the same name."""
    return str(UUID(bytes=name.encode().rjust(16, b"\0")[-16:]))


MATCH = id_of("match")


def event(key: str, kind: str, after: list[str] | str | None, seq: int | None = None, **data: Any) -> Event:
    """Return an event. Its id and the ids in `after` are made from keys."""
    names = [after] if isinstance(after, str) else after
    return {
        "id": id_of(key),
        "match": MATCH,
        "kind": kind,
        "data": data,
        "after": None if names is None else [id_of(name) for name in names],
        "at": "2026-11-20T19:42:10+02:00",
        "seq": seq,
    }


def start(name: str = "start", **data: Any) -> Event:
    return event(name, "start", [], **{"game": "bisca_tres", "players": ["Eleni", "Deniz"], **data})


def deal(name: str, after: list[str] | str | None, points: int = 71, **data: Any) -> Event:
    """Return a round of Bisca. Its deal has the id of its event."""
    return event(name, "deal", after, **{"deal": id_of(name), "answers": answers(points), **data})


def amend(name: str, of: str, after: list[str] | str | None, points: int) -> Event:
    return event(name, "amend", after, deal=id_of(of), answers=answers(points))


def answers(points: int) -> dict[str, Any]:
    return {"points": [points, 120 - points]}
