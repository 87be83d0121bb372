"""The bridge answers like Django: with the same status, the same page byte for byte, and the same events."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jinja2 import FileSystemLoader

from games.match.log import fold_events
from games.match.summary import summary
from games.pages.request import ROUTES, resolve
from tests.match.histories import History
from tests.match.logs import MATCH, id_of
from tests.phone import packed, page, requests

WORDS = ("Eleni", "<b>", "ş 🂡", "שרה", "a & b", "100%", "")


def recorded(seed: int) -> list[dict[str, Any]]:
    """Return requests during a growing match."""
    random, history = Random(seed), History(seed)
    questions = []
    for _turn in range(8):
        history.play(5)
        events = history.server.events if random.random() < 0.5 else random.choice(history.phones).events()
        for address in ROUTES:
            is_post = random.random() < 0.3
            posted = {
                "form": [
                    ["two", random.choice(WORDS)],
                    *([["deal", "71"], ["deal", "49"]] if random.random() < 0.5 else []),
                ]
            }
            questions.append(
                {
                    "path": address.form % {"match": MATCH, "deal": id_of("deal")},
                    "query": [["one", random.choice(WORDS)] for _ in range(random.randrange(3))],
                    "form": posted["form"] if is_post and address.scope == "match" else None,
                    "now": "2026-11-20T19:42:10+02:00",
                    "ids": [id_of(f"fresh {number}") for number in range(20)],
                    "role": random.choice(["owner", "scorer", "reader"]),
                    "part": random.choice(["", "sheet"]),
                }
                | (
                    {"events": events}
                    if address.scope == "match"
                    else {
                        "matches": [{"match": MATCH, "names": list(WORDS)}],
                        "evenings": [],
                        "custom_games": [],
                        "players": [{"id": MATCH, "name": name, "hidden": False, "same_as": None} for name in WORDS],
                    }
                )
            )
    return json.loads(json.dumps(questions))


@pytest.mark.tenth
@pytest.mark.slow
def test_recorded_requests_have_the_same_answers_on_the_phone(node: str, tmp_path: Path) -> None:
    questions = [question for seed in range(6) for question in recorded(seed)]
    ours = requests.on_server(page.handle, questions, loader=FileSystemLoader(packed.FOLDER))
    theirs = requests.on_phone(node, questions, tmp_path, packed.files("en", page="page.py"))
    requests.assert_same(questions, ours, theirs)
    assert {answer["status"] for answer in ours} == {200, 303, 422}


@pytest.mark.tenth
@pytest.mark.slow
def test_summaries_and_addresses_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    history = History(3)
    history.play(60)
    logs = [history.server.events, *(phone.events() for phone in history.phones)]
    paths = [address.form % {"match": MATCH, "deal": id_of("deal")} for address in ROUTES] + [
        "/nowhere/",
        "/table/x/",
    ]
    calls = [("summary", requests.as_text({"events": events})) for events in [*logs, []]] + [
        ("route", path) for path in paths
    ]
    results = requests.bridge(node, calls, tmp_path, packed.files("en", page="page.py"))
    assert results[: len(logs) + 1] == [json.loads(json.dumps(summary(fold_events(events)))) for events in logs] + [
        None
    ]
    for path, route in zip(paths, results[len(logs) + 1 :], strict=True):
        known = resolve(path)
        assert route == (known and {"name": known[0].name, "args": known[1], "needs": known[0].scope})


@pytest.mark.parametrize("path", ["/nowhere/", "/games/pisti/"])
def test_a_page_of_django_is_not_found(path: str) -> None:
    assert requests.on_server(page.handle, [{"path": path}]) == [{"status": 404, "html": "", "events": [], "go": ""}]
