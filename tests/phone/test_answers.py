"""Every page of the table is the same on the phone, for matches of every game and for histories of several writers."""

from pathlib import Path
from typing import Any

import pytest

from games.bundle import contents
from games.match.log import fold_events
from games.match.summary import summary
from games.pages import router
from games.pages.routes import MATCH, ROUTES
from games.rules import catalogue
from tests import chance
from tests.match.histories import History
from tests.match.logs import event, id_of
from tests.phone import requests
from tests.rules.golden import CASES, document
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale"]

AT = "2026-11-20T19:42:10+02:00"
CIRCLE = ("matches", "players", "evenings")
Events = list[dict[str, Any]]


def log(case: dict[str, Any], number: int) -> Events:
    """A golden case as the log of a match, with ids of its own: a host goes on from the log that it has folded last."""
    match = document(case)
    told = {name: match[name] for name in ("game", "players", "options", "first_dealer") if name in match}
    events = [event(f"start {number}", "start", [], 1, **told)]
    for place, deal in enumerate(match["deals"]):
        key, after = f"{number} deal {place}", f"{number} deal {place - 1}" if place else f"start {number}"
        events.append(event(key, "deal", after, place + 2, deal=id_of(key), answers=deal["answers"]))
    if match.get("closed"):
        events.append(event(f"finish {number}", "finish", None, len(events) + 1))
    return events


def logs(each: int) -> list[Events]:
    """Some cases of every game, and some histories."""
    cases = [case for game in catalogue.GAMES for case in [one for one in CASES if one["game"] == game.key][:each]]
    found = [log(case, number) for number, case in enumerate(cases)]
    for number in range(2 * each):
        history = History(chance.seed_of(f"answers {number}"))
        history.play(30)
        found += [history.server.events, history.phones[0].events()]
    return found


def asked(events: Events, role: str, part: str) -> list[dict[str, Any]]:
    """Every address, looked at."""
    match = id_of("match")
    deals = [one["data"]["deal"] for one in events if one["kind"] == "deal"] or [id_of("none")]
    told = [(summary(fold_events(events)) or {}) | {"match": match, "started": AT}] if events else []
    said = {"evening": match, "name": "<Party>", "place": "Lefkara & Nicosia", "matches": [match]}
    whole = {
        "events": events,
        "evenings": [event("said", "evening", None, **said) | {"match": None}] if len(events) % 2 else [],
        "matches": told,
        "players": [{"id": match, "name": "<Eleni>", "hidden": False, "same_as": None}],
    }
    return [
        {
            "path": address.path({"match": match, "deal": deals[len(deals) // 2]}),
            "query": [],
            "form": None,
            "now": AT,
            "ids": [id_of(f"fresh {number}") for number in range(20)],
            "role": role,
            "part": part,
            **{name: whole[name] for name in (["events"] if address.needs == MATCH else CIRCLE)},
        }
        for address in ROUTES
    ]


@pytest.mark.slow
def test_every_page_is_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    found = logs(chance.amount(2, 25))
    roles = ("owner", "scorer", "reader")
    questions = [one for place, events in enumerate(found) for one in asked(events, roles[place % 3], "")]
    ours = requests.here(router.handle, questions)
    theirs = requests.there(node, questions, tmp_path, contents.files("en"))
    requests.assert_same(questions, ours, theirs)


@pytest.mark.slow
def test_every_page_is_the_same_in_the_pseudo_language(node: str, tmp_path: Path, pseudo: str) -> None:
    questions = [one for events in logs(1) for one in asked(events, "owner", "")]
    ours = requests.here(router.handle, questions, pseudo)
    theirs = requests.there(node, questions, tmp_path, contents.files(pseudo))
    requests.assert_same(questions, ours, theirs)
    assert any("⟦" in answer["html"] for answer in ours)
