"""Load plug-in games when the server starts.

The folder becomes a part of the package games.rules. So a plug-in is written like a game of the source, may have several
files, and has the same paths on phones. A file that is wrong is left out, with a sentence that names it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import os
import re
import stat
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from games import rules
from games.match.describe import describe, seating_variants
from games.rules import catalogue
from games.rules.game import Game
from games.rules.judge import judge

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
SOURCE = Path(rules.__file__).parent
PHONE_HAS = ("__future__", "typing", "games.rules")


EVERYBODY = "every user of this machine can write it. Only the host may: chmod o-w."


class WrongPlugin(Exception):
    """A file that is not loaded, with the sentence that says why."""


@dataclass
class Plugins:
    """What was loaded from a folder."""

    modules: dict[str, ModuleType] = field(default_factory=dict)  # by the name of the file, without ".py"
    games: list[Game] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def paths(self) -> list[Path]:
        return [Path(str(module.__file__)) for module in self.modules.values()]

    @property
    def fingerprint(self) -> str:
        """Return a hash of the loaded files, so that a server notices a build for phones that lacks one."""
        total = hashlib.sha256()
        for name, path in zip(self.modules, self.paths, strict=True):
            total.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
        return total.hexdigest() if self.modules else ""


LOADED = Plugins()


def load(folder: Path) -> Plugins:
    """Add the games of a folder to the catalogue. Return what was loaded, and what is wrong with the other files."""
    plugins = Plugins()
    if not folder.is_dir():
        return plugins
    if str(folder) not in rules.__path__:
        rules.__path__.append(str(folder))  # after the source, so that no file replaces one of the source
    importlib.invalidate_caches()
    barred = bar_writable(folder)
    plugins.problems += [f"The folder {path.name} was left out: {EVERYBODY}" for path in barred if path.is_dir()]
    for path in sorted(folder.glob("*.py")):
        try:
            games = games_of(path, module := import_file(path, path in barred))
        except WrongPlugin as wrong:
            plugins.problems.append(f"The plug-in game {path.name} was left out: {wrong}")
            continue
        plugins.modules[path.stem] = module
        plugins.games.extend(games)
        catalogue.GAMES = (*catalogue.GAMES, *games)
    return plugins


def bar_writable(folder: Path) -> list[Path]:
    """Bar the files and folders that every user can write, so that no other file imports them. Return these."""
    is_shared = is_writable_by_all(folder) or is_writable_inside(folder / "__pycache__")  # Python reads code there
    barred = [path for path in sorted(folder.iterdir()) if is_shared or is_writable_inside(path)]
    for path in barred:
        name = path.name.partition(".")[0]
        if not (SOURCE / name).exists() and not (SOURCE / f"{name}.py").exists():
            sys.modules[f"{rules.__name__}.{name}"] = None  # type: ignore[assignment]  # Python then refuses the import
    return barred


def is_writable_inside(path: Path) -> bool:
    """Return whether every user can write this file, or anything in this folder. What cannot be looked at counts, too."""
    try:
        return is_writable_by_all(path) or (path.is_dir() and any(map(is_writable_inside, path.iterdir())))
    except FileNotFoundError:
        return False
    except OSError:
        return True


def import_file(path: Path, is_barred: bool) -> ModuleType:
    if not KEY.fullmatch(path.stem):
        raise WrongPlugin("its name needs small letters, digits and underscores, and begins with a letter.")
    if (SOURCE / path.name).exists() or (SOURCE / path.stem).exists():
        raise WrongPlugin("Scorekeeper has a file of this name. Choose another name.")
    if is_barred:
        raise WrongPlugin(EVERYBODY)
    try:
        refuse_imports(ast.parse(path.read_bytes()))
        return importlib.import_module(f"{rules.__name__}.{path.stem}")
    except WrongPlugin:
        raise
    except Exception as error:
        raise WrongPlugin(sentence(error, path)) from error


def is_writable_by_all(path: Path) -> bool:
    return os.name != "nt" and bool(path.stat().st_mode & stat.S_IWOTH)


def refuse_imports(tree: ast.Module) -> None:
    """Raise `WrongPlugin` for an import that phones do not have. Imports for types alone are not run."""
    for line, name in imports(tree):
        if not any(name == known or name.startswith(f"{known}.") for known in PHONE_HAS):
            raise WrongPlugin(f"line {line} imports {name}. Phones have only games.rules.")


def imports(node: ast.AST) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If(ast.Name("TYPE_CHECKING")):
                continue
            case ast.Import(names):
                yield from ((child.lineno, name.name) for name in names)
            case ast.ImportFrom(module, names):
                yield from ((child.lineno, f"{'.' * child.level}{module or ''}.{name.name}") for name in names)
        yield from imports(child)


def games_of(path: Path, module: ModuleType) -> list[Game]:
    """Return the games that a file defines, after a look at everything that runs before the first answer."""
    others = [value for name, other in sys.modules.items() if is_other(name, module) for value in vars(other).values()]
    games = [value for value in vars(module).values() if isinstance(value, Game) and value not in others]
    for game in games:
        if not KEY.fullmatch(game.key):
            raise WrongPlugin(f"the key “{game.key}” needs small letters, digits and underscores.")
        if [other.key for other in (*catalogue.GAMES, *games)].count(game.key) > 1:
            raise WrongPlugin(f"another game has the key “{game.key}”. Choose another key.")
        try:
            try_out(game)
        except Exception as error:
            raise WrongPlugin(f"the game “{game.key}” does not work: {sentence(error, path)}") from error
    return games


def is_other(name: str, module: ModuleType) -> bool:
    return name.startswith(f"{rules.__name__}.") and name != module.__name__ and sys.modules[name] is not None


def try_out(game: Game) -> None:
    """Describe the game, and judge and score a round without answers for each number of players."""
    describe(game, str)
    for variant in seating_variants(game):
        deal, _problems = judge(variant.setup, 0, [0] * variant.setup.sides, {})
        game.score(deal)
        game.tasks(deal)


def sentence(error: Exception, path: Path) -> str:
    """Return what went wrong, with the last line of the file that took part."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    at = f"line {line}: " if line else ""
    return f"{at}{type(error).__name__}: {str(error.msg if isinstance(error, SyntaxError) else error).rstrip('.')}."
