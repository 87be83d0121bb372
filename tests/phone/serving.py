"""The server as it is, but that its files are not collected first. TINY_BRIDGE is what its phones run instead."""

import hashlib
import json
import os

from django.conf import settings

from games.phone import bundle

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
    return f"phone.{language}.{hashlib.sha256(packed).hexdigest()[:12]}.json", packed


if TINY:
    bundle.whole = tiny

from scorekeeper.wsgi import application  # noqa: E402

__all__ = ["application"]
