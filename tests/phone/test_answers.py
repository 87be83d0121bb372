"""The phone has the same pages of the table as Django, for every game and for histories of several writers."""

from pathlib import Path
from typing import Any

import pytest

from games.bundle import contents
from games.pages import router
from games.rules import catalogue
from tests import chance
from tests.match.histories import History
from tests.match.logs import event, id_of
from tests.phone import requests
from tests.rules.golden import CASES, document
from tests.web.conftest import pseudo, pseudo_locale

__all__ = ["pseudo", "pseudo_locale"]

Events = list[dict[str, Any]]


def log(case: dict[str, Any], number: int) -> Events:
    """Return a golden case as the log of a match. Its ids are unique, because a host reuses the log of the last request."""
    match = document(case)
    settings = {name: match[name] for name in ("game", "players", "options", "first_dealer") if name in match}
    events = [event(f"start {number}", "start", [], 1, **settings)]
    for place, deal in enumerate(match["deals"]):
        key, after = f"{number} deal {place}", f"{number} deal {place - 1}" if place else f"start {number}"
        events.append(event(key, "deal", after, place + 2, deal=id_of(key), answers=deal["answers"]))
    if match.get("closed"):
        result = {"result": "none"} if number % 4 == 3 else {}
        events.append(event(f"finish {number}", "finish", None, len(events) + 1, **result))
    return events


def cases_of(game: str) -> list[dict[str, Any]]:
    return [case for case in CASES if case["game"] == game]


def all_logs(each: int) -> list[Events]:
    """Return logs of some cases of every game, and of some histories."""
    cases = [case for game in catalogue.GAMES for case in cases_of(game.key)[:each]]
    logs = [log(case, number) for number, case in enumerate(cases)]
    for number in range(2 * each):
        history = History(chance.seed_of(f"answers {number}"))
        history.play(30)
        logs += [history.server.events, history.phones[0].events()]
    return logs


@pytest.mark.tenth
@pytest.mark.slow
def test_every_page_is_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    logs = all_logs(chance.amount(2, 25))
    roles = ("owner", "scorer", "reader")
    questions = [
        question
        for place, events in enumerate(logs)
        for question in requests.for_all_pages(events, roles[place % 3], "")
    ]
    ours = requests.on_server(router.handle, questions)
    theirs = requests.on_phone(node, questions, tmp_path, contents.files("en"))
    requests.assert_same(questions, ours, theirs)


@pytest.mark.tenth
@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "tag"), [("en", "en-GB"), ("en-840", "en-US"), ("pt", "pt-PT"), ("pt-br", "pt-BR")]
)
def test_both_hosts_have_the_same_region(node: str, tmp_path: Path, language: str, tag: str) -> None:
    questions = [question for events in all_logs(1)[:3] for question in requests.for_all_pages(events, "owner", "")]
    ours = requests.on_server(router.handle, questions, language)
    theirs = requests.on_phone(node, questions, tmp_path, contents.files(language))
    requests.assert_same(questions, ours, theirs)
    pages = [answer["html"] for answer in ours if answer["html"].startswith("<!DOCTYPE")]
    assert pages
    assert all(f'<html lang="{tag}"' in page for page in pages)


@pytest.mark.fifth
@pytest.mark.tenth
@pytest.mark.slow
def test_every_page_is_the_same_in_the_pseudo_language(node: str, tmp_path: Path, pseudo: str) -> None:
    questions = [question for events in all_logs(1) for question in requests.for_all_pages(events, "owner", "")]
    ours = requests.on_server(router.handle, questions, pseudo)
    theirs = requests.on_phone(node, questions, tmp_path, contents.files(pseudo))
    requests.assert_same(questions, ours, theirs)
    assert any("⟦" in answer["html"] for answer in ours)
