"""Whether strangers may write: everybody, those who were invited, or nobody; whoever is here already always may."""

import json
import secrets
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client

from games import models, services
from scorekeeper import env
from tests.web.account.conftest import Browser

START = {"game": "bisca_tres", "name-0": "Eleni", "name-1": "Deniz", "press": "start"}
WORDS = {"invited": "takes in those who were invited", "closed": "takes in nobody new"}


@pytest.fixture(params=WORDS)
def said(request, settings):
    """A server that is not open, and what it says of that."""
    settings.REGISTRATION = request.param
    return WORDS[request.param]


def introduce(key):
    body = {name: str(uuid4()) for name in ("device", "person", "circle")}
    headers = {"authorization": f"Token {key}"}
    return Client().post("/api/v1/devices/", json.dumps(body), "application/json", headers=headers)


def test_a_strangers_page_is_refused_with_a_sentence(said, visitor, monkeypatch):
    pushed = []
    monkeypatch.setattr("games.web.page_host.router.handle", lambda *_: pushed.append(1) or Started())
    answer = visitor.post("/new/", START)
    assert pushed
    assert answer.status_code == 403
    assert said in answer.text
    assert models.Person.objects.count() == 0


class Started:
    """What the table answers to a start: the form is its own matter."""

    events = ({"id": "x"},)
    go = "/"


def test_a_strangers_phone_is_refused_and_keeps_what_it_wrote(said):
    answer = introduce(secrets.token_urlsafe(32))
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_open"
    assert said in answer.json()["error"]
    assert models.Person.objects.count() == 0


def test_the_page_about_oneself_says_so(said, visitor):
    assert said.split()[-1] in visitor.get("/you/").text


def test_whoever_is_here_goes_on(eleni, deniz, guests, settings):
    key = secrets.token_urlsafe(32)
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    services.introduce(key=key, name="", **ids)
    settings.REGISTRATION = "closed"
    services.introduce(key=key, name="", **ids)
    assert guests.get(f"/table/{deniz.match}/").status_code == 200
    assert Browser().sign_in().status_code == 302
    assert guests.post("/you/name/", {"name": "Deniz K."}).status_code == 302


def test_who_was_invited_is_let_in_where_that_is_asked(settings):
    settings.REGISTRATION = "invited"
    services.require_open_registration(is_invited=True)
    settings.REGISTRATION = "closed"
    with pytest.raises(services.NotOpen):
        services.require_open_registration(is_invited=True)
    settings.REGISTRATION = "open"
    services.require_open_registration()


def test_programs_get_their_tokens(said, capsys):
    call_command("token", "Eleni")
    assert capsys.readouterr().out.startswith("Authorization: Token ")


def test_another_word_is_refused_at_the_start(monkeypatch):
    monkeypatch.setenv("REGISTRATION", "friends")
    with pytest.raises(ImproperlyConfigured, match="open, invited, closed"):
        env.choice("REGISTRATION", ("open", "invited", "closed"))
