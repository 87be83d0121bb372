"""The addresses of this machine in the home network, and its names."""

import re
import socket
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address
from pathlib import Path

# An address in each kind of home network. Nothing is sent: the system only answers which address it would send from.
ELSEWHERE = ("192.168.255.255", "10.255.255.255", "172.31.255.255")
ADDRESS_OF = 0x8915  # SIOCGIFADDR, on Linux
LABEL = re.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def addresses() -> list[str]:
    """Return the addresses of this machine, with the most reachable first. Without a network there are none."""
    candidates = dict.fromkeys([*_towards_others(), *_by_name(), *_of_interfaces()])
    return [address for address in candidates if _is_at_home(IPv4Address(address))]


def names() -> list[str]:
    host = socket.gethostname().split(".")[0].lower()
    return [host, f"{host}.local"] if LABEL.fullmatch(host) and host != "localhost" else []


def is_announced() -> bool:
    """Return whether phones find the name that ends in .local. Linux needs Avahi for that."""
    return sys.platform in ("darwin", "win32") or Path("/run/avahi-daemon/pid").exists()


def _is_at_home(address: IPv4Address) -> bool:
    nowhere = address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified
    return not (nowhere or address.is_global)


def _towards_others() -> Iterator[str]:
    for other in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((other, 9))
            except OSError:
                continue  # no route
            yield probe.getsockname()[0]


def _by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except (OSError, UnicodeError):
        return []


def _of_interfaces() -> Iterator[str]:
    """Yield the addresses of the interfaces. Only they know a network without a route out, such as a hotspot."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                reply = fcntl.ioctl(probe, ADDRESS_OF, name.encode().ljust(40, b"\0"))
            except OSError:
                continue  # no address
            yield socket.inet_ntoa(reply[20:24])
