"""The files of games: a phone fetches the programs of a game apart from the bundle, when it is idle or needs the game."""

from __future__ import annotations

import ast
import json
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from games.bundle.cache import cached
from games.plugins import load
from games.rules import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from games.rules.game import Game

    Programs = dict[str, str]

RULES = "games/rules/"
PAGES = "games/pages/"
TEMPLATES = "templates/"
# Modules of pages that hardly anyone needs in a first match, with the templates that only they use.
PAGES_APART: dict[str, tuple[str, ...]] = {
    "settings": ("pages/more.html", "pages/_act.html", "pages/_people.html"),
    "insert_round": (),
    "match_rules": ("pages/rules.html",),
    "match_sheet": ("pages/sheet.html", "pages/_chart.html"),
}
PAGE = "page-"  # before the name of such a page, where it stands among modules of games: a plug-in has no such name
BRIDGE = "games/phone/bridge.py"  # reaches all pages but these, which games/phone/apart.py imports by their names


def places() -> list[tuple[Game, str, str]]:
    """Return each game with its module in games/rules and its name there."""
    modules = [(module, content) for module, content in vars(catalogue).items() if isinstance(content, ModuleType)]
    values = {
        id(value): (module, name)
        for module, content in [*modules, *load.LOADED.modules.items()]
        for name, value in vars(content).items()
    }
    return [(game, *values[id(game)]) for game in catalogue.GAMES]


def programs_of_games(programs: Programs) -> dict[str, Programs]:
    """Return the programs that only games need, and those that only some pages need, by the module of the game or `PAGE` and page.

    A program that several games need is in the file of each, so that every file is complete.
    """
    own = {f"{TEMPLATES}{name}" for names in PAGES_APART.values() for name in names}
    others = reached([BRIDGE, *(path for path in programs if path.startswith(TEMPLATES) and path not in own)], programs)
    pages = {page: reached([f"{PAGES}{page}.py"], programs) - others for page in PAGES_APART}
    # What only such a page imports comes with it: a phone that restores Python's memory has no other files.
    apart = {path for paths in pages.values() for path in paths if not path.startswith(RULES)}
    start = [path for path in programs if path.endswith(".py") and not path.startswith(RULES) and path not in apart]
    common = reached(start, programs)
    modules = sorted({module for _game, module, _name in places()})
    reached_by = {module: reached([f"{RULES}{module}.py"], programs) - common for module in modules}
    for page, paths in pages.items():
        reached_by[PAGE + page] = (
            paths - common | {f"{TEMPLATES}{name}" for name in PAGES_APART[page]} & programs.keys()
        )
    return {module: {path: programs[path] for path in sorted(paths)} for module, paths in reached_by.items()}


def reached(start: Iterable[str], programs: Programs) -> set[str]:
    """Return the paths of these programs and of all programs that they import."""
    paths: set[str] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop()
        if path in programs and path not in paths:
            paths.add(path)
            waiting += imported(programs[path])
    return paths


@lru_cache(1000)  # the programs of a language are asked for twice
def imported(source: str) -> list[str]:
    """Return the paths of the modules that a program may import."""
    return list(json.loads(cached("imports", source, calculate=lambda: json.dumps(find_imports(source)))))


def find_imports(source: str) -> list[str]:
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    names = [
        name for node in imports for name in (f"{node.module}", *(f"{node.module}.{to.name}" for to in node.names))
    ]
    return [f"{name.replace('.', '/')}.py" for name in names]


def listings(addresses: dict[str, str], gettext: Callable[[str], str]) -> list[list[Any]]:
    """Return what the phone knows of each game without its file: the arguments of `Listing` in games/phone/catalogue.py."""
    return [
        [
            game.key,
            gettext(game.name),
            game.picture,
            gettext(game.heading),
            game.search_names,
            [gettext(name) for name in game.variants],
            game.players,
            game.counts,
            module,
            name,
            addresses[module],
        ]
        for game, module, name in places()
    ]
