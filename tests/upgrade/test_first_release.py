"""A database of the first release works after `migrate`."""

import re
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener
from uuid import uuid4

import pytest

from games.store.readmodels import SHAPE
from tests.load import players
from tests.load.client import Client, FirstClient
from tests.load.databases import Database
from tests.load.server import Server
from tests.upgrade.conftest import manage

pytestmark = [pytest.mark.slow, pytest.mark.database]


# An update rebuilds rows only if SHAPE has changed, so other rows for the same events need another SHAPE.
ROWS = (12, "9adcbff0bc5f0d83")


@pytest.fixture(scope="module")
def eleni(server: Server) -> OpenerDirector:
    """Her browser, signed in by a link."""
    browser = build_opener(HTTPCookieProcessor())
    link = manage(server.database, "signin", "Eleni", "--at", server.url).strip()
    with browser.open(link) as page:
        [token] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    with browser.open(link, urlencode({"csrfmiddlewaretoken": token}).encode()) as page:
        assert page.status == 200
    return browser


def test_after_migrate_no_row_differs_from_its_events(upgraded: Database) -> None:
    assert "2 circles rebuilt; 0 rows differed." in manage(upgraded, "rebuild")
    assert "Recalculated" not in manage(upgraded, "migrate")


def test_other_rows_have_another_shape(upgraded: Database) -> None:
    digest = manage(upgraded, "shell", "-v0", "-c", "from tests.upgrade.rows import digest; print(digest())").strip()
    assert (SHAPE, digest) == ROWS, "Rows have changed: increase SHAPE in games/store/readmodels.py, and change ROWS."


def test_old_keys_still_work_and_every_answer_is_the_same(server: Server, answers: Any) -> None:
    assert [person["name"] for person in answers] == ["Eleni", "Rui"]
    assert sum(path.endswith("/sheet/") for person in answers for path in person["told"]) >= 19
    for person in answers:
        client = Client(server.url, person["key"])
        for path, before in person["told"].items():
            assert without_additions(client.ask(path), before) == before, path


def without_additions(now: Any, before: Any) -> Any:
    """Return an answer of today without the fields that the first release did not have."""
    if isinstance(before, dict):
        # In Pisa KSR the starter of the votes changed with each vote in the first release.
        if "vote_starters" in before and now["vote_starters"] == [before["leader"]] * 3:
            now = {**now, "vote_starters": before["vote_starters"]}
        return {name: without_additions(now[name], value) for name, value in before.items()}
    if isinstance(before, list) and len(before) == len(now):
        return [without_additions(*pair) for pair in zip(now, before, strict=True)]
    return now


def test_old_keys_of_phones_are_bound_when_they_renew_their_session(server: Server, answers: Any) -> None:
    """An update ends no key, and a phone's key then belongs to the browser of its session. A program's key stays as it is."""
    phone = answers[1]
    assert devices_with_browsers(server) == []
    headers = {"Authorization": f"Token {phone['key']}", "Content-Type": "application/json", "Origin": server.url}
    browser = build_opener(HTTPCookieProcessor())
    for _time in range(2):
        with browser.open(Request(server.url + "/phone/session/", b"{}", headers)) as answer:
            assert answer.status == 200
        assert devices_with_browsers(server) == ["Rui"]
    with browser.open(server.url + "/you/") as page:
        assert "(this one)" in page.read().decode()
    for person in answers:
        assert Client(server.url, person["key"]).ask("circles/")["circles"]


def devices_with_browsers(server: Server) -> list[str]:
    """Return the names of the people whose keys are bound to a browser."""
    code = "from games import models; print(*models.Device.objects.exclude(browser=None).values_list('person__name', flat=True))"
    return manage(server.database, "shell", "-v0", "-c", code).split()


def test_every_page_shows_the_old_data(server: Server, eleni: OpenerDirector, answers: Any) -> None:
    before = answers[0]["told"]
    matches = [match["id"] for match in before["matches/?limit=200"]["matches"]]
    tables = [path for match in matches for path in (f"/table/{match}/", f"/table/{match}/sheet/")]
    evenings = [f"/evenings/{evening['id']}/" for evening in before["evenings/"]["evenings"]]
    pages = ["/", "/evenings/", "/statistics/", "/players/", "/circle/", "/you/", *tables, *evenings]
    texts = {}
    for path in pages:
        with eleni.open(server.url + path) as page:
            assert page.url == server.url + path
            texts[path] = page.read().decode()
    assert all("Eleni" in html for html in texts.values())
    assert "At Deniz’s" in texts["/evenings/"]


def test_every_old_event_has_a_hash(server: Server, answers: Any) -> None:
    for person in answers:
        client = Client(server.url, person["key"])
        hash = ""
        for event in client.ask("events/")["events"]:
            hash = sha256((hash + event["id"]).encode()).hexdigest()[:16]
            assert event["hash"] == hash
    code = "from games import models; print(models.Event.objects.filter(log_hash=None).count())"
    assert manage(server.database, "shell", "-v0", "-c", code).strip() == "0"


def test_clients_of_both_releases_stay_in_step(server: Server, answers: Any) -> None:
    first, second = FirstClient(server.url, answers[0]["key"]), Client(server.url, answers[0]["key"])
    match = players.start(first)
    first.sync()
    second.sync()
    for client in (first, second):
        players.deal(client, match)
        client.sync()
    first.sync()
    assert first.hash == second.hash
    assert first.events.keys() == second.events.keys()
    assert (first.restarts, second.restarts) == (0, 0)


def test_a_client_of_the_first_release_goes_on_in_a_match_that_gets_a_custom_game(server: Server, answers: Any) -> None:
    """It skips kinds that it does not know (docs/api.md), and its rounds count like those of others."""
    first, second = FirstClient(server.url, answers[0]["key"]), Client(server.url, answers[0]["key"])
    match, game = str(uuid4()), str(uuid4())
    first.write(match, "start", game="points", players=["Eleni", "Rui"], options={"target": 500})
    first.sync()
    second.sync()
    second.write(None, "custom_game", custom_game=game, name="Canasta")
    second.write(match, "game", custom_game={"id": game, "name": "Canasta"})
    first.write(match, "deal", deal=str(uuid4()), answers={"points": [10, 20]})  # not knowing of the game
    for client in (second, first, second):
        client.sync()
    first.write(match, "deal", deal=str(uuid4()), answers={"points": [5, 5]})
    first.sync()
    second.sync()
    assert first.hash == second.hash
    kinds = sorted(event["kind"] for event in first.events.values() if event["match"] == match)
    assert kinds == ["deal", "deal", "game", "start"]
    assert second.ask(f"matches/{match}/sheet/")["totals"] == [15, 25]
    assert second.ask(f"matches/{match}/document/")["custom_game"]["name"] == "Canasta"


def test_a_new_round_can_be_recorded(server: Server, answers: Any) -> None:
    client = Client(server.url, answers[0]["key"])
    client.pull()
    match = players.start(client)
    players.deal(client, match)
    client.push()
    assert client.refused == {}
    assert client.ask(f"matches/{match}/sheet/")["totals"] != [0, 0]
    assert " 0 rows differed" in server.manage("rebuild")
