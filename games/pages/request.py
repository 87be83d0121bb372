"""What pages get from a host and what they return: request, stored data, result.

Everything from outside is in the request: the form, the time, new ids, the role. So both hosts give the same
answer to the same request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.match.log import Event, Log
    from games.pages.routes import Args

    Pairs = Sequence[tuple[str, str]]

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

    def set(self, name: str, value: str) -> None:
        """Replace all values of this name."""
        self.pairs = [pair for pair in self.pairs if pair[0] != name] + [(name, value)]


class PageRequest:
    """A request for a page. `fragment` is the id of the only element to render, or ""."""

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
    ) -> None:
        self.log = log  # of the match; None if it has no events
        self.matches = matches  # summaries with their ids, the last played first
        self.players = players  # of the circle: id, name, hidden, same_as
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
    """Return the page for a match that cannot be opened: it does not exist, or needs a newer version."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied:
        return PageResult(status=404)
    return PageResult("pages/newer.html")
