"""Where somebody is led on to is always a page of this server, whatever stands in the address or the form."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games import services
from tests.api.test_access import METHODS, known
from tests.web.account.conftest import EMAIL, PASSWORD, Browser, eleni, unhurried

__all__ = ["eleni", "unhurried"]

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "////evil.example",
    "https:evil.example",
    "https:/evil.example",
    "http:///evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\t//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\x00//evil.example",
    "\x01https://evil.example",
    "//evil.example\r\nSet-Cookie: a=b",
    "//testserver@evil.example/",
    "//evil.example%2f@testserver/",
    "http://testserver.evil.example/",
    "javascript:alert(1)",
    "JaVaScRiPt://testserver/%0aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "ftp://testserver/",
    "//[::1",
    "https://evil.example:foo/",
]
NAMES = ("next", "redirect", "url", "back", "continue", "return_to")


def is_ours(location: str) -> bool:
    """As browsers read it: a backslash is a slash, tabs and line ends are nothing."""
    if any(ord(letter) <= 0x20 for letter in location) or "\\" in location:
        return False
    found = urlsplit(location)
    return not found.scheme and not found.netloc and not location.startswith("//")


def led_to(answer: Any) -> list[str]:
    return [answer["Location"]] if "Location" in answer else []


def proving(path: str) -> Any:
    def prove(browser: Browser, wanted: str) -> Any:
        browser.sign_in()
        return browser.post(f"{path}", {"password": PASSWORD, "next": wanted}, query_params={"next": wanted})

    return prove


WAYS = {
    "signing in": lambda browser, wanted: browser.sign_in(next=wanted),
    "signing in, named in the address": lambda browser, wanted: browser.post(
        "/you/sign-in/", {"login": EMAIL, "password": PASSWORD}, query_params={"next": wanted}
    ),
    "showing it once more": proving("/you/again/"),
    "signing out": lambda browser, wanted: (
        browser.sign_in(),
        browser.post("/you/sign-out/", {"next": wanted}, query_params={"next": wanted}),
    )[1],
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_whoever_has_shown_who_they_are_stays_here(eleni: Any, way: str, wanted: str) -> None:
    answer = WAYS[way](Browser(), wanted)
    assert answer.status_code in (302, 400), answer.text
    assert all(is_ours(one) for one in led_to(answer)), led_to(answer)
    assert "Set-Cookie: a=b" not in str(answer.headers)


@pytest.mark.slow
def test_no_page_leads_elsewhere_nor_offers_a_way(eleni: Any) -> None:
    stranger, known_here = Client(), Client()
    known_here.force_login(services.make_person("Rosa")[0])
    pages = {address for _method, address in known() if "<" not in address and "^" not in address}
    for address in pages:
        for name in NAMES:
            for client in (stranger, known_here):
                answer = client.get(f"/{address}", {name: "//evil.example/"})
                assert all(is_ours(one) for one in led_to(answer)), address
                text = answer.getvalue().decode(errors="replace")
                for leading in ('href="', 'action="', 'src="'):
                    assert f"{leading}//evil" not in text, address


@pytest.mark.parametrize(
    "path", ["//evil.example/you/name/", "/\\evil.example/", "//evil.example", "/%2fevil.example/"]
)
def test_an_address_that_looks_like_another_server_is_none(eleni: Any, path: str) -> None:
    for method in METHODS:
        answer = Client().generic(method, "/", PATH_INFO=path)
        assert answer.status_code in (403, 404, 405), method
        assert led_to(answer) == []
