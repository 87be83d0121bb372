"""A plant_session cookie is worthless after a sign-in in its browser, and no link works twice."""

from collections.abc import Callable
from typing import Any

import pytest

from games import models, services
from games.services import sign_in_links
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, deniz, eleni, unhurried

__all__ = ["deniz", "eleni", "unhurried"]

Way = Callable[[Browser, Writer], Any]


def by_link(browser: Browser, eleni: Writer) -> Any:
    return browser.post(f"/you/sign-in/link/{sign_in_links.sign(models.Person.objects.get(pk=eleni.person.pk))}/")


def to_account(browser: Browser, eleni: Writer) -> Any:
    return browser.post(f"/i/{services.token_of(services.invite_own_phone(by=eleni.person))}/", {"along": "1"})


def to_account_by_code(browser: Browser, eleni: Writer) -> Any:
    invitation = services.invite_own_phone(by=eleni.person)
    services.make_code(invitation)
    return browser.post("/code/", {"code": services.code_of(invitation), "accept": "1", "along": "1"})


def to_circle(browser: Browser, eleni: Writer) -> Any:
    circle: Any = {"by": eleni.person, "circle": eleni.circle.pk}
    return browser.post(
        f"/i/{services.token_of(services.invite_to_circle(role='reader', until=None, most=1, **circle))}/"
    )


def write_match(browser: Browser, eleni: Writer) -> Any:
    start = {"game": "bisca_tres", "seat-0": "name:Rosa", "seat-1": "name:Duarte"}
    return browser.post("/new/", start)


WAYS: dict[str, Way] = {
    "a password": lambda browser, eleni: browser.sign_in(),
    "the host's link": by_link,
    "an invitation to the account": to_account,
    "its code": to_account_by_code,
}
MAKING: dict[str, Way] = {"an invitation to the circle": to_circle, "write_match": write_match}


def plant_session(browser: Browser) -> str:
    """Give the browser a session cookie that an attacker knows, and return it."""
    session = browser.session
    session["plant_session"] = True
    session.save()
    browser.cookies["sessionid"] = session.session_key
    return str(session.session_key)


@pytest.mark.parametrize("way", {**WAYS, **MAKING})
def test_planted_cookie_is_signed_out(eleni: Writer, way: str) -> None:
    browser, thief = Browser(), Browser()
    key = plant_session(browser)
    assert {**WAYS, **MAKING}[way](browser, eleni).status_code in (302, 303)
    assert browser.person is not None
    assert browser.cookies["sessionid"].value != key
    thief.cookies["sessionid"] = key
    assert thief.person is None
    assert 'data-person=""' in thief.get("/you/").text


@pytest.mark.parametrize("way", WAYS)
def test_guests_cookie_is_signed_out_after_the_merge(eleni: Writer, deniz: Writer, way: str) -> None:
    """The new session has none of the old session's data either."""
    browser, thief = Browser(), Browser()
    browser.force_login(deniz.person)
    session = browser.session
    session["plant_session"] = True
    session.save()
    thief.cookies["sessionid"] = key = browser.cookies["sessionid"].value
    WAYS[way](browser, eleni)
    assert browser.person == eleni.person
    assert browser.cookies["sessionid"].value != key
    assert "plant_session" not in browser.session
    assert thief.person is None


def test_csrf_token_changes_after_signing_in(eleni: Writer) -> None:
    browser = Browser(enforce_csrf_checks=True)
    browser.get("/you/sign-in/")
    token = browser.cookies["csrftoken"].value
    form = {"login": EMAIL, "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert browser.post("/you/sign-in/", form).status_code == 302
    assert browser.cookies["csrftoken"].value != token


@pytest.mark.parametrize("way", ["the host's link", "an invitation to the account", "its code"])
def test_used_link_or_code_signs_nobody_else_in(eleni: Writer, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[Any, ...]] = []
    post = Browser.post
    monkeypatch.setattr(Browser, "post", lambda self, *args, **more: sent.append(args) or post(self, *args, **more))
    WAYS[way](Browser(), eleni)
    thief = Browser()
    assert post(thief, *sent[-1]).status_code in (404, 422)
    assert thief.person is None
