"""The contents of the bundle: Python programs without comments and empty lines, and compiled templates.

MicroPython has no `typing`, so the bundle has a stand-in.
"""

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext

from games.bundle import catalogue, templates
from games.bundle.files import hashed_name
from games.bundle.marked import translate_marked
from games.bundle.strip import strip_python

END = "\0"  # of a path or text in the bundle
ROOT = Path(__file__).resolve().parents[2]
STANDINS = ROOT / "games" / "phone" / "standins"
PAGES = ("games/pages", "games/pages/entry", "games/pages/start")
PACKAGES = ("games/rules", "games/match", "games/display", *PAGES, "games/phone/jinja")
HOST = ("bridge", "environment", "host", "language")
NOT_FOR_PHONE = ("describe", "history", "schema")  # modules of games/match: no page on the phone imports them
SERVER = ("json_input", "score")  # modules of games/match that read bytes from outside, which only the server gets


def sources(language: str) -> dict[str, str]:
    """Return the programs and templates: their paths on the phone and their texts."""
    paths = {path.name: path for path in STANDINS.glob("*.py")}
    paths |= {f"{package}/{path.name}": path for package in PACKAGES for path in (ROOT / package).glob("*.py")}
    paths |= {f"games/phone/{name}.py": ROOT / "games" / "phone" / f"{name}.py" for name in HOST}
    for name in NOT_FOR_PHONE + SERVER:
        del paths[f"games/match/{name}.py"]
    texts = {"games/__init__.py": "", "games/phone/__init__.py": ""}
    with translation.override(language):
        for name, path in sorted(paths.items()):
            texts[name] = translate_marked(strip_python(path.read_text("utf-8")), gettext)
        return texts | {f"templates/{name}": source for name, source in templates.compiled(gettext).items()}


def files(language: str) -> dict[str, str]:
    """Return all files for one language: their paths on the phone and their texts."""
    files_by_path = sources(language)
    texts = catalogue.used_texts(files_by_path.values())
    files_by_path["catalogue.json"] = as_json(catalogue.catalogue(language, texts))
    files_by_path["assets.json"] = as_json(assets(texts))
    return files_by_path


def whole_bundle(language: str) -> tuple[str, bytes]:
    """Return the files as one text, with a name that contains its hash. Sorted by path they compress best."""
    text = pack(dict(sorted(files(language).items())))
    return hashed_name(f"phone.{language}", text, "txt"), text


def pack(files_by_path: dict[str, str]) -> bytes:
    """Return paths and texts, each with a NUL after it. JSON would escape every line end, and compress worse."""
    parts = [part for item in files_by_path.items() for part in item]
    assert not any(END in part for part in parts)
    return "".join(part + END for part in parts).encode()


def unpack(packed: bytes) -> dict[str, str]:
    *parts, _empty = packed.decode().split(END)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def assets(texts: set[str]) -> dict[str, str]:
    """Return the URLs of all static files whose names are among these texts."""
    return {text: static(text) for text in sorted(texts) if is_file_name(text) and finders.find(text)}


def is_file_name(text: str) -> bool:
    return "." in text.strip("./") and text[0] not in "./" and not set(text) & set(" \n<>\\") and ".." not in text


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
