"""The REGISTRATION setting: whether strangers may write. Existing people always may."""

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

pytestmark = pytest.mark.fifth

START = {"game": "bisca_tres", "name-0": "Eleni", "name-1": "Deniz", "press": "start"}
WORDS = {"invited": "is by invitation only", "closed": "does not accept new people"}


@pytest.fixture(params=WORDS)
def closed_text(request, settings):
    """A server that is not open. Return the sentence that its pages show."""
    settings.REGISTRATION = request.param
    return WORDS[request.param]


def introduce(key):
    body = {name: str(uuid4()) for name in ("device", "person", "circle")}
    headers = {"authorization": f"Token {key}"}
    return Client().post("/api/v1/devices/", json.dumps(body), "application/json", headers=headers)


def test_strangers_form_is_refused_with_a_sentence(closed_text, visitor, monkeypatch):
    pushed = []
    monkeypatch.setattr("games.web.page_host.router.handle", lambda *_: pushed.append(1) or Started())
    answer = visitor.post("/new/", START)
    assert pushed
    assert answer.status_code == 403
    assert closed_text in answer.text
    assert models.Person.objects.count() == 0


class Started:
    """A PageResult with one event, in place of the page that starts a match."""

    events = ({"id": "x"},)
    redirect_to = "/"


def test_strangers_phone_is_refused_with_a_code(closed_text):
    answer = introduce(secrets.token_urlsafe(32))
    assert answer.status_code == 403
    assert answer.json()["code"] == "not_open"
    assert closed_text in answer.json()["error"]
    assert models.Person.objects.count() == 0


def test_account_page_explains_registration(closed_text, visitor):
    assert closed_text.split()[-1] in visitor.get("/you/").text


def test_existing_people_can_still_write(eleni, deniz, guest_browser, settings):
    key = secrets.token_urlsafe(32)
    ids = {name: str(uuid4()) for name in ("device", "person", "circle")}
    services.introduce(key=key, name="", **ids)
    settings.REGISTRATION = "closed"
    services.introduce(key=key, name="", **ids)
    assert guest_browser.get(f"/table/{deniz.match}/").status_code == 200
    assert Browser().sign_in().status_code == 302
    assert guest_browser.post("/you/name/", {"name": "Deniz K."}).status_code == 302


def test_invited_stranger_can_join_if_the_setting_allows(settings):
    settings.REGISTRATION = "invited"
    services.require_open_registration(is_invited=True)
    settings.REGISTRATION = "closed"
    with pytest.raises(services.NotOpen):
        services.require_open_registration(is_invited=True)
    settings.REGISTRATION = "open"
    services.require_open_registration()


def test_command_still_creates_tokens(closed_text, capsys):
    call_command("token", "Eleni")
    assert capsys.readouterr().out.startswith("Authorization: Token ")


def test_unknown_setting_stops_the_start(monkeypatch):
    monkeypatch.setenv("REGISTRATION", "friends")
    with pytest.raises(ImproperlyConfigured, match="open, invited, closed"):
        env.choice("REGISTRATION", ("open", "invited", "closed"))
