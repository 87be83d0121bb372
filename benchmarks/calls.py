"""Counts the functions of `games/` that save a round through Django, file by file.

    .venv/bin/python benchmarks/calls.py

A person has opened a match of Bisca and sends the form of the page. Each function counts once. Lambdas, comprehensions and
libraries do not count.
"""

import os
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
FOLDER = tempfile.TemporaryDirectory()
os.environ["DEBUG"] = "1"  # static files need no hashed names
os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER.name}/scores.sqlite3"

import django

django.setup()

from django.core.management import call_command
from django.test import Client

import games
from games import services
from tools.pictures import ScriptedMatch

HOME = Path(games.__file__).parent
HIDDEN = re.compile(r'<input type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"')
SCORED = ({"points": [71, 49]}, {"points": [48, 72]})
PLAYERS = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz")]
TYPED = {"points-0": "60", "points-1": "60"}


def main() -> None:
    call_command("migrate", verbosity=0)
    client, path = prepare()
    form = dict(HIDDEN.findall(client.get(path).text)) | TYPED
    called: dict[str, set[str]] = defaultdict(set)

    def count(frame: FrameType, event: str, argument: Any) -> None:
        file, name = Path(frame.f_code.co_filename), frame.f_code.co_name
        if event == "call" and file.is_relative_to(HOME) and not name.startswith("<"):
            called[file.relative_to(HOME).as_posix()].add(frame.f_code.co_qualname)

    sys.setprofile(count)
    response = client.post(path, form)
    sys.setprofile(None)
    if response.status_code != 303:
        sys.exit(f"The round was not saved: the server answered {response.status_code}.")
    for file, names in sorted(called.items()):
        print(f"{file:32} {len(names):3}  {', '.join(sorted(names))}")
    print(f"{sum(map(len, called.values()))} functions in {len(called)} files")


def prepare() -> tuple[Client, str]:
    """Return a signed-in browser, and the address of a match with two rounds."""
    person, circle = services.make_person("Eleni", "Fridays")
    match = ScriptedMatch("bisca_tres", "2026-01-09T19:05:00+02:00").begin(PLAYERS)
    events = match.play(*SCORED).events
    result = services.push(by=person, circle=circle.pk, events=events)
    if result.refused:
        sys.exit(f"The match was refused: {result.refused}")
    client = Client(SERVER_NAME="localhost")
    client.force_login(person)
    return client, f"/table/{match.id}/"


if __name__ == "__main__":
    main()
