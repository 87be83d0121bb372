"""`go.py run --phone`: Scorekeeper for every phone in the home network. Phones work offline only over https.

A page over plain http, on the next port, offers the authority for download. Over https phones would warn of the authority
that they are about to install, and people should not learn to dismiss warnings.
"""

import os
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tools import boot, home
from tools.steps import BOOT, step

if TYPE_CHECKING:
    from tools import authority

NO_NETWORK = (
    "This machine is in no network just now, so no phone can reach it; it serves itself alone. "
    "Connect it and start it again."
)


@dataclass
class PhoneReach:
    """The addresses and names by which phones reach this machine."""

    addresses: list[str]
    names: list[str]
    folder: Path  # of the certificates


def find_reach(folder: Path) -> PhoneReach | None:
    """Return how phones reach this machine. Without a network print a sentence and return None."""
    addresses = home.addresses()
    if not addresses:
        print(NO_NETWORK, flush=True)
        return None
    return PhoneReach(addresses, home.names(), folder)


def configure_https(reach: PhoneReach, port: int) -> str:
    """Set the server's names and its certificate. Return the message for the terminal."""
    prepared = prepare_certificate(reach)
    hosts = os.environ.get("ALLOWED_HOSTS") or "localhost,127.0.0.1,[::1]"
    os.environ["ALLOWED_HOSTS"] = ",".join([hosts, *reach.addresses, *reach.names])
    os.environ["CERTIFICATE"] = str(prepared.certificate.resolve())
    os.environ.pop("HTTPS", None)  # there is no proxy
    return start_message(reach, prepared, port)


def prepare_certificate(reach: PhoneReach) -> "authority.Prepared":
    """Create the certificates, with packages in their own folder, which nothing else needs."""
    is_there = (BOOT / "phone" / ".stamp").is_file()
    with nullcontext() if is_there else step("Installing what makes certificates"):
        folder = boot.tool("phone")
    sys.path.insert(0, str(folder))
    prepare = import_module("tools.authority").prepare
    prepared: authority.Prepared = prepare(reach.folder, reach.addresses, reach.names)
    return prepared


def start_message(reach: PhoneReach, prepared: "authority.Prepared", port: int) -> str:
    qr = import_module("tools.qr")
    address = f"https://{reach.addresses[0]}:{port}"
    named_urls = [f"https://{name}:{port}" for name in reach.names if name.endswith(".local") and home.is_announced()]
    lines = [qr.draw(address)] if qr.is_drawable() else []
    lines.append(
        f"Scorekeeper is at {' and '.join([address, *named_urls])} for phones in this network (Ctrl+C stops it)"
    )
    if prepared.is_replaced:
        lines.append("The authority of this machine is a new one: phones have to trust it once more.")
    lines.append(
        f"The first time, open http://{reach.addresses[0]}:{port + 1} on the phone: it shows how to trust this machine. "
        f"Its fingerprint begins with {prepared.fingerprint[:23]}."
    )
    return "\n".join(lines)
