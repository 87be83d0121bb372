"""A host that somebody only says is in no answer, no link to be sent, no picture of one, and no mail."""

from typing import Any

import pytest
from django.core import mail

from games import services
from games.web import qr
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, signed_in
from tests.web.account.conftest import EMAIL, Browser, kept, link_in, posting
from tests.web.security.test_unknown_ids import path_of

__all__ = ["posting"]

FORGED = [
    "evil.example",
    "testserver.evil.example",
    "testserver@evil.example",
    "testserver:80@evil.example",
    "testserver#evil",
]
FORGED += ["evil.example:80", "[::1]evil", "testserver,evil.example", " testserver evil.example", ".testserver"]
SAID = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-server": "evil.example",
    "x-host": "evil.example",
    "x-original-url": "/evil.example",
    "x-rewrite-url": "/evil.example",
    "forwarded": "for=1.1.1.1;host=evil.example;proto=https",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "60666",
    "x-forwarded-prefix": "/evil.example",
    "x-script-name": "/evil.example",
}


@pytest.fixture(autouse=True)
def one_host(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]


def test_nobody_is_served_under_another_name(db: None, stranger: Caller) -> None:
    for host in FORGED:
        for path in ("/", "/games/", "/you/sign-in/", "/api/v1/games/", "/healthz", "/sw.js", "/nowhere/"):
            answer = stranger.client.get(path, headers={"host": host})
            assert (answer.status_code, "evil" in answer.text) == (400, False), (host, path)


@pytest.mark.slow
def test_what_a_request_says_of_its_host_is_nowhere_in_the_answer(
    things: dict[str, str], owner: Caller, stranger: Caller, lettered: None
) -> None:
    for method, address in ROWS:
        if method != "GET":
            continue
        for caller in (owner, stranger) if address.startswith("api/") else (signed_in(owner), stranger):
            answer = caller.client.get(path_of(address, things), headers=SAID)
            told = answer.getvalue() + str(answer.headers).encode()
            assert b"evil.example" not in told, address
            assert b":60666" not in told, address
            assert b"https://testserver" not in told, address


def test_a_link_to_be_sent_and_its_picture_are_of_this_server(owner: Caller) -> None:
    assert owner.person
    assert owner.circle
    made = services.invite_to_circle(by=owner.person, circle=owner.circle.pk, role="reader", until=None, most=None)
    token = services.token_of(made)
    page = signed_in(owner).client.get(f"/invite/{made.pk}/", headers=SAID).text
    assert qr.qr_code(f"http://testserver/i/{token}/") in page
    [told] = owner.client.get("/api/v1/invitations/", headers=SAID).json()["invitations"]
    assert told["link"] == f"http://testserver/i/{token}/"


def test_a_mail_leads_to_this_server(posting: None, db: None) -> None:
    kept("Eleni")
    Browser(headers=SAID).post("/you/password/forgotten/", {"email": EMAIL})
    [sent] = mail.outbox
    assert "evil.example" not in sent.body + sent.subject + str(sent.message())
    assert link_in(sent).startswith("/you/password/new/")
    answer = Browser(headers={**SAID, "host": "evil.example"}).post("/you/password/forgotten/", {"email": EMAIL})
    assert (answer.status_code, len(mail.outbox)) == (400, 1)
