"""Compares the server with minimal views (minimal.py), in turn in the same run.

    .venv/bin/python benchmarks/server.py               SQLite in a temporary folder
    DATABASE_URL=postgres://… .venv/bin/python benchmarks/server.py
    … server.py 100000                                  with this number of stored matches

Both run on the same server (granian, two workers) and database, with the same key. The load comes from this machine, too,
so only the ratios count.
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

from benchmarks.load import LoadResult, Request, measure

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


class WritingTable:
    """A phone that writes matches of thirty rounds."""

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


def compare(name: str, port: int, headers: dict[str, str], requests, minimal, events: int = 1) -> None:
    """Measure our view and a minimal one in turn, and compare the better of two runs. A request may have several events."""
    runs: list[tuple[LoadResult, LoadResult]] = []
    for _ in range(2):
        least = measure(port, headers, minimal, CONNECTIONS, SECONDS)
        runs.append((measure(port, headers, requests, CONNECTIONS, SECONDS), least))
    ours, least = (
        max((run[0] for run in runs), key=lambda run: run.rate),
        max((run[1] for run in runs), key=lambda run: run.rate),
    )
    print(f"{name}\n  ours    {ours}\n  minimal {least}")
    slower = ours.p99 / least.p99
    each = f", {slower / events:.1f} for each event" if events > 1 else ""
    print(f"  {events * ours.rate / least.rate:.2f} of the rate, p99 {slower:.1f} times{each}", flush=True)


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
            "--interface=asginl",
            "--host=127.0.0.1",
            f"--port={port}",
            "--workers=2",
        ]
        command += ["--log-level=warning", "benchmarks.asgi:application"]
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
            urllib.request.urlopen(f"http://127.0.0.1:{port}/minimal/hello/").read()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def run(port: int, headers: dict[str, str]) -> None:
    insert = always("POST", "/minimal/insert/", json.dumps({"deal": DEAL}).encode())
    compare("one event per push", port, headers, lambda number: WritingTable(1), insert)
    compare(
        "twenty events per push, the rate in events", port, headers, lambda number: WritingTable(20), insert, events=20
    )
    match = str(uuid4())
    rounds = [event(match, "deal", {"deal": str(uuid4()), "answers": DEAL}, []) | {"after": None} for _ in range(20)]
    post = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/events/", json.dumps([start(match), *rounds]).encode(), headers
    )
    result = json.loads(urllib.request.urlopen(post).read())
    twenty = always("GET", "/minimal/twenty/")
    since = f"/api/v1/events/?since={max(event['seq'] for event in result['accepted'])}"
    compare(
        "a phone asks, and there is nothing new", port, headers, always("GET", since), always("GET", "/minimal/twenty/")
    )
    compare("the sheet of a match, 20 rounds", port, headers, always("GET", f"/api/v1/matches/{match}/sheet/"), twenty)
    compare("the list of matches, 20 lines", port, headers, always("GET", "/api/v1/matches/?limit=20"), twenty)
    compare("the catalogue", port, headers, always("GET", "/api/v1/games/"), always("GET", "/minimal/hello/"))


if __name__ == "__main__":
    main()
