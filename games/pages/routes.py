"""The addresses that the table answers, the same on both hosts: Django's urls and the worker are made from this list.

An address says what its answer is made of: the log of one match, or what the circle has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import is_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    Args = dict[str, str]

MATCH, CIRCLE = "match", "circle"  # what is stored of a match; of everything else in the circle


class Route:
    """A name and a path; what stands in angle brackets is an id."""

    def __init__(self, name: str, path: str, needs: str) -> None:
        self.name = name
        self.form = "/" + path.replace("<", "%(").replace(">", ")s")
        self.segments = path.split("/")
        self.needs = needs

    def args(self, pieces: Sequence[str]) -> Args | None:
        """The ids in a path, or None where it is another address."""
        if len(pieces) != len(self.segments):
            return None
        found = {}
        for known, piece in zip(self.segments, pieces):
            if known[:1] == "<":
                if not is_id(piece):
                    return None
                found[known[1:-1]] = piece
            elif known != piece:
                return None
        return found

    def path(self, args: Args) -> str:
        return self.form % args


ROUTES = (
    Route("home", "", CIRCLE),
    Route("new", "new/", CIRCLE),
    Route("table", "table/<match>/", MATCH),
    Route("sheet", "table/<match>/sheet/", MATCH),
    Route("wall", "table/<match>/wall/", MATCH),
    Route("rules", "table/<match>/rules/", MATCH),
    Route("more", "table/<match>/more/", MATCH),
    Route("round", "table/<match>/<deal>/", MATCH),
    Route("late", "table/<match>/<deal>/before/", MATCH),
)

NAMED = {address.name: address for address in ROUTES}

SERVER_PAGES = {  # pages of Django's that the table names
    "here": "/phone/",
    "evenings": "/evenings/",
    "statistics": "/statistics/",
    "circle": "/circle/",
    "you": "/you/",
    "games": "/games/",
    "language": "/language/",
}


def resolve(path: str) -> tuple[Route, Args] | None:
    """The address that a path belongs to, with its ids; None where the table has no such page."""
    pieces = path[1:].split("/") if path[:1] == "/" else []
    for address in ROUTES:
        args = address.args(pieces)
        if args is not None:
            return address, args
    return None


def reverse(name: str, args: Args) -> str:
    address = NAMED.get(name)
    return SERVER_PAGES[name] if address is None else address.path(args)
