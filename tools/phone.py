"""`go.py run --phone`: Scorekeeper for every phone in the network at home. Phones keep scores by themselves only over https.

A page over plain http, on the next port, hands the authority out: phones install it from there without a warning. Over
https they would warn of the very authority that they are to get, and nobody is to learn to tap warnings away.
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
    """Where phones come, and what they are shown."""

    addresses: list[str]
    names: list[str]
    folder: Path  # where the certificates are


def look(folder: Path) -> PhoneReach | None:
    addresses = home.addresses()
    if not addresses:
        print(NO_NETWORK, flush=True)
        return None
    return PhoneReach(addresses, home.names(), folder)


def open_to(reach: PhoneReach, port: int) -> str:
    """Tell the server its names, and that it speaks https itself. The answer is what to tell people."""
    made = prepare(reach)
    hosts = os.environ.get("ALLOWED_HOSTS") or "localhost,127.0.0.1,[::1]"
    os.environ["ALLOWED_HOSTS"] = ",".join([hosts, *reach.addresses, *reach.names])
    os.environ["CERTIFICATE"] = str(made.certificate.resolve())
    os.environ.pop("HTTPS", None)  # there is no proxy before it
    return words(reach, made, port)


def prepare(reach: PhoneReach) -> "authority.Prepared":
    """Packages that nobody else needs come into a folder of their own, and from there into this process."""
    is_there = (BOOT / "phone" / ".stamp").is_file()
    with nullcontext() if is_there else step("Installing what makes certificates"):
        folder = boot.tool("phone")
    sys.path.insert(0, str(folder))
    made: authority.Prepared = import_module("tools.authority").prepare(reach.folder, reach.addresses, reach.names)
    return made


def words(reach: PhoneReach, made: "authority.Prepared", port: int) -> str:
    qr = import_module("tools.qr")
    address = f"https://{reach.addresses[0]}:{port}"
    named = [f"https://{name}:{port}" for name in reach.names if name.endswith(".local") and home.is_announced()]
    said = [qr.drawn(address)] if qr.is_drawable() else []
    said.append(f"Scorekeeper is at {' and '.join([address, *named])} for phones in this network (Ctrl+C stops it)")
    if made.is_anew:
        said.append("The authority of this machine is a new one: phones have to trust it once more.")
    said.append(
        f"The first time, open http://{reach.addresses[0]}:{port + 1} on the phone: it shows how to trust this machine. "
        f"Its fingerprint begins with {made.fingerprint[:23]}."
    )
    return "\n".join(said)
