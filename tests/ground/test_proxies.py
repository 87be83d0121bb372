"""The address of a client cannot be forged: headers of a proxy count only if a trusted proxy has sent them."""

import logging
from ipaddress import ip_network
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory

from scorekeeper import env, proxies
from scorekeeper.admission import Admission

PROXY, STRANGER = "10.0.0.1", "203.0.113.9"


@pytest.fixture(autouse=True)
def behind_a_proxy(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1"), ip_network("fd00::/64")]
    monkeypatch.setattr(proxies, "WARNING", proxies.ProxyWarning())


def resolve(address: str, stated: str | None = None, **headers: str) -> Any:
    more = {"X-Forwarded-For": stated, **headers} if stated else headers
    request = RequestFactory().get("/", headers=more, REMOTE_ADDR=address)
    proxies.resolve_client(request.META)
    return request


@pytest.mark.parametrize(
    ("address", "stated", "client"),
    [
        (PROXY, "198.51.100.1", "198.51.100.1"),
        (PROXY, "192.0.2.1, 198.51.100.1", "198.51.100.1"),  # the first was sent by the client
        (PROXY, "192.0.2.1, 198.51.100.1, 10.0.0.1", "198.51.100.1"),  # two proxies, one after the other
        (PROXY, "10.0.0.1", PROXY),
        (PROXY, None, PROXY),
        (PROXY, "unknown", PROXY),
        (PROXY, "192.0.2.1, nonsense", PROXY),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("fd00::7", "198.51.100.1", "198.51.100.1"),
        (STRANGER, "198.51.100.1", STRANGER),
        (STRANGER, "10.0.0.1", STRANGER),
        ("127.0.0.1", "198.51.100.1", "127.0.0.1"),
        ("", "198.51.100.1", ""),
    ],
)
def test_the_client_is_the_last_address_that_is_no_trusted_proxy(address: str, stated: str, client: str) -> None:
    assert resolve(address, stated).META["REMOTE_ADDR"] == client


def test_a_client_with_a_network_of_ipv6_addresses_counts_once() -> None:
    first, second, other = "2001:db8:1:2::1", "2001:db8:1:ff:ffff::9", "2001:db8:1:102::1"
    assert resolve(PROXY, first).META["REMOTE_ADDR"] == resolve(PROXY, second).META["REMOTE_ADDR"]
    assert resolve(PROXY, first).META["REMOTE_ADDR"] != resolve(PROXY, other).META["REMOTE_ADDR"]
    assert resolve(second).META["REMOTE_ADDR"] == resolve(first).META["REMOTE_ADDR"]
    assert resolve("::1").META["REMOTE_ADDR"] == "::1"


def test_only_a_trusted_proxy_can_state_https() -> None:
    assert resolve(PROXY, **{"X-Forwarded-Proto": "https"}).is_secure()
    for address in (STRANGER, "127.0.0.1", ""):
        assert not resolve(address, **{"X-Forwarded-Proto": "https"}).is_secure()


def test_nothing_reads_other_headers_of_proxies() -> None:
    sent = {"Forwarded": "for=192.0.2.1", "X-Forwarded-Host": "evil.example", "X-Real-Ip": "192.0.2.1"}
    for address in (PROXY, STRANGER):
        assert not [name for name in resolve(address, "192.0.2.1", **sent).META if "FORWARDED" in name]


def test_an_unknown_proxy_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            resolve("172.30.0.2", **{"X-Forwarded-Proto": "https"})
            resolve(PROXY, **{"X-Forwarded-Proto": "https"})
    [message] = caplog.messages
    assert "172.30.0.2" in message
    assert "TRUSTED_PROXIES" in message


@pytest.mark.django_db
def test_made_up_addresses_do_not_allow_more_guesses(client: Any) -> None:
    """A client that reaches the server directly states another address each time."""
    statuses = [
        client.post(
            "/code/",
            {"code": "ABCDEF"},
            headers={"X_Forwarded_For": f"192.0.2.{number}", "X-Forwarded-For": f"192.0.2.{number}"},
            REMOTE_ADDR=STRANGER,
            secure=True,
        ).status_code
        for number in range(12)
    ]
    assert statuses == [422] * 10 + [429] * 2


def test_networks_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.1, fc00::/7,")
    assert env.networks("TRUSTED_PROXIES", "") == [ip_network("10.0.0.1"), ip_network("fc00::/7")]
    monkeypatch.setenv("TRUSTED_PROXIES", "proxy.example.org")
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES must be addresses or networks"):
        env.networks("TRUSTED_PROXIES", "")


def test_the_queue_of_requests_and_the_pages_see_the_same_client() -> None:
    """The queue resolves the address before Django does. The middleware must not take the client for a proxy then."""
    seen = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        proxies.resolve_client(environ)
        seen.append((environ["REMOTE_ADDR"], environ.get("HTTP_X_FORWARDED_PROTO")))
        start_response("200 OK", [])
        return [b""]

    headers = {"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "https"}
    environ = RequestFactory().get("/healthz", headers=headers, REMOTE_ADDR=PROXY).META
    Admission(application, places=1, waiting=1)(environ, lambda *arguments: None)
    assert seen == [("198.51.100.1", "https")]
