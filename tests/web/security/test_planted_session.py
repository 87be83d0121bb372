"""A cookie that somebody has planted is worth nothing once its browser has become somebody; and nothing is good twice."""

from collections.abc import Callable
from typing import Any

import pytest

from games import models, services
from games.web.account import link
from tests.pages.in_browser.writers import Writer
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, deniz, eleni, unhurried

__all__ = ["deniz", "eleni", "unhurried"]

Way = Callable[[Browser, Writer], Any]


def by_link(browser: Browser, eleni: Writer) -> Any:
    return browser.post(f"/you/sign-in/link/{link.sign(models.Person.objects.get(pk=eleni.person.pk))}/")


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


def writing(browser: Browser, eleni: Writer) -> Any:
    start = {"game": "bisca_tres", "seat-0": "name:Rosa", "seat-1": "name:Duarte"}
    return browser.post("/new/", start)


WAYS: dict[str, Way] = {
    "a password": lambda browser, eleni: browser.sign_in(),
    "the host's link": by_link,
    "an invitation to the account": to_account,
    "its code": to_account_by_code,
}
MAKING: dict[str, Way] = {"an invitation to the circle": to_circle, "writing": writing}


def planted(browser: Browser) -> str:
    """A session that is known to somebody else, too."""
    session = browser.session
    session["planted"] = True
    session.save()
    browser.cookies["sessionid"] = session.session_key
    return str(session.session_key)


@pytest.mark.parametrize("way", {**WAYS, **MAKING})
def test_a_planted_cookie_is_nobodys(eleni: Writer, way: str) -> None:
    browser, thief = Browser(), Browser()
    key = planted(browser)
    assert {**WAYS, **MAKING}[way](browser, eleni).status_code in (302, 303)
    assert browser.person is not None
    assert browser.cookies["sessionid"].value != key
    thief.cookies["sessionid"] = key
    assert thief.person is None
    assert 'data-person=""' in thief.get("/you/").text


@pytest.mark.parametrize("way", WAYS)
def test_the_cookie_that_a_guest_had_is_nobodys_when_the_guest_comes_along(
    eleni: Writer, deniz: Writer, way: str
) -> None:
    """Nor is anything that it held in the new one."""
    browser, thief = Browser(), Browser()
    browser.force_login(deniz.person)
    session = browser.session
    session["planted"] = True
    session.save()
    thief.cookies["sessionid"] = key = browser.cookies["sessionid"].value
    WAYS[way](browser, eleni)
    assert browser.person == eleni.person
    assert browser.cookies["sessionid"].value != key
    assert "planted" not in browser.session
    assert thief.person is None


def test_the_token_of_forms_is_another_one_after_signing_in(eleni: Writer) -> None:
    browser = Browser(enforce_csrf_checks=True)
    browser.get("/you/sign-in/")
    token = browser.cookies["csrftoken"].value
    form = {"login": EMAIL, "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert browser.post("/you/sign-in/", form).status_code == 302
    assert browser.cookies["csrftoken"].value != token


@pytest.mark.parametrize("way", ["the host's link", "an invitation to the account", "its code"])
def test_what_has_let_somebody_in_lets_nobody_else_in(eleni: Writer, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[Any, ...]] = []
    post = Browser.post
    monkeypatch.setattr(Browser, "post", lambda self, *args, **more: sent.append(args) or post(self, *args, **more))
    WAYS[way](Browser(), eleni)
    thief = Browser()
    assert post(thief, *sent[-1]).status_code in (404, 422)
    assert thief.person is None
