"""The phone as a host of the table: what was asked and what is stored in, a page or events out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.evening_rule import group_matches
from games.match.log import Log, apply_event, sorted_events
from games.match.summary import summary
from games.pages.request import PageData, PageRequest
from games.pages.routes import MATCH, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from games.match.log import Event
    from games.pages.request import PageResult

    Given = dict[str, Any]

    class Environment(Protocol):
        """Jinja2's, or what stands for it on the phone."""

        def get_template(self, name: str) -> Any: ...


# What the server adds to an event. Nothing of it is folded.
ADDED = ("seq", "by", "received")


class Host:
    """Keeps the log it has folded last: as a rule the next thing asked is about the same match."""

    def __init__(self, page: Callable[[PageData, PageRequest], PageResult], environment: Environment) -> None:
        self.page = page
        self.environment = environment
        self.log = Log()
        self.heard: list[Event] = []  # its events, in the order in which they came

    def answer(self, given: Given) -> dict[str, Any]:
        # Whatever is told of a log is taken, even if no page comes of it: what comes next may go on from it.
        log = self.folded(given) if "events" in given else None
        found = resolve(given["path"])
        if found is None:
            return {"status": 404, "html": "", "events": [], "go": ""}
        address, args = found
        if address.needs == MATCH:
            stored = PageData(log)
        else:
            matches = given["matches"]
            stored = PageData(None, matches, given["players"], lambda: group_matches(matches, given["evenings"]))
        asked = PageRequest(
            address.name,
            args,
            query=given["query"],
            form=given["form"],
            now=given["now"],
            ids=given["ids"],
            role=given["role"],
            part=given["part"],
        )
        return self.told(self.page(stored, asked))

    def told(self, answer: PageResult) -> dict[str, Any]:
        """As the worker takes it: it stores the events and goes on, or shows the page."""
        html = ""
        if answer.template:
            html = self.environment.get_template(answer.template).render(
                answer.context | {"csrf_input": "", "asker": ""}
            )
        status = 303 if answer.go else answer.status
        return {"status": status, "html": html, "events": answer.events, "go": answer.go}

    def summary(self, given: Given) -> dict[str, Any] | None:
        log = self.folded(given)
        return None if log is None else summary(log)

    def folded(self, given: Given) -> Log | None:
        """The log of these events, None where there are none. Before them may come what was heard last, up to one `known`."""
        before, heard = self.log, self.heard
        self.log, self.heard = Log(), []  # forgotten, should an event fail half-way
        place = [event["id"] for event in heard].index(given["known"]) + 1 if given.get("known") else 0
        heard = heard[:place] + given["events"]
        events = sorted_events(heard)
        log, taken = Log(), 0
        if extends(before.events, events):
            log, taken = before, len(before.events)
            log.replace(events[:taken])  # with what the server has added since
        for event in events[taken:]:
            apply_event(log, event)
        self.log, self.heard = log, heard
        return log if events else None


def extends(before: Sequence[Event], events: Sequence[Event]) -> bool:
    """Whether a log begins with the events of another, but for what the server has added to them."""
    if len(events) < len(before):
        return False
    return all(
        old is events[place] or without_server_fields(old) == without_server_fields(events[place])
        for place, old in enumerate(before)
    )


def without_server_fields(event: Event) -> Event:
    return {name: event[name] for name in event if name not in ADDED}
