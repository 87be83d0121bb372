"""Redirects and links stay on this site, whatever the URL or the form contains."""

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
    """Return whether a browser stays on this site. Browsers read a backslash as a slash, and drop tabs and newlines."""
    if any(ord(letter) <= 0x20 for letter in location) or "\\" in location:
        return False
    parts = urlsplit(location)
    return not parts.scheme and not parts.netloc and not location.startswith("//")


def link_targets(answer: Any) -> list[str]:
    return [answer["Location"]] if "Location" in answer else []


def prove_identity(path: str) -> Any:
    def prove(browser: Browser, next_url: str) -> Any:
        browser.sign_in()
        return browser.post(f"{path}", {"password": PASSWORD, "next": next_url}, query_params={"next": next_url})

    return prove


WAYS = {
    "signing in": lambda browser, next_url: browser.sign_in(next=next_url),
    "signing in, named in the address": lambda browser, next_url: browser.post(
        "/you/sign-in/", {"login": EMAIL, "password": PASSWORD}, query_params={"next": next_url}
    ),
    "showing it once more": prove_identity("/you/again/"),
    "signing out": lambda browser, next_url: (
        browser.sign_in(),
        browser.post("/you/sign-out/", {"next": next_url}, query_params={"next": next_url}),
    )[1],
}


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("next_url", ELSEWHERE)
def test_redirect_after_a_proof_stays_on_this_site(eleni: Any, way: str, next_url: str) -> None:
    answer = WAYS[way](Browser(), next_url)
    assert answer.status_code in (302, 400), answer.text
    assert all(is_ours(target) for target in link_targets(answer)), link_targets(answer)
    assert "Set-Cookie: a=b" not in str(answer.headers)


@pytest.mark.fifth
@pytest.mark.slow
def test_pages_neither_redirect_nor_link_to_other_sites(eleni: Any) -> None:
    stranger, known_here = Client(), Client()
    known_here.force_login(services.make_person("Rosa")[0])
    pages = {address for _method, address in known() if "<" not in address and "^" not in address}
    for address in pages:
        for name in NAMES:
            for client in (stranger, known_here):
                answer = client.get(f"/{address}", {name: "//evil.example/"})
                assert all(is_ours(target) for target in link_targets(answer)), address
                text = answer.getvalue().decode(errors="replace")
                for leading in ('href="', 'action="', 'src="'):
                    assert f"{leading}//evil" not in text, address


@pytest.mark.parametrize(
    "path", ["//evil.example/you/name/", "/\\evil.example/", "//evil.example", "/%2fevil.example/"]
)
def test_path_that_looks_like_another_host_is_not_found(eleni: Any, path: str) -> None:
    for method in METHODS:
        answer = Client().generic(method, "/", PATH_INFO=path)
        assert answer.status_code in (403, 404, 405), method
        assert link_targets(answer) == []
