"""The routes of games/pages. Django's URLs and the worker are built from this list.

The scope of a route says which data its pages need: the log of one match, or the data of the circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.events import is_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    Args = dict[str, str]

MATCH, CIRCLE = "match", "circle"  # the log of a match; summaries, players and evenings of the circle


class Route:
    """A name and a path. Names in angle brackets stand for ids."""

    def __init__(self, name: str, path: str, scope: str) -> None:
        self.name = name
        self.form = "/" + path.replace("<", "%(").replace(">", ")s")
        self.segments = path.split("/")
        self.scope = scope

    def args(self, segments: Sequence[str]) -> Args | None:
        """Return the ids in a path, or None if the path belongs to another route."""
        if len(segments) != len(self.segments):
            return None
        ids = {}
        for known, segment in zip(self.segments, segments):
            if known[:1] == "<":
                if not is_id(segment):
                    return None
                ids[known[1:-1]] = segment
            elif known != segment:
                return None
        return ids


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

ROUTES_BY_NAME = {route.name: route for route in ROUTES}

SERVER_PAGES = {  # Django's pages that these pages link to
    "here": "/phone/",
    "evenings": "/evenings/",
    "statistics": "/statistics/",
    "circle": "/circle/",
    "you": "/you/",
    "games": "/games/",
    "language": "/language/",
}


def resolve(path: str) -> tuple[Route, Args] | None:
    """Return the route of a path with its ids, or None if games/pages has no such page."""
    segments = path[1:].split("/") if path[:1] == "/" else []
    for route in ROUTES:
        args = route.args(segments)
        if args is not None:
            return route, args
    return None


def reverse(name: str, args: Args) -> str:
    route = ROUTES_BY_NAME.get(name)
    return SERVER_PAGES[name] if route is None else route.form % args
