"""Measures the calculation of sheets, and whether its time grows linearly.

    .venv/bin/python benchmarks/rules.py          documents per second, CPython and MicroPython, one core
    .venv/bin/python benchmarks/rules.py 50       with 50 documents per game

First it measures the golden deals of each game, from the bytes of a document to the bytes of its sheet. Then it measures a
long match of Pilotta, whose time per deal must not depend on the number of deals.
"""

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

django.setup()

from games.match.score import score
from games.rules import catalogue
from tests.phone import phone
from tests.rules.golden import CASES, document

LENGTHS = (10, 100, 1000)
DEAL = {
    "bidder": 0,
    "bid": 90,
    "trump": "hearts",
    "trick_points": [97, 65],
    "declarations": [[{"kind": "four", "rank": "J"}], []],
}


def documents(key: str, count: int) -> list[bytes]:
    """Return the golden deals of a game, repeated up to this number."""
    cases = [case for case in CASES if case["game"] == key]
    return [json.dumps(document(cases[number % len(cases)])).encode() for number in range(count)]


def long_match(deals: int) -> bytes:
    return json.dumps(
        {
            "format": "scorekeeper.match/1",
            "game": "pilotta",
            "options": {"target": 100_000_000},
            "players": ["Eleni", "Deniz", "Andreas", "Zeynep"],
            "deals": [{"id": str(number), "answers": DEAL} for number in range(deals)],
        }
    ).encode()


def on_the_server(lines: list[bytes]) -> float:
    start = time.perf_counter()
    for line in lines:
        json.dumps(score(line, str), ensure_ascii=False)
    return time.perf_counter() - start


def on_the_phone(lines: list[bytes]) -> float:
    """Return the seconds that MicroPython measures, without its start."""
    node = os.environ.get("SCOREKEEPER_NODE") or shutil.which("node")
    if node is None:
        sys.exit("Node.js is missing; it runs the phone's Python here.")
    with tempfile.TemporaryDirectory() as folder:
        return int(phone.run(node, "time_lines.py", b"\n".join(lines), Path(folder))) / 1000


def report(name: str, measure: Callable[[list[bytes]], float], count: int) -> None:
    print(f"\n{name}: documents a second")
    for game in catalogue.GAMES:
        lines = documents(game.key, count)
        best = min(measure(lines) for _ in range(3))
        print(f"  {game.key:16} {len(lines) / best:8.0f}")
    print(f"{name}: one match, milliseconds and microseconds a deal")
    for deals in LENGTHS:
        repeats = max(1, 1000 // deals)
        best = min(measure([long_match(deals)] * repeats) for _ in range(3)) / repeats
        print(f"  {deals:5} deals {1000 * best:10.2f} ms {1_000_000 * best / deals:8.0f} us")


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    report("CPython", on_the_server, many)
    report("MicroPython", on_the_phone, many)
