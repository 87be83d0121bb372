"""A small sync client: it keeps a copy of a circle, writes online and offline, and loses nothing.

It uses the standard library only. Every rule for clients is in `pull` and `push`.
"""

import json
import time
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

Event = dict[str, Any]

MOST = 500  # events in one push
TRIES, WAIT = 60, 1  # times that a client waits, and seconds each time


class ErrorAnswer(Exception):
    """The server has answered with an error."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(status, code, sentence)  # as they are, because a process sends them to another
        self.status = status
        self.code = code


class Client:
    names_hash = True  # clients of 0.1.0 name only the number and the id of their last event

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.events: dict[str, Event] = {}  # by id, in the order of arrival
        self.refused: dict[str, str] = {}  # reasons by the ids of refused events
        self.since = 0  # the number up to which all events are stored here
        self.last: str | None = None  # the id of that event
        self.hash: str | None = None  # the hash of the log up to that event
        self.received: str | None = None  # when the server received that event
        self.restarts = 0  # how often the server had another log

    def sync(self) -> None:
        self.pull()
        self.push()
        self.pull()

    def pull(self) -> None:
        """Pull all new events; start from the beginning if the server has another log."""
        more = True
        while more:
            try:
                answer = self.ask(f"events/?{urlencode(self.place())}")
            except ErrorAnswer as refused:
                if refused.code != "other_log":
                    raise
                self.forget()
                continue
            for event in answer["events"]:
                self.store_event(event)
            more = answer["more"]
            self.hash = answer["hash"]
            if not more and self.is_other():
                self.forget()
                more = True

    def place(self) -> dict[str, Any]:
        """Return the place in the log up to which this client has everything."""
        names: dict[str, Any] = {"since": self.since, "last": self.last}
        if self.names_hash:
            names |= {"hash": self.hash, "received": self.received}
        return {name: value for name, value in names.items() if value is not None}

    def store_event(self, event: Event) -> None:
        self.events.setdefault(event["id"], event).update(event)
        self.since, self.last, self.received = event["seq"], event["id"], event["received"]

    def is_other(self) -> bool:
        """Return whether the server has another log: a client with all events has every number exactly once."""
        numbers = sorted(event["seq"] for event in self.events.values() if event["seq"])
        return numbers != list(range(1, self.since + 1))

    def forget(self) -> None:
        """Forget all numbers, but no events: events that the server lacks are pushed again."""
        for event in self.events.values():
            event["seq"] = None
        self.since, self.last, self.hash, self.received = 0, None, None, None
        self.restarts += 1

    def push(self) -> None:
        """Push all events without a number. A push without an answer is repeated, as the server knows the ids."""
        waiting = self.waiting()
        for first in range(0, len(waiting), MOST):
            answer = self.push_part(waiting[first : first + MOST])
            for result in answer["accepted"]:
                self.events[result["id"]]["seq"] = result["seq"]
                self.refused.pop(result["id"], None)
            for result in answer["refused"]:
                self.refused[result["id"]] = f"{result['code']}: {result['reason']}"

    def push_part(self, events: list[Event]) -> Any:
        """Push events. If the server has another log, pull everything first, and push them once more."""
        try:
            return self.ask(f"events/?{urlencode(self.place() if self.names_hash else {})}", events)
        except ErrorAnswer as refused:
            if refused.code != "other_log":
                raise
        self.forget()
        self.pull()
        return self.ask(f"events/?{urlencode(self.place())}", events)

    def waiting(self) -> list[Event]:
        return [event for event in self.events.values() if not event["seq"]]

    def write(self, match: str | None, kind: str, **data: Any) -> Event:
        """Add an event of a match or of the circle, which the next push sends."""
        after = None if match is None else self.heads(match)
        event: Event = {"id": str(uuid4()), "match": match, "kind": kind, "data": data, "after": after}
        event |= {"at": datetime.now(UTC).isoformat(timespec="seconds"), "seq": None}
        self.events[event["id"]] = event
        return event

    def heads(self, match: str) -> list[str]:
        """Return the events of a match that no other event names."""
        log = [event for event in self.events.values() if event["match"] == match]
        seen = {id for event in log for id in event["after"] or ()}
        return [event["id"] for event in log if event["id"] not in seen]

    def ask(self, path: str, body: Any = None) -> Any:
        """Send a GET request, or a POST request with a body."""
        request = Request(f"{self.url}/api/v1/{path}", headers={"Authorization": f"Token {self.token}"})
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as error:
            answer = json.load(error) if "json" in error.headers.get("Content-Type", "") else {}
            raise ErrorAnswer(error.code, answer.get("code", ""), answer.get("error", "")) from error


class PatientClient(Client):
    """A client that waits as long as the server says, when it sends too many requests at once."""

    def ask(self, path: str, body: Any = None) -> Any:
        for _ in range(TRIES):
            try:
                return super().ask(path, body)
            except ErrorAnswer as refused:
                if refused.code != "throttled":
                    raise
                time.sleep(WAIT)
        return super().ask(path, body)


class FirstClient(Client):
    """A client as of 0.1.0."""

    names_hash = False
