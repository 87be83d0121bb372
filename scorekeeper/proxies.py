"""Find the address of the client. Headers that a proxy sets count only if a trusted proxy has sent them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger(__name__)

ADDRESS, PROTOCOL = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO"
OTHERS = (
    "HTTP_FORWARDED",
    "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PORT",
    "HTTP_X_REAL_IP",
)  # no setting trusts them
RESOLVED = "scorekeeper.resolved"  # in the environ, where no header can set it
CLIENT_NETWORK = 56  # bits of an IPv6 address; a line usually has all addresses that begin with them
WIDE_NETWORK = 48  # the same of the largest lines, and of a few hundred others

Address = IPv4Address | IPv6Address


class ProxyWarning:
    """Log only once that headers of an unknown proxy are ignored, as anyone could send many of them."""

    def __init__(self) -> None:
        self.is_logged = False

    def log(self, address: str) -> None:
        if not self.is_logged:
            self.is_logged = True
            logger.warning(
                "X-Forwarded-Proto from %s is ignored. If that is your proxy, name it in TRUSTED_PROXIES.", address
            )


WARNING = ProxyWarning()


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Set `REMOTE_ADDR` to the client's address, before any other middleware reads a header."""

    def forwarded(request: HttpRequest) -> HttpResponse:
        resolve_client(request.META)
        return get_response(request)

    return forwarded


def resolve_client(environ: dict[str, Any]) -> None:
    """Replace the address of a trusted proxy by the client's. Remove the headers that nothing else may trust.

    An underscore and a hyphen are the same in `environ`, so a proxy must drop names with underscores (docs/hosting.md).
    The queue of requests (admission.py) and Django's middleware both call this; the second call changes nothing.
    """
    if environ.get(RESOLVED):
        return
    environ[RESOLVED] = True
    stated = str(environ.pop(ADDRESS, ""))
    for name in OTHERS:
        environ.pop(name, None)
    peer = parse_address(str(environ.get("REMOTE_ADDR", "")))
    if peer is None:
        environ.pop(PROTOCOL, None)
        return
    if is_trusted(peer):
        environ["REMOTE_ADDR"] = client_of(peer, stated)
        return
    if environ.pop(PROTOCOL, None) and settings.HTTPS:
        WARNING.log(str(peer))
    environ["REMOTE_ADDR"] = network_of(peer)


def client_of(peer: Address, stated: str) -> str:
    """Return the last stated address that is not a trusted proxy. A proxy appends the address that it sees."""
    client = peer
    for text in reversed(stated.split(",")):
        address = parse_address(text.strip())
        if address is None:
            break
        client = address
        if not is_trusted(address):
            break
    return network_of(client)


def parse_address(text: str) -> Address | None:
    """Return an address. One that is an IPv4 address in IPv6 form becomes an IPv4 address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_trusted(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)


def client_network(address: str) -> str:
    """Return the text by which limits count the client at an address. A Unix socket has an empty address."""
    parsed = parse_address(address)
    return address if parsed is None else network_of(parsed)


@lru_cache(maxsize=10_000)
def wide_network(address: str) -> str:
    """Return the text by which clients take turns: one line may have hundreds of the networks that limits count."""
    parsed = parse_address(address)
    return address if parsed is None else network_of(parsed, WIDE_NETWORK)


def network_of(address: Address, bits: int = CLIENT_NETWORK) -> str:
    """Return the text by which limits count a client: an IPv4 address, or the network of an IPv6 address."""
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    return str(IPv6Network((int(address), bits), strict=False).network_address)
