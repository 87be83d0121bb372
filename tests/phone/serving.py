"""The server, with static files that need not be collected.

TINY_BRIDGE replaces the program of its phones. NEWER changes its version, but not its behaviour.
SHARED is a folder in which all servers of a test run share the worker that they build.
"""

import hashlib
import json
import os
from collections.abc import Callable

from django.conf import settings

from games.bundle import contents, worker
from games.bundle import files as packed
from games.bundle.files import WorkerBuild, hashed_name
from games.bundle.modules import DECLARATION, WRAPPED, join_modules
from tests import shared

Bundles = tuple[contents.NamedText, list[contents.NamedText]]

TINY = os.environ.get("TINY_BRIDGE", "")

settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True


def tiny(language: str) -> Bundles:
    files = {
        "games/__init__.py": "",
        "games/phone/__init__.py": "",
        "games/phone/bridge.py": TINY,
        "assets.json": json.dumps({name: f"/static/{name}" for name in ("page/phone.js", "look.css")}),
    }
    text = contents.pack(files)
    return (hashed_name(f"phone.{language}", text, "txt"), text), []


def newer(language: str) -> Bundles:
    """Return the same files with one more in each, so that all have new names."""
    more = contents.pack({"newer": ""})
    (_name, bundle), games = bundles(language)
    newer_games = []
    for name, text in games:
        newer_name = hashed_name(name.rsplit(".", 2)[0], text + more, "txt")
        newer_games.append((newer_name, text + more))
        bundle = bundle.replace(name.encode(), newer_name.encode())
    return (hashed_name(f"phone.{language}", bundle + more, "txt"), bundle + more), newer_games


bundles = contents.bundles
if TINY:
    contents.bundles = tiny
elif "NEWER" in os.environ:
    contents.bundles = newer


# Sets the worker's clock by a message, because only Chromium lets a test evaluate a script in a worker.
CLOCK = """
const TrueDate = Date;
addEventListener('message', ({ data }) => {
  if (data?.clock === undefined) return;
  self.Date = class extends TrueDate {
    constructor(...time) { super(...(time.length ? time : [TrueDate.now() + data.clock])); }
    static now() { return TrueDate.now() + data.clock; }
  };
});
"""


def join_with_handles(entry: str, read: Callable[[str], str]) -> str:
    """Join the modules, and let tests read and replace their declarations by name."""
    script = join_modules(entry, read)
    start, end = WRAPPED.format("|").split("|")
    handles = [
        f"{name}: {{ get: () => {name}, set: value => {{ {name} = value; }}, configurable: true }},\n"
        for name in DECLARATION.findall(script)
    ]
    inside = script.removeprefix(start).removesuffix(end)
    return f"{start}{inside}Object.defineProperties(self, {{\n{''.join(handles)}}});\n{CLOCK}{end}"


worker.join_modules = join_with_handles  # type: ignore[attr-defined]
build = worker.build


def build_once(language: str) -> WorkerBuild:
    """Build for this language, or read the build of another server of this run. A build takes two seconds."""
    kind = json.dumps([TINY, os.environ.get("NEWER"), worker.PAGE, settings.STATIC_URL])
    name = f"packed/{hashlib.sha256(kind.encode()).hexdigest()[:12]}/{language}"
    return packed.read(shared.once(name, lambda folder: build(language).write(folder)))


if "SHARED" in os.environ:
    worker.build = build_once

from scorekeeper.asgi import application  # noqa: E402

# On a busy machine a build takes longer than other requests of the same address wait for a place.
worker.build_for(settings.LANGUAGE_CODE)

__all__ = ["application"]
