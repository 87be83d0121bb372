"""What the table is asked, what it is told of what is stored, and what it answers.

All that comes from outside stands here: the form, the time, fresh ids, who asks. So an answer is the
same wherever it is worked out, and nothing in it is left to chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.match.log import Event, Log
    from games.pages.routes import Args

    Pairs = Sequence[tuple[str, str]]

# Pieces of a page that are asked for alone, by the id of their element.
ROUND = "round"  # the entry, while somebody types
LIVE = "live"  # what may be redrawn when something has come from elsewhere


class Form:
    """Names and values as a page sends them; a name may come several times."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = [(pair[0], pair[1]) for pair in pairs]

    def get(self, name: str, default: str = "") -> str:
        """The last value of this name."""
        for known, value in reversed(self.pairs):
            if known == name:
                return value
        return default

    def all(self, name: str) -> list[str]:
        return [value for known, value in self.pairs if known == name]

    def has(self, name: str) -> bool:
        return any(known == name for known, _value in self.pairs)

    def put(self, name: str, value: str) -> None:
        """Instead of all values of this name."""
        self.pairs = [pair for pair in self.pairs if pair[0] != name] + [(name, value)]


class PageRequest:
    """A request. `part` is the id of the piece of the page that is wanted alone."""

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
        part: str = "",
    ) -> None:
        self.name = name
        self.args = args
        self.query = Form(query)
        self.form = None if form is None else Form(form)  # None: the page is only looked at
        self.now = now
        self.ids = list(ids)
        self.role = role
        self.part = part

    def fresh(self) -> str:
        """An id that nobody has used yet."""
        return self.ids.pop()


class PageData:
    """What the host has of that which the address needs."""

    def __init__(
        self,
        log: Log | None = None,
        matches: Sequence[Any] = (),
        players: Sequence[Any] = (),
        evenings: Callable[[], Sequence[Any]] = tuple,
    ) -> None:
        self.log = log  # of the match; None where there is none
        self.matches = matches  # summaries with their ids, the last played first
        self.players = players  # of the circle: id, name, hidden, same_as
        self.evenings = evenings  # gives those of these matches: id, date, name, place, their ids; the last one first


class PageResult:
    """A page to show, or events to store and where to go then."""

    def __init__(
        self,
        template: str = "",
        context: dict[str, Any] | None = None,
        *,
        status: int = 200,
        events: Sequence[Event] = (),
        go: str = "",
    ) -> None:
        self.template = template
        self.context = context or {}
        self.status = status
        self.events = list(events)
        self.go = go  # a path with its query
