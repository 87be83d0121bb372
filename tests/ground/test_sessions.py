"""Requests of one browser at the same time: none undoes or ends what another has stored in the session."""

import pytest
from django.conf import settings
from django.contrib import auth
from django.contrib.sessions.backends.base import UpdateError

from games import services
from games.http.person import session_person
from scorekeeper.sessions import SessionStore

pytestmark = pytest.mark.django_db
COOKIE = settings.SESSION_COOKIE_NAME


def test_an_old_cookie_is_not_deleted(client):
    client.cookies[COOKIE] = "a" * 32
    answer = client.get("/phone/session/")
    assert answer.json()["person"] is None
    assert COOKIE not in answer.cookies
    assert "Cookie" in answer.headers["Vary"]


def test_a_request_that_ends_the_session_deletes_its_cookie(client):
    person, _ = services.make_person("Eleni")
    client.force_login(person)
    answer = client.delete("/phone/session/", headers={"Origin": "http://testserver"})
    assert answer.status_code == 204
    assert answer.cookies[COOKIE]["max-age"] == 0


@pytest.fixture
def key():
    """The key of a stored session."""
    session = SessionStore()
    session.create()
    session.update({"proof": "old", "device": "old", "kind": "form"})
    session.save()
    return session.session_key


def read(key):
    """Return the session as a request has read it."""
    session = SessionStore(key)
    session.get("proof")
    return session


def test_requests_at_the_same_time_store_what_each_has_changed(key):
    page, worker = read(key), read(key)
    page["proof"] = "new"
    del page["kind"]
    page.save()
    worker["device"] = "new"
    worker["since"] = 1
    worker.save()
    page["seen"] = True
    page.save()
    expected = {"proof": "new", "device": "new", "since": 1, "seen": True}
    assert dict(SessionStore(key).items()) == dict(page.items()) == expected


def test_the_later_of_two_changes_of_one_value_stays(key):
    first, second = read(key), read(key)
    first["proof"], second["proof"] = "first", "second"
    first.save()
    second.save()
    assert SessionStore(key)["proof"] == "second"


def test_a_new_key_keeps_the_values_and_ends_the_old_key(key):
    session, late = read(key), read(key)
    session.cycle_key()
    session["device"] = "new"
    session.save()
    assert dict(SessionStore(session.session_key).items()) == {"proof": "old", "device": "new", "kind": "form"}
    late["device"] = "late"
    with pytest.raises(UpdateError):
        late.save()
    assert not SessionStore().exists(key)


@pytest.fixture
def reading(client, rf):
    """A person, and a request that has read their session but not yet looked them up."""
    person, _ = services.make_person("Eleni")
    client.force_login(person)
    request = rf.get("/")
    request.session = read(client.session.session_key)
    return person, request


def end_all(person):
    person.sign_outs += 1
    person.save()


def test_a_session_that_was_renewed_since_it_was_read_does_not_end(reading):
    person, request = reading
    end_all(person)
    renewed = read(request.session.session_key)
    renewed[auth.HASH_SESSION_KEY] = person.get_session_auth_hash()
    renewed.save()
    assert session_person(request) == person
    assert not request.session.modified
    assert SessionStore().exists(renewed.session_key)


def test_a_session_that_was_not_renewed_ends(reading):
    person, request = reading
    key = request.session.session_key
    end_all(person)
    assert not session_person(request).is_authenticated
    assert request.session.modified
    assert not SessionStore().exists(key)


def test_a_value_that_is_removed_after_a_new_key_stays_removed():
    session = SessionStore()
    session["name"] = "Eleni"
    session.save()
    session.cycle_key()
    del session["name"]
    session.save()
    assert "name" not in SessionStore(session.session_key)
