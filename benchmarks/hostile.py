"""Measures whether hostile clients keep an honest phone waiting.

    .venv/bin/python benchmarks/hostile.py                      SQLite in a temporary folder, a minute
    .venv/bin/python benchmarks/hostile.py 20                   20 seconds
    .venv/bin/python benchmarks/hostile.py 60 --postgres        a temporary PostgreSQL, as the tests start one
    .venv/bin/python benchmarks/hostile.py 60 --only score,slow these attacks alone
    .venv/bin/python benchmarks/hostile.py 60 --one-address     all hostile clients behind one router

The server starts as `go.py run` starts it, with its usual limits. Each hostile client is a process with an address of
its own (127.0.0.2 and so on) and sends without a pause. Before that a quiet minute is measured in the same way. All
clients also have the key of one large circle, which is prepared once. The exit code is 1 if an answer of `/healthz` or a
save took too long. It needs `python3 go.py test` once, which installs the packages.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import queue
import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

from tests import postgres
from tests.load.databases import Sqlite
from tests.load.players import MANY, answers
from tests.load.server import Server
from tools import serve as serve_files

HOST = "127.0.0.1"
EVENTS = "/api/v1/events/"
CLIENTS = 8
MOST_HEALTH, MOST_SAVE = 0.5, 2.0  # seconds
PATIENCE = 60  # seconds a client waits for an answer
QUIET = 60  # seconds at most
MATCHES, LONG_MATCHES = 3_000, 24  # of the large circle: an evening of short ones, and some of ROUNDS rounds
SILENT = 150  # connections of a client that send nothing
ROUNDS = 450  # of the largest match of each hostile client
NAMES = ["Eleni", "Deniz", "Andreas", "Zeynep"]
JSON = {"Content-Type": "application/json"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken"\s+value="([^"]*)"')
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class TimedAnswer(NamedTuple):
    status: int  # 0 without an answer
    headers: Any
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class KeyClient:
    """A client with a key, an address and one connection."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.line: HTTPConnection | None = None
        self.key = uuid4().hex + uuid4().hex
        self.ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
        self.cookies: dict[str, str] = {}
        self.refused: Counter[int] = Counter()  # by status

    def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> TimedAnswer:
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        everything = {"Authorization": f"Token {self.key}", **JSON, **(headers or {})}
        if self.line is None:
            self.line = HTTPConnection(HOST, self.port, timeout=PATIENCE, source_address=(self.address, 0))
        try:
            self.line.request(method, path, data, everything)
            response = self.line.getresponse()
            return TimedAnswer(response.status, response.headers, response.read())
        except (OSError, HTTPException):
            self.line.close()
            self.line = None
            return TimedAnswer(0, {}, b"")

    def insist(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> TimedAnswer:
        """Ask until the server accepts, as a phone does with its outbox."""
        while (answer := self.ask(method, path, body, headers)).status in (0, 429, 503):
            self.refused[answer.status] += 1
            time.sleep(min(float(answer.headers.get("Retry-After", 0.2)), 1))
        assert answer.status < 400, (path, answer.status, answer.body[:300])
        return answer

    def introduce(self) -> None:
        self.insist("POST", "/api/v1/devices/", {**self.ids, "name": "Eleni"})

    def open_pages(self) -> None:
        """Get a session for the pages."""
        answer = self.insist("POST", "/phone/session/", {}, {"Origin": f"http://{HOST}:{self.port}"})
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value

    def page(self, method: str, path: str, form: bytes | None = None) -> TimedAnswer:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return self.ask(method, path, form, {**FORM, "Cookie": cookies, "Origin": f"http://{HOST}:{self.port}"})

    def push(self, events: list[dict[str, Any]]) -> TimedAnswer:
        return self.insist("POST", "/api/v1/events/", events)


def event(match: str, kind: str, data: dict[str, Any], after: list[str]) -> dict[str, Any]:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {"id": str(uuid4()), "match": match, "kind": kind, "data": data, "after": after, "at": now}


def start(match: str) -> dict[str, Any]:
    return event(match, "start", {"game": "pilotta", "players": NAMES, "options": MANY}, [])


def chain(match: str, last: str, count: int) -> list[dict[str, Any]]:
    """Return rounds, each of which knows the one before."""
    events = []
    for _ in range(count):
        events.append(event(match, "deal", {"deal": str(uuid4()), "answers": answers(80)}, [last]))
        last = events[-1]["id"]
    return events


class LargeCircle(NamedTuple):
    """A circle with many matches in one evening, and some long ones: their ids, last events and first deals."""

    key: str
    matches: list[str]
    long: list[tuple[str, str, str]]


def prepare_large_circle(port: int) -> LargeCircle:
    """Create the circle. The server must have no limit of requests meanwhile."""
    phone = KeyClient(port, HOST)
    phone.introduce()
    players = [{"id": str(uuid4()), "name": name} for name in NAMES[:2]]
    events: list[dict[str, Any]] = []
    matches, long = [], []
    for number in range(MATCHES + LONG_MATCHES):
        first = event(str(uuid4()), "start", {"game": "bisca_tres", "players": players}, [])
        rounds, last = [], first["id"]
        for _ in range(1 if number < MATCHES else ROUNDS):
            deal = {"deal": str(uuid4()), "answers": {"points": [70, 50]}}
            rounds.append(event(first["match"], "deal", deal, [last]))
            last = rounds[-1]["id"]
        events += [first, *rounds]
        if number < MATCHES:
            matches.append(first["match"])
            events.append(event(first["match"], "finish", {}, [last]))
        else:
            long.append((first["match"], last, rounds[0]["data"]["deal"]))
    for begin in range(0, len(events), 400):
        phone.push(events[begin : begin + 400])
    return LargeCircle(phone.key, matches, long)


class Attacker(KeyClient):
    """A hostile client with a circle, a long match and a session, and with the key of the large circle."""

    large: LargeCircle

    def prepare(self) -> None:
        self.guest = KeyClient(self.port, self.address)
        self.guest.key = self.large.key
        self.guest.open_pages()
        self.introduce()
        self.match = str(uuid4())
        first = start(self.match)
        self.rounds = chain(self.match, first["id"], ROUNDS)
        self.push([first, *self.rounds])
        self.open_pages()
        invitation = self.insist("POST", "/api/v1/invitations/", {"purpose": "match", "thing": self.match}).json()
        self.link = f"/i/{invitation['token']}/"
        evenings = self.insist("GET", "/api/v1/evenings/").json()["evenings"]
        self.evening = evenings[0]["id"] if evenings else ""
        document = {
            "format": "scorekeeper.match/1",
            "game": "pilotta",
            "options": MANY,
            "players": NAMES,
            "deals": [{"answers": answers(80)}] * 1000,
        }
        self.document = json.dumps(document).encode()
        short = {**document, "deals": document["deals"][:300]}
        self.file = b"\n".join(json.dumps({**short, "id": str(uuid4())}).encode() for _ in range(20))
        self.slow: list[HTTPConnection] = []
        self.silent: list[socket.socket] = []

    def score(self) -> TimedAnswer:
        return self.ask("POST", "/api/v1/score/", self.document)

    def dry_import(self) -> TimedAnswer:
        path = f"/api/v1/circles/{self.ids['circle']}/import/?dry=true"
        return self.ask("POST", path, self.file, {"Content-Type": "application/jsonl"})

    def real_import(self) -> TimedAnswer:
        path = f"/api/v1/circles/{self.ids['circle']}/import/"
        document = {
            "format": "scorekeeper.match/1",
            "game": "pilotta",
            "options": MANY,
            "players": NAMES,
            "deals": [{"answers": answers(80)}] * 400,
        }
        lines = b"\n".join(json.dumps(document).encode() for _ in range(4))
        return self.ask("POST", path, lines, {"Content-Type": "application/jsonl"})

    def deep_json(self) -> TimedAnswer:
        return self.ask("POST", "/api/v1/events/", b"[" * 400_000 + b"]" * 400_000)

    def amendments(self) -> TimedAnswer:
        """Amend one round of the long match 500 times, without knowing each other."""
        deal, known = self.rounds[0]["data"]["deal"], [self.rounds[-1]["id"]]
        events = [event(self.match, "amend", {"deal": deal, "answers": answers(n % 81)}, known) for n in range(500)]
        return self.ask("POST", "/api/v1/events/", events)

    def crossed(self) -> TimedAnswer:
        """Push 500 rounds in the wrong order: each names the next one."""
        match = str(uuid4())
        first = start(match)
        return self.ask("POST", "/api/v1/events/", [first, *reversed(chain(match, first["id"], 499))])

    def reads(self) -> TimedAnswer:
        part = random.choice(["sheet", "history", "document"])
        return self.ask("GET", f"/api/v1/matches/{self.match}/{part}/")

    def pull(self) -> TimedAnswer:
        return self.ask("GET", "/api/v1/events/?since=0")

    def sheet_page(self) -> TimedAnswer:
        return self.page("GET", f"/table/{self.match}/{random.choice(['', 'sheet/', 'wall/', 'more/'])}")

    def exports(self) -> TimedAnswer:
        form = random.choice(["pdf", "png", "xlsx", "csv", "json"])
        whole = [f"matches/{self.match}/export/{form}/", f"evenings/{self.evening}/export/{form}/"]
        period = [f"circles/{self.ids['circle']}/export/{form}/" for form in ("xlsx", "rounds", "jsonl")]
        return self.ask("GET", "/api/v1/" + random.choice(whole + period))

    def statistics(self) -> TimedAnswer:
        return random.choice([self.page, self.ask])("GET", random.choice(["/statistics/", "/api/v1/statistics/"]))

    def huge_form(self) -> TimedAnswer:
        fields = urlencode([(f"points-{number}", "7" * 50) for number in range(900)]).encode()[:199_000]
        return self.page("POST", f"/table/{self.match}/", b"press=preview&" + fields)

    def code(self) -> TimedAnswer:
        return self.page("POST", "/code/", urlencode({"code": "A" * 190_000}).encode())

    def sign_in(self) -> TimedAnswer:
        token = TOKEN.search(self.page("GET", "/you/sign-in/").body.decode())
        form = {
            "csrfmiddlewaretoken": token[1] if token else "",
            "login": f"{uuid4().hex}@example.org",
            "password": "a wrong password",
        }
        return self.page("POST", "/you/sign-in/", urlencode(form).encode())

    def introductions(self) -> TimedAnswer:
        ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
        headers = {"Authorization": f"Token {uuid4().hex}{uuid4().hex}"}
        return self.ask("POST", "/api/v1/devices/", {**ids, "name": "Mallory"}, headers)

    def share(self) -> TimedAnswer:
        return self.ask("GET", random.choice([self.link, self.link + "card.png"]))

    def search(self) -> TimedAnswer:
        return self.page("GET", f"/evenings/?{urlencode({'words': ' '.join(['e', 'a', 'i', 'o'] * 20)})}")

    def long_matches(self) -> TimedAnswer:
        """Amend a round of each long match, and name invented matches, in a push of some kilobytes."""
        points = random.randrange(120)
        amends = [
            event(match, "amend", {"deal": deal, "answers": {"points": [points, 120 - points]}}, [last])
            for match, last, deal in self.large.long
        ]
        return self.guest.ask("POST", EVENTS, [*amends, *(event(str(uuid4()), "finish", {}, []) for _ in range(30))])

    def long_evening(self) -> TimedAnswer:
        answer = self.guest.page("GET", f"/evenings/of/{self.large.matches[-1]}/")
        return self.guest.page("GET", answer.headers["Location"]) if answer.status == 302 else answer

    def first_pull(self) -> TimedAnswer:
        return self.guest.ask("GET", f"{EVENTS}?since=0&recent={random.choice([0, 90, 36_500])}")

    def moved_evening(self) -> TimedAnswer:
        """Move all matches of the long evening by a small event, to and fro."""
        first = self.large.matches[0]
        moves = [
            {**event(first, "delete", {}, []), "after": None},
            {**event(first, "undelete", {}, []), "after": None},
            {**event(first, "evening", {"evening": first, "matches": [first]}, []), "match": None},
        ]
        return self.guest.ask("POST", EVENTS, [random.choice(moves)])

    def silence(self) -> TimedAnswer:
        """Open connections that send nothing, and leave them open."""
        for _ in range(10):
            if len(self.silent) >= SILENT:
                self.silent.pop(0).close()
            self.silent.append(socket.create_connection((HOST, self.port), PATIENCE, (self.address, 0)))
        return TimedAnswer(0, {}, b"")

    def slow_body(self) -> TimedAnswer:
        """Begin a long body and send one byte of it. The connection stays open; at most 20 do."""
        if len(self.slow) >= 20:
            self.slow.pop(0).close()
        line = HTTPConnection(HOST, self.port, timeout=PATIENCE, source_address=(self.address, 0))
        self.slow.append(line)
        line.putrequest("POST", "/api/v1/score/")
        line.putheader("Content-Length", "900000")
        line.endheaders(b"{")
        time.sleep(0.2)
        return TimedAnswer(0, {}, b"")


ATTACKS = (
    *("score", "dry_import", "real_import", "deep_json", "amendments", "crossed", "reads", "pull", "sheet_page"),
    *("exports", "statistics", "huge_form", "code", "sign_in", "introductions", "share", "search", "slow_body"),
    *("long_matches", "long_evening", "first_pull", "moved_evening", "silence"),
)


def attack(
    number: int,
    port: int,
    address: str,
    large: LargeCircle,
    names: list[str],
    ready: Any,
    begin: Any,
    over: Any,
    out: Any,
) -> None:
    """Be one hostile client: go through the attacks, without a pause, and count the answers."""
    random.seed(number)
    client = Attacker(port, address)
    client.large = large
    client.prepare()
    ready.release()
    begin.wait()
    counts: Counter[tuple[str, int]] = Counter()
    longest: dict[str, float] = {}
    turn = number * len(names) // CLIENTS
    while not over.is_set():
        name = names[turn % len(names)]
        turn += 1
        sent = time.monotonic()
        try:
            counts[name, getattr(client, name)().status] += 1
        except (OSError, HTTPException):
            counts[name, 0] += 1
        longest[name] = max(longest.get(name, 0), time.monotonic() - sent)
    out.put((dict(counts), longest))


class HonestPhone(threading.Thread):
    """A phone that saves a round every second. A refused save is sent again, and counts as one that took long."""

    def __init__(self, port: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.phone, self.over = KeyClient(port, HOST), over
        self.times: list[float] = []
        self.match = str(uuid4())
        self.phone.introduce()
        first = start(self.match)
        self.phone.push([first])
        self.last = first["id"]

    def run(self) -> None:
        while not self.over.is_set():
            [deal] = chain(self.match, self.last, 1)
            begun = time.monotonic()
            self.phone.push([deal])
            self.times.append(time.monotonic() - begun)
            self.last = deal["id"]
            self.over.wait(max(0, 1 - self.times[-1]))


class HealthProbe(threading.Thread):
    """A monitor that asks `/healthz` five times a second, each time on a new connection."""

    def __init__(self, port: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.over = port, over
        self.times: list[float] = []

    def run(self) -> None:
        while not self.over.is_set():
            begun = time.monotonic()
            answer = KeyClient(self.port, HOST).ask("GET", "/healthz")
            took = time.monotonic() - begun
            self.times.append(took if answer.status == 200 else PATIENCE)
            self.over.wait(max(0, 0.2 - took))


def processor_seconds(group: int) -> float:
    """Return the processor time that the processes of the server have used."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def report(name: str, times: list[float], most: float) -> bool:
    times = sorted(times)
    p95 = times[min(len(times) - 1, len(times) * 95 // 100)]
    is_good = times[-1] <= most
    verdict = "" if is_good else f"   more than {most} s"
    print(f"{name:<22} {len(times):4} times, 95th percentile {p95:.3f} s, at most {times[-1]:.3f} s{verdict}")
    return is_good


def measure_quiet(port: int, seconds: float) -> None:
    """Print how long answers take while nobody is hostile."""
    over = threading.Event()
    honest, probe = HonestPhone(port, over), HealthProbe(port, over)
    for thread in (honest, probe):
        thread.start()
    time.sleep(seconds)
    over.set()
    for thread in (honest, probe):
        thread.join(PATIENCE)
    print(f"{seconds:.0f} quiet seconds, load {os.getloadavg()[0]:.1f}")
    report("/healthz", probe.times, MOST_HEALTH)
    report("an honest save", honest.times, MOST_SAVE)
    print(flush=True)


def serve(server: Server, large: LargeCircle, arguments: argparse.Namespace) -> bool:
    """Measure with the running server. Return whether nobody waited too long."""
    assert server.process is not None
    measure_quiet(server.port, min(QUIET, arguments.seconds))
    spawn = multiprocessing.get_context("spawn")
    ready, begin, is_over, out = spawn.Semaphore(0), spawn.Event(), spawn.Event(), spawn.Queue()
    over = threading.Event()
    honest, probe = HonestPhone(server.port, over), HealthProbe(server.port, over)
    addresses = [HOST if sys.platform != "linux" else f"127.0.0.{2 + number}" for number in range(CLIENTS)]
    if arguments.one_address:
        addresses = [addresses[0]] * CLIENTS
    clients = [
        spawn.Process(
            target=attack,
            args=(n, server.port, address, large, arguments.only, ready, begin, is_over, out),
            daemon=True,
        )
        for n, address in enumerate(addresses)
    ]
    for client in clients:
        client.start()
    for _ in clients:
        assert ready.acquire(timeout=300), "A client did not get ready."
    load, used, begun = os.getloadavg()[0], processor_seconds(server.process.pid), time.monotonic()
    begin.set()
    for thread in (honest, probe):
        thread.start()
    time.sleep(arguments.seconds)
    over.set()
    for thread in (honest, probe):
        thread.join(PATIENCE)
    took, used = time.monotonic() - begun, processor_seconds(server.process.pid) - used
    is_over.set()
    counts: Counter[tuple[str, int]] = Counter()
    longest: dict[str, float] = {}
    for _ in clients:
        try:
            count, slowest = out.get(timeout=PATIENCE + 10)
            counts.update(count)
            for name, seconds in slowest.items():
                longest[name] = max(longest.get(name, 0), seconds)
        except queue.Empty:
            print("A client did not end.")
    for client in clients:
        client.terminate()
    print(f"{took:.0f} s, {os.cpu_count()} cores, load {load:.1f} before, {os.getloadavg()[0]:.1f} after;", end=" ")
    print(f"the server used {used / took:.2f} cores\n")
    for line in answered(counts, longest, arguments.only):
        print(line)
    print()
    print(f"refused saves, by status: {dict(honest.phone.refused) or 'none'}")
    verdicts = [report("/healthz", probe.times, MOST_HEALTH), report("an honest save", honest.times, MOST_SAVE)]
    return all(verdicts)


def answered(counts: Counter[tuple[str, int]], longest: dict[str, float], names: list[str]) -> Iterator[str]:
    for name in names:
        of_name = sorted((status, count) for (attack, status), count in counts.items() if attack == name)
        answers = ", ".join(f"{count} × {status or 'no answer'}" for status, count in of_name)
        yield f"  {name:<14} {longest.get(name, 0):5.1f} s at most: {answers}"


def do_nothing() -> None:
    """Stop nothing: SQLite has no server."""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--one-address", action="store_true")
    parser.add_argument("--only", type=lambda text: text.split(","), default=list(ATTACKS))
    arguments = parser.parse_args()
    serve_files.collect()
    with tempfile.TemporaryDirectory() as folder:
        database_server = postgres.start() if arguments.postgres else None
        if arguments.postgres and database_server is None:
            raise SystemExit("There is no PostgreSQL on this machine.")
        url, stop = database_server or (f"sqlite:///{folder}/scores.sqlite3", do_nothing)
        database = Sqlite(Path(folder))
        database.url = url
        server = Server(database, Path(folder) / "output")
        try:
            server.manage("migrate", "-v0")
            server.start()
            large = prepare_large_circle(server.port)
            server.stop()
            server.environment.pop("THROTTLE")
            server.start()
            return 0 if serve(server, large, arguments) else 1
        finally:
            server.stop()
            stop()
            print((Path(folder) / "output").read_text()[-3000:], file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
