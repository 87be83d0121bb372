"""What pages get from a host and what they return: route, request, stored data, result.

Django's URLs and the worker are built from the routes. The scope of a route says which data its pages need: the log
of one match, or the data of the circle. Everything else from outside is in the request: the form, the time, new
ids, the role. So both hosts give the same answer to the same request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.unknown_match import UnknownMatch, is_unknown
from games.match.event_fields import is_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from games.match.log import Event, Log

    Args = dict[str, str]
    Pairs = Sequence[tuple[str, str]]
    Page: TypeAlias = "Callable[[PageData, PageRequest], PageResult]"  # shows or writes a page

MATCH, CIRCLE = "match", "circle"  # the log of a match; summaries, players and evenings of the circle


class Route:
    """A name and a path. Names in angle brackets stand for ids."""

    def __init__(self, name: str, path: str, scope: str, needs_players: bool = False) -> None:
        self.name = name
        self.form = "/" + path.replace("<", "%(").replace(">", ")s")
        self.segments = path.split("/")
        self.scope = scope
        self.needs_players = needs_players  # of the circle, beside the log of the match

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
    Route("walls", "wall/", CIRCLE),
    Route("table", "table/<match>/", MATCH),
    Route("sheet", "table/<match>/sheet/", MATCH),
    Route("wall", "table/<match>/wall/", MATCH),
    Route("rules", "table/<match>/rules/", MATCH),
    Route("more", "table/<match>/more/", MATCH, needs_players=True),
    Route("round", "table/<match>/<deal>/", MATCH),
    Route("late", "table/<match>/<deal>/before/", MATCH),
)

ROUTES_BY_NAME = {route.name: route for route in ROUTES}

SERVER_PAGES = {  # Django's pages that these pages link to
    "here": "/phone/",
    "evenings": "/evenings/",
    "statistics": "/statistics/",
    "invite": "/invite/",
    "code": "/code/",
    "circle": "/circle/",
    "you": "/you/",
    "games": "/games/",
    "custom_game": "/custom-games/%(game)s/",
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
    return SERVER_PAGES[name] % args if route is None else route.form % args


# Fragments of a page, by the id of their element.
ROUND = "round"  # the entry, while someone types
LIVE = "live"  # the part that is replaced when events from elsewhere have arrived


class Form:
    """Names and values as a page sends them. A name may occur several times."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = [(pair[0], pair[1]) for pair in pairs]

    def get(self, name: str, default: str = "") -> str:
        """Return the last value of this name."""
        for known, value in reversed(self.pairs):
            if known == name:
                return value
        return default

    def all(self, name: str) -> list[str]:
        return [value for known, value in self.pairs if known == name]

    def has(self, name: str) -> bool:
        return any(known == name for known, _value in self.pairs)

    def has_answer(self, name: str) -> bool:
        """Return whether a field of this name, or one within it, has a value."""
        return any(value and (known == name or known.startswith(f"{name}-")) for known, value in self.pairs)

    def set(self, name: str, value: str) -> None:
        """Replace all values of this name."""
        self.pairs = [pair for pair in self.pairs if pair[0] != name] + [(name, value)]


class PageRequest:
    """A request for a page. `fragment` is the id of the only element to render, or "".

    `now` is UTC on the server and local time on the phone. Both name the zone, so compare moments, never dates: a page about
    a day needs the day in its query.
    """

    def __init__(
        self,
        name: str,
        args: Args,
        *,
        query: Pairs = (),
        form: Pairs | None = None,
        now: str = "",
        ids: Sequence[str] = (),
        role: str = "owner",
        fragment: str = "",
    ) -> None:
        self.name = name
        self.args = args
        self.query = Form(query)
        self.form = None if form is None else Form(form)  # None: a GET
        self.now = now
        self.new_ids = list(ids)  # not used yet
        self.role = role
        self.fragment = fragment


class PageData:
    """The stored data that the route needs, as the host has loaded it."""

    def __init__(
        self,
        log: Log | None = None,
        matches: Sequence[Any] = (),
        players: Sequence[Any] = (),
        evenings: Callable[[], Sequence[Any]] = tuple,
        custom_games: Callable[[], Sequence[Any]] = tuple,
    ) -> None:
        self.log = log  # of the match; None if it has no events
        self.matches = matches  # summaries with their ids, the last played first
        self.players = players  # of the circle: id, name, hidden, same_as
        self.custom_games = custom_games  # returns the games that the group has named itself, deleted ones too
        self.evenings = evenings  # returns id, date, name, place and match ids of each, the last one first


class PageResult:
    """A page to render, or events to store and a redirect."""

    def __init__(
        self,
        template: str = "",
        context: dict[str, Any] | None = None,
        *,
        status: int = 200,
        events: Sequence[Event] = (),
        redirect_to: str = "",
    ) -> None:
        self.template = template
        self.context = context or {}
        self.status = status
        self.events = list(events)
        self.redirect_to = redirect_to  # a path with its query, or ""


def unavailable(stored: PageData) -> PageResult:
    """Return the page for a match that cannot be opened: it does not exist, lacks its game, or needs a newer version."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied:
        return PageResult(status=404)
    if is_unknown(log) or log.is_uncountable:
        return PageResult("pages/unknown.html", {"match": UnknownMatch(log)})
    return PageResult("pages/newer.html")
