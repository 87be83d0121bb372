"""A forged host header appears in no response, link, picture or e-mail."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games import services
from games.web import qr
from tests.api.conftest import Caller
from tests.api.test_access import ROWS, path_of, signed_in
from tests.web.account.conftest import EMAIL, Browser, account_writer, link_in, mail_server

__all__ = ["mail_server"]

FORGED = [
    "evil.example",
    "testserver.evil.example",
    "testserver@evil.example",
    "testserver:80@evil.example",
    "testserver#evil",
]
FORGED += ["evil.example:80", "[::1]evil", "testserver,evil.example", " testserver evil.example", ".testserver"]
FORGED_HEADERS = {
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


def test_unknown_host_is_refused(db: None, stranger: Caller) -> None:
    for host in FORGED:
        for path in ("/", "/games/", "/you/sign-in/", "/api/v1/games/", "/healthz", "/sw.js", "/nowhere/"):
            answer = stranger.client.get(path, headers={"host": host})
            assert (answer.status_code, "evil" in answer.text) == (400, False), (host, path)


@pytest.mark.slow
def test_forged_host_is_in_no_response(things: dict[str, str], owner: Caller, stranger: Caller, lettered: None) -> None:
    for method, address in ROWS:
        if method != "GET":
            continue
        for caller in (owner, stranger) if address.startswith("api/") else (signed_in(owner), stranger):
            answer = caller.client.get(path_of(address, things), headers=FORGED_HEADERS)
            text = answer.getvalue() + str(answer.headers).encode()
            assert b"evil.example" not in text, address
            assert b":60666" not in text, address
            assert b"https://testserver" not in text, address


def test_links_and_qr_codes_have_the_real_host(owner: Caller) -> None:
    assert owner.person
    assert owner.circle
    invitation = services.invite_to_circle(
        by=owner.person, circle=owner.circle.pk, role="reader", until=None, most=None
    )
    token = services.token_of(invitation)
    page = signed_in(owner).client.get(f"/invite/{invitation.pk}/", headers=FORGED_HEADERS).text
    assert qr.qr_code(f"http://testserver/i/{token}/") in page
    [listed] = owner.client.get("/api/v1/invitations/", headers=FORGED_HEADERS).json()["invitations"]
    assert listed["link"] == f"http://testserver/i/{token}/"


def test_email_links_have_the_real_host(mail_server: None, db: None) -> None:
    person = account_writer("Eleni").person
    EmailAddress.objects.filter(user=person).update(verified=True)
    Browser(headers=FORGED_HEADERS).post("/you/password/forgotten/", {"email": EMAIL})
    [sent] = mail.outbox
    assert "evil.example" not in sent.body + sent.subject + str(sent.message())
    assert link_in(sent).startswith("/you/password/new/")
    answer = Browser(headers={**FORGED_HEADERS, "host": "evil.example"}).post(
        "/you/password/forgotten/", {"email": EMAIL}
    )
    assert (answer.status_code, len(mail.outbox)) == (400, 1)
