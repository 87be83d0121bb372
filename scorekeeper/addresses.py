"""The address of a client, as limits count it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings


def client_address(environ: dict[str, Any]) -> str:
    """Return the address that limits count: from the proxy where there is one, otherwise of the connection."""
    address = str(environ.get("REMOTE_ADDR", ""))
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT and (forwarded := environ.get("HTTP_X_FORWARDED_FOR")):
        address = str(forwarded).split(",")[-settings.ALLAUTH_TRUSTED_PROXY_COUNT].strip()
    return network(address)


def network(address: str) -> str:
    """Return an IPv4 address as it is, and the first 64 bits of an IPv6 address, as its owner has all the others."""
    try:
        ip = ip_address(address)
    except ValueError:  # a Unix socket has no address
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"
