"""Many people with several servers: some write rounds, by sync or by pages, others follow.

Each person asks the servers in turn, and skips a server that is down. All outcomes are recorded for later checks.
Standard library only.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from abc import ABC, abstractmethod
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

from tests.load.players import MANY, answers

HOST = "127.0.0.1"
HAS_MANY_ADDRESSES = sys.platform == "linux"  # all of 127.0.0.0/8 is its own
ROUNDS = 30  # of a match, before the next one starts
HIDDEN = re.compile(r'<input type="hidden"\s+name="(csrfmiddlewaretoken|event|deal|after)"\s+value="([^"]*)"')


class RequestOutcome(NamedTuple):
    """The outcome of a request."""

    kind: str  # save, form, page or follow
    server: int  # its index
    begun: float
    ended: float
    status: int  # 0 without an answer
    error: str  # the code of an error, or the reason for no answer

    @property
    def is_good(self) -> bool:
        return 0 < self.status < 500


class Nobody(Exception):
    """No server answers at present."""


class VisitorLine:
    """The connections of one visitor to all servers.

    Each visitor has an address of their own, like people in different homes: guests of one address share its limits.
    """

    def __init__(self, ports: list[int], first: int, outcomes: list[RequestOutcome], home: int = 1) -> None:
        self.ports, self.turn, self.outcomes = ports, first % len(ports), outcomes
        self.source = (f"127.0.{home // 250}.{home % 250 + 1}", 0) if HAS_MANY_ADDRESSES else None
        self.open: dict[int, HTTPConnection] = {}

    def ask(self, kind: str, method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> CrowdAnswer:
        for _ in self.ports:
            server, self.turn = self.turn, (self.turn + 1) % len(self.ports)
            answer = self.ask_one(server, kind, method, path, headers, body)
            if answer is not None:
                return answer
        raise Nobody

    def ask_one(self, server: int, kind: str, method: str, path: str, headers: Any, body: Any) -> CrowdAnswer | None:
        begun, status, error, answer = time.monotonic(), 0, "", None
        try:
            answer = self.sent(server, method, path, body, headers)
            status, error = answer.status, answer.code() if answer.status >= 400 else ""
        except (OSError, HTTPException) as exception:
            self.open.pop(server).close()
            error = type(exception).__name__
        self.outcomes.append(RequestOutcome(kind, server, begun, time.monotonic(), status, error))
        return answer if 0 < status < 500 else None

    def sent(self, server: int, *request: Any) -> CrowdAnswer:
        try:
            connection = HTTPConnection(HOST, self.ports[server], timeout=30, source_address=self.source)
            line = self.open.setdefault(server, connection)
            line.request(*request)
        except BrokenPipeError:  # the server has closed it meanwhile; browsers open a new connection, too
            line.close()
            line.request(*request)
        return CrowdAnswer(line.getresponse())

    def close(self) -> None:
        while self.open:
            self.open.popitem()[1].close()


class CrowdAnswer:
    def __init__(self, response: HTTPResponse) -> None:
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def json(self) -> Any:
        return json.loads(self.body)

    def code(self) -> str:
        """Return the code of an error. Every error page must say when to retry."""
        is_json = "json" in self.headers.get("Content-Type", "")
        code = str(self.json().get("code")) if is_json else "away" if b"unavailable right now" in self.body else "?"
        return code if self.headers.get("Retry-After") else f"{code}, without Retry-After"


class CrowdMember(threading.Thread, ABC):
    def __init__(self, line: VisitorLine, number: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.line, self.pause, self.random = line, pause, Random(number)
        self.is_over = False
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.is_over or self.is_waiting():
                try:
                    self.go_on()
                except Nobody:
                    time.sleep(0.05)
                time.sleep(self.pause)
        except BaseException as failure:
            self.failure = failure
        self.line.close()

    @abstractmethod
    def go_on(self) -> None:
        """Send the person's next request."""

    def is_waiting(self) -> bool:
        """Return whether anything is still unsaved."""
        return False


class WritingPhone(CrowdMember):
    """A phone with its own circle, which writes round after round and records acknowledged events."""

    def __init__(self, line: VisitorLine, number: int, pause: float) -> None:
        super().__init__(line, number, pause)
        self.key = f"{number:03}-" + uuid4().hex + uuid4().hex
        self.headers = {"Authorization": f"Token {self.key}", "Content-Type": "application/json"}
        self.ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
        self.acknowledged: dict[str, int] = {}
        self.waiting: list[dict[str, Any]] = []
        self.matches: list[str] = []
        self.rounds = 0

    def sit_down(self) -> None:
        self.post("/api/v1/devices/", {**self.ids, "name": "Eleni"})
        self.begin()
        self.push()
        invitation = self.post("/api/v1/invitations/", {"purpose": "match", "thing": self.matches[0]})
        self.link = f"/i/{invitation['token']}/"

    def post(self, path: str, body: Any) -> Any:
        answer = self.line.ask("save", "POST", path, self.headers, json.dumps(body).encode())
        assert answer.status in (200, 201), (path, answer.status, answer.body)
        return answer.json()

    def begin(self) -> None:
        self.matches.append(str(uuid4()))
        self.rounds = 0
        names = ["Eleni", "Deniz", "Andreas", "Zeynep"]
        self.write("start", {"game": "pilotta", "players": names, "options": MANY}, [])

    def write(self, kind: str, data: dict[str, Any], after: list[str]) -> None:
        self.last = str(uuid4())
        event = {"id": self.last, "match": self.matches[-1], "kind": kind, "data": data, "after": after}
        self.waiting.append(event | {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())})

    def go_on(self) -> None:
        if not self.is_over and not self.waiting:
            if self.rounds >= ROUNDS:
                self.begin()
            self.rounds += 1
            self.write("deal", {"deal": str(uuid4()), "answers": answers(self.random.randrange(60, 100))}, [self.last])
        if self.waiting:
            self.push()

    def push(self) -> None:
        """Push until the events are acknowledged. The servers know the ids of repeated events."""
        result = self.post("/api/v1/events/", self.waiting)
        assert result["refused"] == []
        self.acknowledged |= {event["id"]: event["seq"] for event in result["accepted"]}
        self.waiting = []

    def is_waiting(self) -> bool:
        return bool(self.waiting)


class FormWriter(WritingPhone):
    """A browser without a worker: it fills in the form of the page, and repeats the same form without an answer."""

    def sit_down(self) -> None:
        super().sit_down()
        self.form = b""
        self.event = ""
        self.saved: set[str] = set()
        answer = self.line.ask("save", "POST", "/phone/session/", self.headers | self.origin(), b"{}")
        cookies = [value.split(";")[0] for value in answer.headers.get_all("Set-Cookie", [])]
        self.browser = {"Cookie": "; ".join(cookies)}

    def origin(self) -> dict[str, str]:
        return {"Origin": f"http://{HOST}:{self.line.ports[self.line.turn]}"}

    def begin(self) -> None:
        self.matches.append(str(uuid4()))
        self.rounds = 0
        self.write("start", {"game": "points", "players": ["Eleni", "Deniz"], "options": {}}, [])

    def go_on(self) -> None:
        if self.waiting or self.rounds >= ROUNDS:
            if not self.waiting:
                self.begin()
            return self.push()
        path = f"/table/{self.matches[-1]}/"
        if not self.form and not self.is_over:
            page = self.line.ask("page", "GET", path, self.browser)
            assert page.status == 200, (page.status, page.body)
            hidden = dict(HIDDEN.findall(page.body.decode()))
            points = {f"points-{side}": self.random.randrange(100) for side in range(2)}
            self.event = hidden["event"]
            self.form = "&".join(f"{name}={value}" for name, value in {**hidden, **points}.items()).encode()
        if self.form:
            content_type = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = self.line.ask("form", "POST", path, self.browser | content_type, self.form)
            assert answer.status == 303, (answer.status, answer.body)
            self.saved.add(self.event)
            self.form = b""
            self.rounds += 1

    def is_waiting(self) -> bool:
        return bool(self.waiting or self.form)


class Follower(CrowdMember):
    """A person who looks at a table by its link, its sheet and its events; mostly nothing is new."""

    def __init__(self, line: VisitorLine, number: int, pause: float, table: WritingPhone) -> None:
        super().__init__(line, number, pause)
        self.table, self.since = table, 0
        self.marks: dict[str, str] = {}
        self.numbers: list[int] = []

    def go_on(self) -> None:
        path = self.random.choice([self.table.link, f"/api/v1/matches/{self.table.matches[0]}/sheet/", ""])
        path = path or f"/api/v1/events/?since={self.since}"
        known = {"If-None-Match": self.marks[path]} if path in self.marks else {}
        answer = self.line.ask("follow", "GET", path, {"Authorization": self.table.headers["Authorization"], **known})
        assert answer.status in (200, 304), (path, answer.status, answer.body)
        if "since" not in path:
            self.marks[path] = answer.headers["ETag"]
        elif answer.status == 200:
            pulled = answer.json()
            self.numbers += [event["seq"] for event in pulled["events"]]
            self.since = pulled["seq"]


class Crowd:
    """All people, and the outcomes of their requests."""

    def __init__(self, ports: list[int], tables: int, pages: int, followers: int, pause: float = 0) -> None:
        self.outcomes: list[RequestOutcome] = []
        self.ports, self.homes = ports, 0
        kinds = [WritingPhone] * tables + [FormWriter] * pages
        self.tables = [kind(self.line(number), number, pause) for number, kind in enumerate(kinds)]
        for table in self.tables:
            table.sit_down()
        self.people: list[CrowdMember] = [*self.tables]
        for number in range(followers):
            self.people.append(Follower(self.line(number), number, pause, self.tables[number % len(self.tables)]))

    def line(self, number: int) -> VisitorLine:
        self.homes += 1
        return VisitorLine(self.ports, number, self.outcomes, self.homes)

    def begin(self) -> None:
        self.outcomes.clear()
        for person in self.people:
            person.start()

    def end(self) -> None:
        for person in self.people:
            person.is_over = True
        for person in self.people:
            person.join(60)
            assert not person.is_alive(), "Someone still waits for an answer."
            if person.failure is not None:
                raise person.failure
