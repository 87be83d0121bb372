"""Measures the bytes that a phone receives, and how long its Python takes for a page.

.venv/bin/python benchmarks/micropython.py          with a match of 30 rounds of Pişti
"""

import gzip
import os
import re
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

from benchmarks.matches import PISTI, ROUNDS, fields
from games.bundle import contents
from tests.match.logs import event, id_of
from tests.phone import requests


def match() -> list[dict]:
    start = {"game": "pisti", "options": {"target": 1001}, "players": ["Eleni", "Deniz"]}
    events = [event("start", "start", [], 1, **start)]
    for number in range(ROUNDS):
        after = f"deal {number - 1}" if number else "start"
        events.append(event(f"deal {number}", "deal", after, number + 2, deal=id_of(f"deal {number}"), answers=PISTI))
    return events


def preview(table: dict) -> dict:
    """Return the request for a preview of a round."""
    return table | {"form": [*fields("pisti"), ("press", "")], "part": "round"}


def sizes() -> None:
    files = contents.files("en")
    print("bytes, as they are, gzip, brotli")
    for part in ("", "games/rules", "games/match", "games/display", "games/pages", "games/phone", "templates"):
        packed = contents.as_json({name: text for name, text in files.items() if name.startswith(part)}).encode()
        print(f"  {part or 'all':12} {len(packed):8} {len(gzip.compress(packed)):8} {len(brotli.compress(packed)):8}")


def times() -> None:
    node = os.environ.get("SCOREKEEPER_NODE") or shutil.which("node")
    if node is None:
        sys.exit("Node.js is missing; it runs the phone's Python here.")
    questions = requests.for_all_pages(match(), "owner", "")
    questions.append(
        preview(next(question for question in questions if re.fullmatch(r"/table/[^/]+/", question["path"])))
    )
    calls = [("answer", requests.as_text(question)) for question in questions]
    with tempfile.TemporaryDirectory() as folder:
        start, *times = requests.bridge(node, calls, Path(folder), contents.files("en"), program="time_answers.py")
    print(f"\nmilliseconds in MicroPython: {start:.0f} until it can answer, at its first start")
    print("then the first time, on average with the complete log, and with a log whose events are all known")
    for question, (first, complete, known) in zip(questions, times, strict=True):
        name = question["path"] + (" preview" if question["form"] else "")
        print(f"  {name:84} {first:6.1f} {complete:6.1f} {known:6.1f}")


if __name__ == "__main__":
    sizes()
    times()
