"""Build the worker's script: its configuration, and the name of the file with its modules.

Its text changes with every file that the phone caches, so the browser fetches either all files again or none.
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
from games.pages.languages import locale
from games.pages.request import ROUTES, Route
from games.plugins import load
from scorekeeper.headers import HEADERS

PROGRAM = "phone/micropython.wasm"
MODULES = settings.BASE_DIR / "static" / "worker"
MICROPYTHON = "micropython"  # the module that tools/micropython.py builds from the interpreter's loader
# For the pages that say what is on this phone, and what is not. Templates of games/pages name all other files.
THIS_PHONE, NOT_HERE = "page/this-phone.js", "page/unreachable.js"
# No page of a first visit needs these.
LATER = (THIS_PHONE, "page/ended.js", "page/portrait.js")
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


# Each of these pages says what the phone cannot show. That is a page or match of the server alone, a game without its file,
# another language, or the answer to a form.
UNREACHABLE = ("page", "match", "game", "language", "form")
LOCK = RLock()  # the template parser must not run in two threads


def worker(language: str) -> str:
    """Return the script of the worker in this language."""
    return build_for(language).script


def file(language: str, name: str) -> BundleFile | None:
    return build_for(language).file(name)


def build_for(language: str) -> WorkerBuild:
    with LOCK:
        if settings.DEBUG:  # a changed file shows at the next request
            cached_build.cache_clear()
        return cached_build(language)


@cache
def cached_build(language: str) -> WorkerBuild:
    """Read the build from the collected static files; without them build the worker at its first request.

    A build with other plug-in games is not read: an image of a container is packed without those of its host.
    """
    folder = build_folder() / language
    is_collected = isinstance(staticfiles_storage, ManifestFilesMixin)
    if not (is_collected and folder.is_dir() and packed_plugins() == load.LOADED.fingerprint):
        return build(language)
    return files.read(folder)


def packed_plugins() -> str:
    path = build_folder() / files.PLUGINS
    return path.read_text("utf-8") if path.is_file() else ""


def build_folder() -> Path:
    return Path(settings.STATIC_ROOT) / "worker"


def build(language: str) -> WorkerBuild:
    bundle, game_texts = contents.bundles(language)
    runs, games = files.compress(*bundle), [files.compress(*text) for text in game_texts]
    scripts = join_scripts(language)
    assets = json.loads(contents.unpack(runs.text)["assets.json"]) | {NOT_HERE: static(NOT_HERE)}
    with translation.override(language):
        this_phone = render_to_string("phone/here.html")
        configuration: dict[str, Any] = {
            "language": locale(language),
            "addresses": [pattern(address) for address in ROUTES],
            "pages": cached_pages.patterns(),
            "bundle": reverse("bundle", args=[runs.name]),
            "later": [static(name) for name in LATER],  # fetched after the first visit, as the games are
            "games": [reverse("bundle", args=[game.name]) for game in games],
            "wasm": static(PROGRAM),
            "static": settings.STATIC_URL,
            "languageUrl": reverse("language"),
            "headers": PAGE,
            "unreachable": {what: render_to_string("phone/unreachable.html", {"what": what}) for what in UNREACHABLE},
            "as_of": gettext("As of %(when)s. You are offline."),
        }
    files_needed = {*needed(assets), configuration["bundle"], configuration["wasm"], reverse("here")}
    configuration["files"] = sorted(files_needed)
    contents_of_files = map(content, [*assets, PROGRAM, THIS_PHONE])
    configuration["cache"] = "phone-" + digest(json.dumps(configuration), this_phone, scripts.text, *contents_of_files)
    return WorkerBuild(
        f"{config_script(configuration)}importScripts({json.dumps(reverse('bundle', args=[scripts.name]))});\n",
        (runs, scripts, *games),
    )


def needed(assets: dict[str, str]) -> list[str]:
    """Return the addresses to cache. Icons for home screens are left out: installing needs a network anyway."""
    return [address for name, address in assets.items() if not name.endswith(".png") and name not in LATER]


def join_scripts(language: str) -> BundleFile:
    """Return all modules in one file, which is smaller and needs one request."""
    text = script(WORKER).encode()
    return files.compress(files.hashed_name(f"worker.{language}", text, "js"), text)


def leaving(language: str) -> str:
    """Return the script where the worker is switched off: it sends the outbox and unregisters itself."""
    return config_script({"language": locale(language)}) + script(LEAVING)


def script(entry: str) -> str:
    return strip_script(join_modules(entry, source))


def source(module: str) -> str:
    path = settings.PHONE / "micropython.js" if module == MICROPYTHON else MODULES / module
    return path.read_text("utf-8")


def config_script(configuration: dict[str, Any]) -> str:
    """Return the line that static/worker/configuration.js reads."""
    return f"self.configuration = {contents.as_json(configuration)};\n"


def pattern(address: Route) -> str:
    """Return the address as a regular expression of JavaScript, with a group for the match."""
    segments = [
        segment if segment[:1] != "<" else f"({'?<match>' if segment == '<match>' else ''}{ID})"
        for segment in address.segments
    ]
    return f"^/{'/'.join(segments)}$"


def content(name: str) -> bytes:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path).read_bytes()


def digest(*parts: str | bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(hashlib.sha256(part.encode() if isinstance(part, str) else part).digest())
    return total.hexdigest()[:12]
