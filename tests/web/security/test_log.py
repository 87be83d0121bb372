"""The security log has sign-ins and refused requests, and no key, password or typed address."""

import logging
import re

import pytest
from django.test import Client

from scorekeeper import security_log
from tests.web.account.conftest import EMAIL, Browser, deniz, eleni, guest_browser, unhurried, visitor

__all__ = ["deniz", "eleni", "guest_browser", "unhurried", "visitor"]

NAME = "scorekeeper.security"


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.INFO, NAME)
    return lambda: [record.getMessage() for record in caplog.records if record.name == NAME]


def test_signing_in_and_out_is_logged(eleni, visitor, lines):
    visitor.sign_in()
    visitor.post("/you/sign-out/")
    person = eleni.person.pk
    assert lines() == [
        f"signed in {person} POST /you/sign-in/ person={person} client=127.0.0.1",
        f"signed out {person} POST /you/sign-out/ person={person} client=127.0.0.1",
    ]


def test_wrong_and_limited_passwords_are_logged_without_the_input(eleni, lines):
    for _ in range(6):
        Browser(REMOTE_ADDR="203.0.113.7").sign_in(EMAIL, "secret-guess")
    assert lines() == ["sign-in failed POST /you/sign-in/ person=- client=203.0.113.7"] * 6


def test_wrong_password_of_a_signed_in_person_is_logged(eleni, visitor, lines):
    visitor.sign_in()
    visitor.post("/you/again/", {"password": "wrong"})
    assert lines()[1:] == [f"sign-in failed POST /you/again/ person={eleni.person.pk} client=127.0.0.1"]


def test_refused_passkey_is_logged(eleni, visitor, lines):
    visitor.post("/you/sign-in/passkey/", {"credential": '{"id": "x"}'})
    assert lines() == ["sign-in failed POST /you/sign-in/passkey/ person=- client=127.0.0.1"]


def test_refused_requests_are_logged_with_their_person(eleni, deniz, guest_browser, lines):
    match = eleni.match
    guest_browser.get(f"/api/v1/matches/{match}/", headers={"Authorization": "Token wrong"})
    guest_browser.put("/you/")
    guest_browser.get(f"/circle/players/{match}/nothing/")
    guest_browser.post(f"/you/devices/{match}/revoke/")
    Client(enforce_csrf_checks=True).post("/you/sign-in/")
    logged = [re.sub("person=.*", "", line).strip() for line in lines()]
    assert logged == [
        "refused 401 GET /api/v1/matches/<uuid:match>/",
        "refused 405 PUT /you/",
        "refused 404 POST /you/devices/<uuid:device>/revoke/",
        "refused 403 POST /you/sign-in/",
    ]
    assert f"person={deniz.person.pk}" in lines()[2]


def test_wrong_code_is_logged_without_the_code(db, client, lines):
    client.post("/code/", {"code": "ABCDEF"}, headers={"Origin": "http://testserver"})
    assert lines() == ["refused 422 POST /code/ person=- client=127.0.0.1"]


def test_links_that_are_keys_are_not_logged(db, client, lines):
    for path in ("/i/guessed-key/", "/you/sign-in/link/guessed-key/", "/you/password/new/1-guessed-key/"):
        client.get(path)
    assert any("/i/" in line for line in lines())
    assert not any("guessed" in line for line in lines())


def test_lines_of_django_have_the_route_in_place_of_the_path(rf):
    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 0, "%s: %s", ("Internal Server Error", "/i/k/"), None
    )
    record.request = rf.get("/i/k/")
    record.request.resolver_match = type("Match", (), {"route": "i/<str:signed>/"})()
    assert security_log.RouteFilter().filter(record)
    assert record.getMessage() == "Internal Server Error: /i/<str:signed>/"


def test_headers_cannot_add_lines(db, settings, lines):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    Client(headers={"X-Forwarded-For": "1.2.3.4\r\nsigned in"}).generic("PO\nST", "/you/")
    assert [line.count("\n") for line in lines()] == [0]
    assert lines()[0].startswith("refused 405 - /you/ ")


def test_each_line_begins_with_the_time_in_utc():
    record = logging.LogRecord(NAME, logging.INFO, "", 0, "text", (), None)
    record.created, record.msecs = 0, 7
    assert security_log.UtcFormatter("{asctime} {message}", style="{").format(record) == "1970-01-01T00:00:00.007Z text"
