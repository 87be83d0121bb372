"""What the server costs beside the least that a server can do, side by side in one run.

    .venv/bin/python benchmarks/server.py               SQLite in a temporary folder
    DATABASE_URL=postgres://… .venv/bin/python benchmarks/server.py
    … server.py 100000                                  the same with so many matches stored

Both sides run on the same server (granian, two workers) and database, behind the same key. The load comes
from this machine too, so compare the two columns rather than the figures.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.load import Measured, Request, measure

CONNECTIONS, SECONDS = 4, 4.0
DEAL = {"bidder": 0, "bid": 90, "trump": "hearts", "trick_points": [97, 65], "pilotta": 1}


def event(match: str, kind: str, data: dict, after: list[str]) -> dict:
    return {
        "id": str(uuid4()),
        "match": match,
        "kind": kind,
        "data": data,
        "after": after,
        "at": "2026-11-20T19:42:10+02:00",
    }


def start(match: str) -> dict:
    players = ["Eleni", "Deniz", "Andreas", "Zeynep"]
    return event(match, "start", {"game": "pilotta", "options": {"target": 1_000_000}, "players": players}, [])


class Table:
    """One match after the other, as one phone would write them: thirty rounds each."""

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self.rounds = 30

    def __call__(self) -> Request:
        events = []
        if self.rounds >= 30:
            self.match, self.rounds = str(uuid4()), 0
            events.append(start(self.match))
            self.last = events[0]["id"]
        while len(events) < self.at_once:
            deal = event(self.match, "deal", {"deal": str(uuid4()), "answers": DEAL}, [self.last])
            events.append(deal)
            self.last = deal["id"]
            self.rounds += 1
        return "POST", "/api/v1/events/", json.dumps(events).encode()


def always(method: str, path: str, body: bytes | None = None):
    return lambda number: lambda: (method, path, body)


def compare(what: str, port: int, headers: dict[str, str], ours, bare, events: int = 1) -> None:
    """Ours and the bare one in turn, twice; the better of each. A request of ours may bring several events."""
    runs: list[tuple[Measured, Measured]] = []
    for _ in range(2):
        least = measure(port, headers, bare, CONNECTIONS, SECONDS)
        runs.append((measure(port, headers, ours, CONNECTIONS, SECONDS), least))
    one, other = (
        max((run[0] for run in runs), key=lambda run: run.rate),
        max((run[1] for run in runs), key=lambda run: run.rate),
    )
    print(f"{what}\n  ours {one}\n  bare {other}")
    slower = one.p99 / other.p99
    each = f", {slower / events:.1f} for each event" if events > 1 else ""
    print(f"  {events * one.rate / other.rate:.2f} of the rate, p99 {slower:.1f} times{each}", flush=True)


def main() -> None:
    stored = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with tempfile.TemporaryDirectory() as folder:
        environ = {**os.environ, "THROTTLE": "0"}
        environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/scores.sqlite3")
        python = [sys.executable, str(ROOT / "manage.py")]
        subprocess.run([*python, "migrate", "-v0"], env=environ, check=True)
        subprocess.run([sys.executable, str(ROOT / "benchmarks/fill.py"), str(stored)], env=environ, check=True)
        token = subprocess.run([*python, "token", "Bench"], env=environ, check=True, capture_output=True, text=True)
        headers = {"Authorization": "Token " + token.stdout.split()[-1], "Content-Type": "application/json"}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "granian",
            "--interface=wsgi",
            "--host=127.0.0.1",
            f"--port={port}",
            "--workers=2",
        ]
        command += ["--blocking-threads=2", "--log-level=warning", "benchmarks.wsgi:application"]
        server = subprocess.Popen(command, env=environ, cwd=ROOT)
        try:
            wait(port)
            run(port, headers)
        finally:
            server.terminate()
            server.wait()


def wait(port: int) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/bare/hello/").read()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def run(port: int, headers: dict[str, str]) -> None:
    insert = always("POST", "/bare/insert/", json.dumps({"deal": DEAL}).encode())
    compare("one event a push", port, headers, lambda number: Table(1), insert)
    compare("twenty events a push, the rate in events", port, headers, lambda number: Table(20), insert, events=20)
    match = str(uuid4())
    rounds = [event(match, "deal", {"deal": str(uuid4()), "answers": DEAL}, []) | {"after": None} for _ in range(20)]
    post = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/events/", json.dumps([start(match), *rounds]).encode(), headers
    )
    told = json.loads(urllib.request.urlopen(post).read())
    twenty = always("GET", "/bare/twenty/")
    since = f"/api/v1/events/?since={max(one['seq'] for one in told['accepted'])}"
    compare(
        "a phone asks, and there is nothing new", port, headers, always("GET", since), always("GET", "/bare/twenty/")
    )
    compare("the sheet of a match, 20 rounds", port, headers, always("GET", f"/api/v1/matches/{match}/sheet/"), twenty)
    compare("the list of matches, 20 lines", port, headers, always("GET", "/api/v1/matches/?limit=20"), twenty)
    compare("the catalogue", port, headers, always("GET", "/api/v1/games/"), always("GET", "/bare/hello/"))


if __name__ == "__main__":
    main()
