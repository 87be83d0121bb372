"""The worker's script, as the browser is sent it: what it has to know, then the files that it consists of.

Its text changes whenever anything changes that the phone keeps; so the browser fetches everything anew, or nothing.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

import brotli  # type: ignore[import-untyped]  # WhiteNoise brings it
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation

from games.phone import bundle
from games.table.addresses import ADDRESSES, Address
from scorekeeper.headers import HEADERS

PROGRAM = "phone/micropython.wasm"
SYNCING = ("phone/store.js", "phone/ask.js", "phone/identity.js", "phone/sync.js")
WHOLE = (*SYNCING, "phone/micropython.js", "phone/python.js", "phone/table.js", "phone/worker.js", "phone/listen.js")
LEAVING = (*SYNCING, "phone/leave.js")

ID = "[0-9a-f-]{36}"
PAGE = {
    **HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


LOCK = RLock()  # two who ask first at once: the parser is not to run in two threads


def worker(language: str) -> str:
    """For everybody, in the language of whoever asks."""
    with LOCK:
        if settings.DEBUG:  # whoever changes a file wants to see it
            made.cache_clear()
            packing.cache_clear()
        return made(language)


@cache
def made(language: str) -> str:
    runs = packed(language)
    kept = json.loads(json.loads(runs.text)["assets.json"])
    with translation.override(language):
        unreachable = render_to_string("phone/unreachable.html")
    told: dict[str, Any] = {
        "language": language,
        "addresses": [pattern(address) for address in ADDRESSES],
        "bundle": reverse("bundle", args=[runs.name]),
        "wasm": static(PROGRAM),
        "headers": PAGE,
        "unreachable": unreachable,
    }
    told["files"] = sorted({*kept.values(), told["bundle"], told["wasm"]})
    told["cache"] = "phone-" + digest(json.dumps(told), *map(content, [*kept, PROGRAM, *WHOLE]))
    return script(told, WHOLE)


def leaving(language: str) -> str:
    """Where the worker is switched off: it sends what waits, and goes."""
    return script({"language": language, "version": digest(*map(content, LEAVING))}, LEAVING)


def script(told: dict[str, Any], files: tuple[str, ...]) -> str:
    """The addresses are written into expressions once, not at every request."""
    lines = [f"const PHONE = {json.dumps(told)};"]
    if "addresses" in told:
        lines.append("PHONE.addresses = PHONE.addresses.map(pattern => new RegExp(pattern));")
    return "\n".join([*lines, *(f"importScripts({json.dumps(static(name))});" for name in files), ""])


def pattern(address: Address) -> str:
    """An address as JavaScript knows it; the match that it is about has a name."""
    pieces = [
        piece if piece[:1] != "<" else f"({'?<match>' if piece == '<match>' else ''}{ID})" for piece in address.pieces
    ]
    return f"^/{'/'.join(pieces)}$"


@dataclass(frozen=True)
class Packed:
    """What the phone runs, in one text, named by its content."""

    name: str
    text: bytes
    brotli: bytes


def packed(language: str) -> Packed:
    with LOCK:
        return packing(language)


@cache
def packing(language: str) -> Packed:
    name, text = bundle.whole(language)
    return Packed(name, text, brotli.compress(text))


def content(name: str) -> bytes:
    found = finders.find(name)
    assert isinstance(found, str), name
    return Path(found).read_bytes()


def digest(*pieces: str | bytes) -> str:
    total = hashlib.sha256()
    for piece in pieces:
        total.update(hashlib.sha256(piece.encode() if isinstance(piece, str) else piece).digest())
    return total.hexdigest()[:12]
