"""The server as it is, but that its files are not collected first.

TINY_BRIDGE is what its phones run instead; NEWER makes it another version, which does the same.
"""

import json
import os

from django.conf import settings

from games.phone import bundle
from games.phone.packed import named

TINY = os.environ.get("TINY_BRIDGE", "")

settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True


def tiny(language: str) -> tuple[str, bytes]:
    files = {
        "games/__init__.py": "",
        "games/phone/__init__.py": "",
        "games/phone/bridge.py": TINY,
        "assets.json": json.dumps({name: f"/static/{name}" for name in ("phone-page.js", "look.css")}),
    }
    packed = json.dumps(files).encode()
    return named(f"phone.{language}", packed, "json"), packed


def newer(language: str) -> tuple[str, bytes]:
    text = whole(language)[1] + b"\n"
    return named(f"phone.{language}", text, "json"), text


whole = bundle.whole
if TINY:
    bundle.whole = tiny
elif "NEWER" in os.environ:
    bundle.whole = newer

from scorekeeper.wsgi import application  # noqa: E402

__all__ = ["application"]
