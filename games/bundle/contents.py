"""The contents of the bundle: Python programs without comments and empty lines, and compiled templates.

MicroPython has no `typing`, so the bundle has a stand-in.
"""

import json
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.bundle import catalogue, game_files, templates
from games.bundle.cache import cached
from games.bundle.files import hashed_name
from games.bundle.marked import translate_marked
from games.bundle.shorten import without_spaces
from games.bundle.strip import strip_python
from games.plugins import load

NamedText = tuple[str, bytes]  # a file's name, which contains its hash, and its content

END = "\0"  # of a path or text in the bundle
ROOT = Path(__file__).resolve().parents[2]
STANDINS = ROOT / "games" / "phone" / "standins"
PAGES = ("games/pages", "games/pages/entry", "games/pages/start")
PACKAGES = ("games/rules", "games/match", "games/display", *PAGES, "games/phone/jinja")
HOST = ("bridge", "environment", "host", "language", "missing_game")
CATALOGUE = "games/rules/catalogue.py"
OWN = (
    CATALOGUE,
    "games/match/columns.py",
    "games/pages/apart.py",
)  # the phone has modules of its own in place of these
LISTINGS = "games.json"
PAGES_APART = "pages.json"
NOT_FOR_PHONE = ("describe", "history", "schema")  # modules of games/match: no page on the phone imports them
SERVER = ("json_input", "score")  # modules of games/match that read bytes from outside, which only the server gets


def sources(language: str) -> dict[str, str]:
    """Return the programs and templates: their paths on the phone and their texts."""
    paths = {path.name: path for path in STANDINS.glob("*.py")}
    paths |= {f"{package}/{path.name}": path for package in PACKAGES for path in (ROOT / package).glob("*.py")}
    paths |= {f"games/phone/{name}.py": ROOT / "games" / "phone" / f"{name}.py" for name in HOST}
    for name in NOT_FOR_PHONE + SERVER:
        del paths[f"games/match/{name}.py"]
    paths |= {f"{game_files.RULES}{path.name}": path for path in load.LOADED.paths}
    paths |= {path: ROOT / "games" / "phone" / Path(path).name for path in OWN}
    texts = {"games/__init__.py": "", "games/phone/__init__.py": ""}
    with translation.override(language):
        for name, path in sorted(paths.items()):
            texts[name] = program(path.read_text("utf-8"), language)
        compiled = templates.compiled(gettext, language)
        texts |= {f"{game_files.TEMPLATES}{name}": source for name, source in compiled.items()}
        games = game_texts(language, texts)
        addresses = {module: reverse("bundle", args=[name]) for module, (name, _text) in games.items()}
        texts[LISTINGS] = as_json(game_files.listings(addresses, gettext))
        texts[PAGES_APART] = as_json({page: addresses[game_files.PAGE + page] for page in game_files.PAGES_APART})
        return texts


def program(source: str, language: str) -> str:
    """Return a program as phones run it, with the texts of the active language."""
    return cached(
        "program", language, source, calculate=lambda: translate_marked(without_spaces(strip_python(source)), gettext)
    )


def files(language: str) -> dict[str, str]:
    """Return all files for one language: their paths on the phone and their texts."""
    files_by_path = sources(language)
    texts = catalogue.used_texts(files_by_path.values())
    files_by_path["catalogue.json"] = as_json(catalogue.catalogue(language, texts))
    files_by_path["assets.json"] = as_json(assets(texts))
    return files_by_path


def bundles(language: str) -> tuple[NamedText, list[NamedText]]:
    """Return the bundle and the files of games. Sorted by path they compress best.

    The bundle has the names of the games' files, so it changes with each of them.
    """
    files_by_path = files(language)
    games = game_texts(language, files_by_path)
    apart = {path for _name, text in games.values() for path in unpack(text)}
    text = pack(dict(sorted(item for item in files_by_path.items() if item[0] not in apart)))
    return (hashed_name(f"phone.{language}", text, "txt"), text), [*games.values()]


def game_texts(language: str, programs: dict[str, str]) -> dict[str, NamedText]:
    """Return the file of each game, and of each page that comes apart, by its module."""
    texts = {module: pack(own) for module, own in game_files.programs_of_games(programs).items()}
    return {module: (hashed_name(f"game.{module}.{language}", text, "txt"), text) for module, text in texts.items()}


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
