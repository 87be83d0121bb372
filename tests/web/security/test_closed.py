"""With REGISTRATION=invited or closed no address lets a stranger become a person, and each says why."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games import models, services
from games.web import imports
from tests.api.conftest import Caller
from tests.api.test_access import BODIES, ROWS
from tests.web.account.conftest import guest_writer

WORDS = {"invited": "is by invitation only", "closed": "does not accept new people"}
TABLES = (models.Person, models.Circle, models.Device, models.Membership, models.Event)
START = {"game": "bisca_tres", "seat-0": "name:Eleni", "seat-1": "name:Deniz", "first_dealer": "1"}
FORM = {**START, "name": "Mallory", "email": "mallory@example.org", "password1": "violet-anchor-7", "accept": "1"}
TEXT = '{"format": "scorekeeper.match/1", "game": "bisca_tres", "players": ["A", "B"], "deals": []}'


@pytest.fixture(params=WORDS)
def sentence(request: pytest.FixtureRequest, settings: Any) -> str:
    """Close the server. Return a part of the sentence that its pages show."""
    settings.REGISTRATION = request.param
    return WORDS[request.param]


def counts() -> list[int]:
    return [model._default_manager.count() for model in TABLES]


@pytest.mark.slow
@pytest.mark.fifth
def test_no_address_makes_a_stranger_a_person(
    settings: Any, owner: Caller, scorer: Caller, things: dict[str, str]
) -> None:
    """Each address gets the forms and bodies that work elsewhere, with a new key and without one."""
    settings.REGISTRATION = "closed"
    before = counts()
    for method, address in ROWS:
        path = f"/{address}"
        for pattern, thing in things.items():
            path = path.replace(pattern, thing)
        body = BODIES.get((method, address), FORM)
        for headers in ({}, {"authorization": f"Token {'k' * 43}"}):
            client = Client(headers={**headers, "origin": "http://testserver"})
            sent = [("application/json", body)] if path.startswith("/api/") else [(None, FORM)]
            if path == "/phone/":
                sent.append(("application/json", {"key": "k" * 43, "device": str(uuid4())}))
            for kind, data in sent:
                more = {} if kind is None else {"content_type": kind}
                ask = getattr(client, method.lower())
                answer = ask(path, data, **more) if method in ("POST", "GET") else ask(path)
                assert answer.status_code < 500, (method, path)
            assert "_auth_user_id" not in client.session, (method, path)
        assert counts() == before, (method, path)


@pytest.mark.django_db
def test_each_page_that_would_take_a_stranger_in_says_why_not(sentence: str) -> None:
    invitation = services.invite_own_phone(by=guest_writer("Eleni").person)
    token = services.token_of(invitation)
    before = counts()
    answer = Client().post("/new/", START)
    assert (answer.status_code, sentence in answer.text) == (403, True)
    answer = Client().post("/import/in/", {"packed": imports.pack(TEXT.encode())})
    assert (answer.status_code, sentence in answer.text) == (409, True)
    for path in ("/you/", "/import/"):
        assert sentence.split()[-1] in Client().get(path).text, path
    assert counts() == before
    assert Client().get(f"/i/{token}/").status_code == 200  # an own phone is of someone who is here


@pytest.mark.django_db
@pytest.mark.parametrize("registration", WORDS)
def test_an_invited_stranger_joins_where_the_setting_allows(settings: Any, registration: str) -> None:
    settings.REGISTRATION = registration
    eleni = guest_writer("Eleni", "Fridays")
    invitation = services.invite_to_circle(
        by=eleni.person, circle=eleni.circle.pk, role="scorer", until=None, most=None
    )
    page, before = Client().get(f"/i/{services.token_of(invitation)}/"), counts()
    answer = Client().post(f"/i/{services.token_of(invitation)}/", {"accept": "1", "name": "Rosa"})
    if registration == "invited":
        assert WORDS["invited"] not in page.text
        assert answer.status_code == 303
        assert models.Person.objects.filter(name="Rosa").exists()
    else:
        assert WORDS["closed"] in page.text
        assert WORDS["closed"] in answer.text
        assert answer.status_code == 403
        assert counts() == before
