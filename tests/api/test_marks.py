"""What people ask for again and again is answered in a word where nothing is new."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.api import events, matches
from games.api.views import match_log
from tests.api.conftest import Caller

POLLED = [
    "events/", "events/?since=1", "events/?since=2", "matches/", "matches/{match}/", "matches/{match}/sheet/",
    "matches/{match}/document/", "matches/{match}/history/", "players/", "evenings/", "evenings/{match}/",
    "games/", "games/pisti/", "schema/",
]  # fmt: skip


@pytest.mark.parametrize("path", POLLED)
def test_what_is_known_is_not_sent_again(owner: Caller, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = owner.started()
    owner.dealt(match)
    path = path.format(match=match)
    first = owner.get(path)
    assert first.status_code == 200
    for module, name in ((match_log, "open_logs"), (events, "event_json"), (matches, "format_time")):
        monkeypatch.delattr(module, name)  # nothing is worked out
    for known in (first["ETag"], f"W/{first['ETag']}", f'"x", {first["ETag"]}', "*"):
        with CaptureQueriesContext(connection) as queries:
            again = owner.get(path, headers={"if-none-match": known})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert len(queries) <= 4
    monkeypatch.undo()
    assert owner.get(path, headers={"if-none-match": '"another"'}).status_code == 200


@pytest.mark.parametrize("path", POLLED[:-3])
def test_what_is_new_is_sent(owner: Caller, path: str) -> None:
    match = owner.started()
    deal = owner.dealt(match)
    path = path.format(match=match)
    first = owner.get(path)
    owner.put(f"matches/{match}/deals/{deal}/", {"answers": {"points": [30, 90]}})
    again = owner.get(path, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]


def test_another_evening_of_a_match_is_sent(owner: Caller) -> None:
    """The event is about the evening, so the match has the same number as before."""
    match, evening = owner.started(), str(uuid4())
    first = owner.get(f"matches/{match}/")
    owner.put(f"evenings/{evening}/", {"matches": [match]})
    again = owner.get(f"matches/{match}/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["seq"]) == (200, first.json()["seq"])
    assert (first.json()["evening"], again.json()["evening"]) == (match, evening)


@pytest.mark.parametrize("path", ["matches/?limit=", "evenings/?limit=", "events/?since=", "events/?recent="])
def test_another_question_has_another_mark(owner: Caller, path: str) -> None:
    """The ETag of a page says nothing about the next page."""
    owner.dealt(owner.started())
    first = owner.get(f"{path}1")
    assert owner.get(f"{path}2")["ETag"] != first["ETag"]
    assert owner.get(f"{path}2", headers={"if-none-match": first["ETag"]}).status_code == 200
    assert owner.get(f"{path}1", headers={"if-none-match": first["ETag"]}).status_code == 304


def test_another_match_leaves_this_one_as_it_is(owner: Caller) -> None:
    match = owner.started()
    first = owner.get(f"matches/{match}/sheet/")
    owner.dealt(owner.started())
    assert owner.get(f"matches/{match}/sheet/", headers={"if-none-match": first["ETag"]}).status_code == 304


def test_a_sheet_in_another_language_is_another_one(owner: Caller, pseudo: str) -> None:
    match = owner.started()
    owner.dealt(match)
    english = owner.get(f"matches/{match}/sheet/")
    headers = {"accept-language": pseudo, "if-none-match": english["ETag"]}
    other = owner.get(f"matches/{match}/sheet/", headers=headers)
    assert other.status_code == 200
    assert other.json()["deals"][0]["lines"] != english.json()["deals"][0]["lines"]


def test_a_restored_log_of_the_same_length_is_another_one(owner: Caller) -> None:
    match = owner.started()
    owner.dealt(match, 71)
    first = owner.get(f"matches/{match}/sheet/")
    models.Event.objects.filter(seq=2).update(id=uuid4())
    assert owner.get(f"matches/{match}/sheet/", headers={"if-none-match": first["ETag"]}).status_code == 200


def test_nobody_else_may_keep_what_is_a_persons_own(owner: Caller) -> None:
    owner.started()
    own = owner.get("matches/")
    assert own["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept-Language"} <= set(own["Vary"].split(", "))
    assert owner.get("games/")["Cache-Control"] == "public, no-cache"
