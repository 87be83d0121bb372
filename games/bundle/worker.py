"""The worker's script, as the browser is sent it: what it has to know, and the name of the file that it consists of.

Its text changes whenever anything changes that the phone keeps; so the browser fetches everything anew, or nothing.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.bundle import cached_pages, contents, files
from games.bundle.files import BundleFile, WorkerBuild
from games.bundle.modules import join_modules
from games.bundle.strip import strip_script
from games.pages.routes import ROUTES, Route
from scorekeeper.headers import HEADERS

PROGRAM = "phone/micropython.wasm"
MODULES = settings.BASE_DIR / "static" / "worker"
MICROPYTHON = "micropython"  # the module that tools/micropython.py makes of the interpreter's loader
OF_HERE = ("page/this-phone.js",)  # beside what the table's pages name: for the page about this phone
WORKER, LEAVING = "worker.js", "leave.js"  # the modules that import all others

ID = "[0-9a-f-]{36}"
PAGE = {
    **HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


# What cannot be shown: a page of the server's, a match that only the server has, or all of it in another language.
UNREACHABLE = ("page", "match", "language")
LOCK = RLock()  # two who ask first at once: the parser is not to run in two threads


def worker(language: str) -> str:
    """For everybody, in the language of whoever asks."""
    return build_for(language).script


def file(language: str, name: str) -> BundleFile | None:
    return build_for(language).file(name)


def build_for(language: str) -> WorkerBuild:
    with LOCK:
        if settings.DEBUG:  # whoever changes a file wants to see it
            cached_build.cache_clear()
        return cached_build(language)


@cache
def cached_build(language: str) -> WorkerBuild:
    """Where the static files have been collected it lies beside them, else it is made when it is first asked for."""
    folder = build_folder() / language
    is_collected = isinstance(staticfiles_storage, ManifestFilesMixin)
    return files.read(folder) if is_collected and folder.is_dir() else build(language)


def build_folder() -> Path:
    return Path(settings.STATIC_ROOT) / "worker"


def build(language: str) -> WorkerBuild:
    runs = files.compress(*contents.whole_bundle(language))
    scripts = join_scripts(language)
    shown = json.loads(json.loads(runs.text)["assets.json"]) | {name: static(name) for name in OF_HERE}
    with translation.override(language):
        here = render_to_string("phone/here.html")
        told: dict[str, Any] = {
            "language": language,
            "addresses": [pattern(address) for address in ROUTES],
            "pages": cached_pages.patterns(),
            "bundle": reverse("bundle", args=[runs.name]),
            "wasm": static(PROGRAM),
            "static": settings.STATIC_URL,
            "speaking": reverse("language"),
            "headers": PAGE,
            "unreachable": {what: render_to_string("phone/unreachable.html", {"what": what}) for what in UNREACHABLE},
            "as_of": gettext("As of %(when)s: there is no network now."),
        }
    told["files"] = sorted({*needed(shown), told["bundle"], told["wasm"], reverse("here")})
    told["cache"] = "phone-" + digest(json.dumps(told), here, scripts.text, *map(content, [*shown, PROGRAM]))
    return WorkerBuild(
        f"{config_script(told)}importScripts({json.dumps(reverse('bundle', args=[scripts.name]))});\n", (runs, scripts)
    )


def needed(shown: dict[str, str]) -> list[str]:
    """Pictures for home screens are taken when it is put there, and then there is a network."""
    return [address for name, address in shown.items() if not name.endswith(".png")]


def join_scripts(language: str) -> BundleFile:
    """Return one file in place of many: it is smaller, and asked for once."""
    text = script(WORKER).encode()
    return files.compress(files.hashed_name(f"worker.{language}", text, "js"), text)


def leaving(language: str) -> str:
    """Return the script where the worker is switched off: it sends what waits, and unregisters itself."""
    return config_script({"language": language}) + script(LEAVING)


def script(entry: str) -> str:
    return strip_script(join_modules(entry, source))


def source(module: str) -> str:
    path = settings.PHONE / "micropython.js" if module == MICROPYTHON else MODULES / module
    return path.read_text("utf-8")


def config_script(configuration: dict[str, Any]) -> str:
    """Return the line that static/worker/configuration.js reads."""
    return f"self.configuration = {json.dumps(configuration)};\n"


def pattern(address: Route) -> str:
    """An address as JavaScript knows it; the match that it is about has a name."""
    pieces = [
        piece if piece[:1] != "<" else f"({'?<match>' if piece == '<match>' else ''}{ID})" for piece in address.segments
    ]
    return f"^/{'/'.join(pieces)}$"


def content(name: str) -> bytes:
    found = finders.find(name)
    assert isinstance(found, str), name
    return Path(found).read_bytes()


def digest(*pieces: str | bytes) -> str:
    total = hashlib.sha256()
    for piece in pieces:
        total.update(hashlib.sha256(piece.encode() if isinstance(piece, str) else piece).digest())
    return total.hexdigest()[:12]
