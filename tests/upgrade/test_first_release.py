"""A database of the first release, brought up to date by `migrate` alone."""

import re
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from games.store.readmodels import SHAPE
from tests.load import players
from tests.load.client import Client
from tests.load.databases import Database
from tests.load.server import Server
from tests.upgrade.conftest import manage

pytestmark = [pytest.mark.slow, pytest.mark.database]


# Rows that have become others for the same events are made anew only where SHAPE has become another one, too.
ROWS = (3, "72d8dae6b273af1d")


@pytest.fixture(scope="module")
def eleni(server: Server) -> OpenerDirector:
    """Her browser, let in by a link."""
    browser = build_opener(HTTPCookieProcessor())
    link = manage(server.database, "signin", "Eleni", "--at", server.url).strip()
    with browser.open(link) as page:
        [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    with browser.open(link, urlencode({"csrfmiddlewaretoken": token}).encode()) as page:
        assert page.status == 200
    return browser


def test_nothing_is_left_to_be_made_anew(upgraded: Database) -> None:
    assert "2 circles made anew; 0 rows differed." in manage(upgraded, "rebuild")
    assert "Worked out anew" not in manage(upgraded, "migrate")


def test_other_rows_have_another_shape(upgraded: Database) -> None:
    found = manage(upgraded, "shell", "-v0", "-c", "from tests.upgrade.rows import digest; print(digest())").strip()
    assert (SHAPE, found) == ROWS, (
        "Rows have become others: count SHAPE up in games/store/readmodels.py, and write it here."
    )


def test_keys_open_what_they_opened_and_every_sheet_is_as_it_was(server: Server, answers: Any) -> None:
    assert [one["name"] for one in answers] == ["Eleni", "Rui"]
    assert sum(path.endswith("/sheet/") for one in answers for path in one["told"]) >= 19
    for one in answers:
        client = Client(server.url, one["key"])
        for path, told in one["told"].items():
            assert as_then(client.ask(path), told) == told, path


def as_then(now: Any, told: Any) -> Any:
    """What is told today, without what was added since."""
    if isinstance(told, dict):
        # In Pisa KSR the first release had the starter of the votes shift.
        if "vote_starters" in told and now["vote_starters"] == [told["leader"]] * 3:
            now = {**now, "vote_starters": told["vote_starters"]}
        return {name: as_then(now[name], value) for name, value in told.items()}
    if isinstance(told, list) and len(told) == len(now):
        return [as_then(one, other) for one, other in zip(now, told, strict=True)]
    return now


def test_pages_show_all_of_it(server: Server, eleni: OpenerDirector, answers: Any) -> None:
    told = answers[0]["told"]
    matches = [one["id"] for one in told["matches/?limit=200"]["matches"]]
    tables = [path for match in matches for path in (f"/table/{match}/", f"/table/{match}/sheet/")]
    evenings = [f"/evenings/{one['id']}/" for one in told["evenings/"]["evenings"]]
    pages = ["/", "/evenings/", "/statistics/", "/players/", "/circle/", "/you/", *tables, *evenings]
    shown = {}
    for path in pages:
        with eleni.open(server.url + path) as page:
            assert page.url == server.url + path
            shown[path] = page.read().decode()
    assert all("Eleni" in html for html in shown.values())
    assert "At Deniz’s" in shown["/evenings/"]


def test_a_round_can_be_written(server: Server, answers: Any) -> None:
    client = Client(server.url, answers[0]["key"])
    client.pull()
    match = players.start(client)
    players.deal(client, match)
    client.push()
    assert client.refused == {}
    assert client.ask(f"matches/{match}/sheet/")["totals"] != [0, 0]
    assert " 0 rows differed" in server.manage("rebuild")
