"""Writing logs in a test: events with short ids, as people at one table would write them."""

from typing import Any
from uuid import UUID

Event = dict[str, Any]


def id_of(name: str) -> str:
    """The same name is the same id."""
    return str(UUID(bytes=name.encode().rjust(16, b"\0")[-16:]))


MATCH = id_of("match")


def event(key: str, kind: str, after: list[str] | str | None, seq: int | None = None, **data: Any) -> Event:
    """An event whose id is made of a key; so are those in `after`."""
    names = [after] if isinstance(after, str) else after
    return {
        "id": id_of(key),
        "match": MATCH,
        "kind": kind,
        "data": data,
        "after": None if names is None else [id_of(one) for one in names],
        "at": "2026-11-20T19:42:10+02:00",
        "seq": seq,
    }


def start(name: str = "start", **data: Any) -> Event:
    return event(name, "start", [], **{"game": "bisca_tres", "players": ["Eleni", "Deniz"], **data})


def deal(name: str, after: list[str] | str | None, points: int = 71, **data: Any) -> Event:
    """A round of Bisca, named like its event."""
    return event(name, "deal", after, **{"deal": id_of(name), "answers": answers(points), **data})


def amend(name: str, of: str, after: list[str] | str | None, points: int) -> Event:
    return event(name, "amend", after, deal=id_of(of), answers=answers(points))


def answers(points: int) -> dict[str, Any]:
    return {"points": [points, 120 - points]}
