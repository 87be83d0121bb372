"""A small client of the sync: it keeps a copy of a circle, writes to it on and off line, and loses nothing.

Standard library only. Everything that a client has to mind stands in `pull` and `push`.
"""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

Event = dict[str, Any]

MOST = 500  # events in one push


class Refused(Exception):
    """The server has answered, and not done it."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.status = status
        self.code = code


class Client:
    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.events: dict[str, Event] = {}  # by id, in the order in which we learnt of them
        self.refused: dict[str, str] = {}  # what the server would not take, and why
        self.since = 0  # up to where we have everything
        self.last: str | None = None  # the id of that event
        self.restarts = 0  # how often the server had another log than we

    def sync(self) -> None:
        self.pull()
        self.push()
        self.pull()

    def pull(self) -> None:
        """All that is new; from the beginning where the server turns out to have another log."""
        more = True
        while more:
            try:
                answer = self.ask(f"events/?since={self.since}" + (f"&last={self.last}" if self.last else ""))
            except Refused as refused:
                if refused.code != "other_log":
                    raise
                self.forget()
                continue
            for event in answer["events"]:
                self.take(event)
            more = answer["more"]
            if not more and self.is_other():
                self.forget()
                more = True

    def take(self, event: Event) -> None:
        self.events.setdefault(event["id"], event).update(event)
        self.since, self.last = event["seq"], event["id"]

    def is_other(self) -> bool:
        """Having everything, we have every number once. Else what was numbered for us once is there no more."""
        numbers = sorted(event["seq"] for event in self.events.values() if event["seq"])
        return numbers != list(range(1, self.since + 1))

    def forget(self) -> None:
        """The numbers, never the events: those that the server lacks are then sent again."""
        for event in self.events.values():
            event["seq"] = None
        self.since, self.last = 0, None
        self.restarts += 1

    def push(self) -> None:
        """All that has no number yet. Where no answer comes we do it again: the server knows the ids."""
        waiting = self.waiting()
        for first in range(0, len(waiting), MOST):
            answer = self.ask("events/", waiting[first : first + MOST])
            for one in answer["accepted"]:
                self.events[one["id"]]["seq"] = one["seq"]
                self.refused.pop(one["id"], None)
            for one in answer["refused"]:
                self.refused[one["id"]] = f"{one['code']}: {one['reason']}"

    def waiting(self) -> list[Event]:
        return [event for event in self.events.values() if not event["seq"]]

    def write(self, match: str, kind: str, **data: Any) -> Event:
        """Write something down; it is sent with the next push."""
        event: Event = {"id": str(uuid4()), "match": match, "kind": kind, "data": data, "after": self.ends(match)}
        event |= {"at": datetime.now(UTC).isoformat(timespec="seconds"), "seq": None}
        self.events[event["id"]] = event
        return event

    def ends(self, match: str) -> list[str]:
        """The events of a match that no other one names: who knows these knows all."""
        log = [event for event in self.events.values() if event["match"] == match]
        named = {id for event in log for id in event["after"] or ()}
        return [event["id"] for event in log if event["id"] not in named]

    def ask(self, path: str, body: Any = None) -> Any:
        """GET, or POST where there is something to send."""
        request = Request(f"{self.url}/api/v1/{path}", headers={"Authorization": f"Token {self.token}"})
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except HTTPError as error:
            told = json.load(error) if "json" in error.headers.get("Content-Type", "") else {}
            raise Refused(error.code, told.get("code", ""), told.get("error", "")) from error
