"""Count the functions of `games/` that save a round through Django.

A person has opened a match of Bisca and sends the form of the page. Each function counts once. Lambdas, comprehensions and
libraries do not count.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

from django.test import Client

import games
from games import services
from tools.pictures import ScriptedMatch

MOST_FUNCTIONS, MOST_FILES = 140, 37
HOME = Path(games.__file__).parent
HIDDEN = re.compile(r'<input type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"')
SCORED = ({"points": [71, 49]}, {"points": [48, 72]})
PLAYERS = [{"id": str(uuid4()), "name": name} for name in ("Eleni", "Deniz")]
TYPED = {"points-0": "60", "points-1": "60"}


def save_round() -> dict[str, set[str]]:
    """Save a round. Return the names of the functions that were called, by file."""
    client, path = prepare()
    form = dict(HIDDEN.findall(client.get(path).text)) | TYPED
    called: dict[str, set[str]] = defaultdict(set)

    def count(frame: FrameType, event: str, argument: Any) -> None:
        file, name = Path(frame.f_code.co_filename), frame.f_code.co_name
        if event == "call" and file.is_relative_to(HOME) and not name.startswith("<"):
            called[file.relative_to(HOME).as_posix()].add(frame.f_code.co_qualname)

    sys.setprofile(count)
    try:
        response = client.post(path, form)
    finally:
        sys.setprofile(None)
    if response.status_code != 303:
        sys.exit(f"The round was not saved: the server answered {response.status_code}.")
    return called


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
