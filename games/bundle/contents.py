"""What runs on the phone: the rules and the table as they stand, line by line, and the table's templates, compiled.

MicroPython lacks `__future__` and `typing`; stand-ins take their place.
"""

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext

from games.bundle import catalogue, templates
from games.bundle.files import hashed_name
from games.bundle.strip import strip_python

ROOT = Path(__file__).resolve().parents[2]
STANDINS = ROOT / "games" / "phone" / "standins"
PAGES = ("games/pages", "games/pages/entry", "games/pages/start")
PACKAGES = ("games/rules", "games/match", "games/display", *PAGES, "games/phone/jinja")
HOST = ("bridge", "environment", "host", "language")
FORMAT = ("describe", "history", "schema")  # of a match: for programs, not for a page
SERVER = ("json_input", "score")  # of a match: reads bytes from outside, which only the server gets


def sources(language: str) -> dict[str, str]:
    """Path on the phone and text of each program and template."""
    paths = {path.name: path for path in STANDINS.glob("*.py")}
    paths |= {f"{package}/{path.name}": path for package in PACKAGES for path in (ROOT / package).glob("*.py")}
    paths |= {f"games/phone/{name}.py": ROOT / "games" / "phone" / f"{name}.py" for name in HOST}
    for name in FORMAT + SERVER:
        del paths[f"games/match/{name}.py"]
    found = {"games/__init__.py": "", "games/phone/__init__.py": ""}
    found |= {name: strip_python(path.read_text("utf-8")) for name, path in sorted(paths.items())}
    with translation.override(language):
        return found | {f"templates/{name}": source for name, source in templates.compiled(gettext).items()}


def files(language: str) -> dict[str, str]:
    """Path and text of everything that the phone needs to speak this language."""
    found = sources(language)
    texts = catalogue.used_texts(found.values())
    found["catalogue.json"] = as_json(catalogue.catalogue(language, texts))
    found["assets.json"] = as_json(assets(texts))
    return found


def whole_bundle(language: str) -> tuple[str, bytes]:
    """The files as one JSON text, and a name that tells its content."""
    text = as_json(files(language)).encode()
    return hashed_name(f"phone.{language}", text, "json"), text


def assets(texts: set[str]) -> dict[str, str]:
    """The addresses of the static files that are named anywhere in these."""
    return {text: static(text) for text in sorted(texts) if is_file_name(text) and finders.find(text)}


def is_file_name(text: str) -> bool:
    return "." in text.strip("./") and text[0] not in "./" and not set(text) & set(" \n<>\\") and ".." not in text


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
