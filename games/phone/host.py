"""The phone as a host of games/pages: a request with stored data in, a page or events out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.custom_games import fold_custom_games
from games.match.evening_rule import group_matches
from games.match.log import Log, apply_event, sorted_events
from games.match.summary import summary
from games.pages.request import MATCH, PageData, PageRequest, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from games.match.log import Event
    from games.pages.request import PageResult

    Given = dict[str, Any]

    class TemplateSource(Protocol):
        """A Jinja2 environment, or the small one of the phone."""

        def get_template(self, name: str) -> Any: ...


# Fields that folding ignores: those that the server adds, and the time, as a prepared event gets that of the tap on Save.
IGNORED = ("seq", "by", "received", "at")


class Host:
    """Answers page requests. It caches the last folded log, because the next request is usually about the same match."""

    def __init__(self, page: Callable[[PageData, PageRequest], PageResult], environment: TemplateSource) -> None:
        self.page = page
        self.environment = environment
        self.log = Log()
        self.last_events: list[Event] = []  # the events of the log, in the order of their arrival

    def answer(self, given: Given) -> dict[str, Any]:
        # Fold even if no page matches: the worker sends the next request relative to these events.
        log = self.fold_incrementally(given) if "events" in given else None
        resolved = resolve(given["path"])
        if resolved is None:
            return {"status": 404, "html": "", "events": [], "go": ""}
        route, args = resolved
        if route.scope == MATCH:
            stored = PageData(log, players=given.get("players", ()))
        else:
            matches = given["matches"]
            stored = PageData(
                None,
                matches,
                given["players"],
                lambda: group_matches(matches, given["evenings"]),
                lambda: fold_custom_games(given["custom_games"], matches),
            )
        request = PageRequest(
            route.name,
            args,
            query=given["query"],
            form=given["form"],
            now=given["now"],
            ids=given["ids"],
            role=given["role"],
            fragment=given["part"],
        )
        return self.to_reply(self.page(stored, request), given.get("circle", ""))

    def to_reply(self, result: PageResult, circle: str) -> dict[str, Any]:
        """Return the result as the worker expects it: a page to show, or events to store and a redirect."""
        html = ""
        if result.template:
            html = self.environment.get_template(result.template).render(
                result.context | {"csrf_input": "", "asker": "", "circle": circle}
            )
        status = 303 if result.redirect_to else result.status
        return {"status": status, "html": html, "events": result.events, "go": result.redirect_to}

    def summary(self, given: Given) -> dict[str, Any] | None:
        log = self.fold_incrementally(given)
        return None if log is None else summary(log)

    def fold_incrementally(self, given: Given) -> Log | None:
        """Return the log of the events, or None if there are none.

        The events follow those of the last call, up to the event `known`.
        """
        last_log, arrived = self.log, self.last_events
        self.log, self.last_events = Log(), []  # if an event fails, both are incomplete
        place = [event["id"] for event in arrived].index(given["known"]) + 1 if given.get("known") else 0
        arrived = arrived[:place] + given["events"]
        events = sorted_events(arrived)
        log, unchanged = Log(), 0
        if extends(last_log.events, events):
            log, unchanged = last_log, len(last_log.events)
            log.replace(events[:unchanged])  # fields that folding ignores may differ
        for event in events[unchanged:]:
            apply_event(log, event)
        self.log, self.last_events = log, arrived
        return log if events else None


def extends(before: Sequence[Event], events: Sequence[Event]) -> bool:
    """Return whether the events begin with the same events, except for fields that folding ignores."""
    if len(events) < len(before):
        return False
    return all(
        old is events[place] or folded_fields(old) == folded_fields(events[place]) for place, old in enumerate(before)
    )


def folded_fields(event: Event) -> Event:
    return {name: event[name] for name in event if name not in IGNORED}
