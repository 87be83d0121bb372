"""What the phone is sent, and how long its Python takes for a page.

.venv/bin/python benchmarks/phone.py          a match of 30 rounds of Pişti; bytes, and milliseconds in MicroPython
"""

import gzip
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import brotli
import django
from django.conf import settings

django.setup()
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"

from games.phone import bundle
from tests.phone import requests
from tests.phone.test_answers import asked
from tests.table.logs import event, id_of

ROUNDS = 30
DEAL = {
    "jacks": [1, 3],
    "aces": [2, 2],
    "two_of_clubs": 0,
    "ten_of_diamonds": 1,
    "tricks": [14, 10],
    "pistis": [0, 1],
    "jack_pistis": [0, 0],
}


def match() -> list[dict]:
    start = {"game": "pisti", "options": {"target": 1001}, "players": ["Eleni", "Deniz"]}
    events = [event("start", "start", [], 1, **start)]
    for number in range(ROUNDS):
        after = f"deal {number - 1}" if number else "start"
        events.append(event(f"deal {number}", "deal", after, number + 2, deal=id_of(f"deal {number}"), answers=DEAL))
    return events


def sizes() -> None:
    files = bundle.files("en")
    print("bytes, as they are, gzip, brotli")
    for part in ("", "games/rules", "games/table", "games/phone", "templates"):
        packed = bundle.as_json({name: text for name, text in files.items() if name.startswith(part)}).encode()
        print(f"  {part or 'all':12} {len(packed):8} {len(gzip.compress(packed)):8} {len(brotli.compress(packed)):8}")


def times() -> None:
    node = os.environ.get("SCOREKEEPER_NODE") or shutil.which("node")
    if node is None:
        sys.exit("Node.js is missing; it runs the phone's Python here.")
    questions = asked(match(), "owner", "")
    calls = [("answer", requests.as_text(question)) for question in questions]
    with tempfile.TemporaryDirectory() as folder:
        start, *found = requests.bridge(node, calls, Path(folder), bundle.files("en"), program="time_answers.py")
    print(f"\nmilliseconds in MicroPython: {start:.0f} until it can answer; then the first time, and on average")
    for question, (first, average) in zip(questions, found, strict=True):
        print(f"  {question['path']:84} {first:6.1f} {average:6.1f}")


if __name__ == "__main__":
    sizes()
    times()
