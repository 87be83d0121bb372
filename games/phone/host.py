"""The phone as a host of the table: what was asked and what is stored in, a page or events out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.table.addresses import MATCH, find
from games.table.asked import Asked, Stored
from games.table.log import Log, in_order, step
from games.table.summary import summary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol

    from games.table.asked import Answer
    from games.table.log import Event

    class Environment(Protocol):
        """Jinja2's, or what stands for it on the phone."""

        def get_template(self, name: str) -> Any: ...


class Host:
    """Keeps the log it has folded last: as a rule the next thing asked is about the same match."""

    def __init__(self, page: Callable[[Stored, Asked], Answer], environment: Environment) -> None:
        self.page = page
        self.environment = environment
        self.log = Log()
        self.marks: list[tuple[Any, Any]] = []  # the id and number of each event in it

    def answer(self, given: dict[str, Any]) -> dict[str, Any]:
        found = find(given["path"])
        if found is None:
            return {"status": 404, "html": "", "events": [], "go": ""}
        address, args = found
        if address.needs == MATCH:
            stored = Stored(self.folded(given["events"]))
        else:
            stored = Stored(matches=given["matches"], players=given["players"])
        asked = Asked(
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

    def told(self, answer: Answer) -> dict[str, Any]:
        """As the worker takes it: it stores the events and goes on, or shows the page."""
        html = ""
        if answer.template:
            html = self.environment.get_template(answer.template).render(answer.context | {"csrf_input": ""})
        status = 303 if answer.go else answer.status
        return {"status": status, "html": html, "events": answer.events, "go": answer.go}

    def summary(self, events: Sequence[Event]) -> dict[str, Any] | None:
        log = self.folded(events)
        return None if log is None else summary(log)

    def folded(self, events: Sequence[Event]) -> Log | None:
        """The log of these events, None where there are none. Where it goes on from the last one, only the rest is taken."""
        ordered = in_order(events)
        marks = [(event["id"], event.get("seq")) for event in ordered]
        known, self.marks = self.marks, []  # forgotten, should an event fail half-way
        if not known or marks[: len(known)] != known:
            self.log, known = Log(), []
        for event in ordered[len(known) :]:
            step(self.log, event)
        self.marks = marks
        return self.log if marks else None
