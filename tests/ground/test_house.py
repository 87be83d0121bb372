"""Rules for source files: only games/rules names a game, files stay small, and the phone's files use only its Python.

test_imports.py checks the imports.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.bundle import contents
from games.rules import catalogue

ROOT = Path(__file__).resolve().parents[2]
NAMELESS = (
    "games/match",
    "games/display",
    "games/pages",
    "games/phone",
    "games/demo",
    "games/web",
    "games/api",
    "games/export",
    "games/management",
    "scorekeeper",
    "templates",
    "static",
)
# A drawing may have the name of a game. A game without a drawing works, too.
DRAWINGS = ROOT / "static/pictures.svg"
EXAMPLES = ROOT / "games/api/openapi/examples.json"  # what the server has answered about some matches
# Games whose name is a common word, a suit or a card: only a comparison with a game counts.
EVERYDAY = {"points", "hearts", "king", "spades"}
LONGEST = 300  # lines

# Modules and methods that MicroPython lacks. The golden deals, which run there, find the rest.
NO_MODULES = ("dataclasses", "enum", "collections", "itertools", "functools", "re", "uuid", "datetime", "contextlib")
NO_METHODS = (
    "title",
    "capitalize",
    "casefold",
    "zfill",
    "ljust",
    "rjust",
    "removeprefix",
    "removesuffix",
    "isalnum",
    "isnumeric",
    "translate",
)


def files(*folders: str, end: str = "*") -> list[Path]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob(end) if path.is_file()]
    return sorted(path for path in paths if "__pycache__" not in path.parts and path not in (DRAWINGS, EXAMPLES))


def names() -> set[str]:
    """Return keys and names of the games, and their first words: "bisca_tres", "bisca", "pişti"."""
    full = {word.lower() for game in catalogue.GAMES for word in (game.key, game.name)}
    return full | {re.split(r"[_ ]", word)[0] for word in full}


def games_in(text: str) -> list[str]:
    plain = {name for name in names() - EVERYDAY if re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text.lower())}
    return sorted(plain | {name for name in EVERYDAY if is_looked_up(name, text)})


def is_looked_up(name: str, text: str) -> bool:
    """Return whether a game or its key is compared with this word, or a game is looked up by it."""
    quoted = rf"""["']{name}["']"""
    compared = rf"""\b(game|key)\b["'\])]*\s*([!=]=+|in)\s*[(\[{{]?[^)\]}}\n]*{quoted}"""
    return bool(re.search(rf"{compared}|find\({quoted}", text))


def test_a_name_is_found_in_code_and_prose() -> None:
    assert games_in("if game.key == 'pilotta':") == ["pilotta"]
    assert games_in("def score_pisti_deal(): ...") == ["pisti"]
    assert games_in("Spell Pişti right") == ["pişti"]
    assert games_in("a pisan tower") == []


@pytest.mark.parametrize(
    "text",
    [
        "if game.key == 'points':",
        'if match["game"] in ("points", "whist"):',
        "if (game.key === 'points') {",
        'catalogue.find("points")',
        '{% if game.key != "points" %}',
    ],
)
def test_a_common_word_is_found_if_a_game_is_compared_with_it(text: str) -> None:
    assert games_in(text) == ["points"]


def test_a_common_word_is_allowed_elsewhere() -> None:
    assert games_in('row["points"]; gettext("Points"); for points in game.points: ...') == []


@pytest.mark.parametrize("path", files(*NAMELESS), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_outside_the_rules_names_no_game(path: Path) -> None:
    assert games_in(path.read_bytes().decode("utf-8", errors="replace")) == []


SOURCES = [path for path in files("games", end="*.py") if path.parent.name != "migrations"]  # Django writes these


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_has_fewer_lines_than_the_limit(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < LONGEST


def is_star_display(node: ast.AST) -> bool:
    if isinstance(node, ast.Dict):
        return None in node.keys
    is_display = isinstance(node, ast.Set) or (
        isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load)
    )
    return is_display and any(isinstance(element, ast.Starred) for element in node.elts)


def is_positional_only(node: ast.AST) -> bool:
    return isinstance(node, ast.arguments) and bool(node.posonlyargs)


def has_keywords_for(*called: str) -> Callable[[ast.AST], bool]:
    def check(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in called
            and bool(node.keywords)
        )

    return check


def is_missing_module(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] in NO_MODULES
    return isinstance(node, ast.Import) and any(alias.name.split(".")[0] in NO_MODULES for alias in node.names)


def is_missing_method(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in NO_METHODS


def is_backward_slice(node: ast.AST) -> bool:
    return isinstance(node, ast.Slice) and node.step is not None


def is_match(node: ast.AST) -> bool:
    return isinstance(node, ast.Match | ast.TryStar)


# Syntax and modules that the phone's Python lacks, each with an example.
DIALECT: list[tuple[Callable[[ast.AST], bool], str]] = [
    (is_match, "match deal:\n    case 1: pass"),
    (is_match, "try: pass\nexcept* ValueError: pass"),
    (is_star_display, "deals = [*rounds, 2]"),
    (is_star_display, "deals = (*rounds, 2)"),
    (is_star_display, "deals = {*rounds, 2}"),
    (is_star_display, "deals = {**rounds, 'a': 2}"),
    (is_positional_only, "def score(deal, /): ..."),
    (has_keywords_for("zip", "sum"), "zip(left, right, strict=True)"),
    (has_keywords_for("zip", "sum"), "sum(points, start=1)"),
    (is_missing_module, "from dataclasses import dataclass"),
    (is_missing_module, "import enum"),
    (is_missing_module, "from collections import Counter"),
    (is_missing_method, "name.removeprefix('a')"),
    (is_backward_slice, "name[::-1]"),
]

SUPPORTED = (
    "first, *rest = deals",
    "score(*deals, **options)",
    "zip(left, right)",
    "deals[1:]",
    "{name: 1}",
    "sorted(names, key=len)",
)


def run_by_the_phone(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node except the imports for types."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from run_by_the_phone(node)


def unsupported_lines(source: str) -> list[int]:
    """Return the lines that the phone's Python does not support."""
    nodes = [node for node in run_by_the_phone(ast.parse(source)) if any(check(node) for check, _line in DIALECT)]
    return [getattr(node, "lineno", 0) for node in nodes]


@pytest.mark.parametrize(("check", "line"), DIALECT, ids=[line for _check, line in DIALECT])
def test_unsupported_code_is_found(check: Callable[[ast.AST], bool], line: str) -> None:
    assert any(check(node) for node in ast.walk(ast.parse(line)))


@pytest.mark.parametrize("line", SUPPORTED)
def test_supported_code_is_accepted(line: str) -> None:
    assert unsupported_lines(line) == []


PORTABLE = [
    path
    for path in files("games/rules", "games/match", "games/display", "games/pages", end="*.py")
    if path.stem not in contents.SERVER or path.parent.name != "match"
]


@pytest.mark.parametrize("path", PORTABLE, ids=lambda path: path.name)
def test_a_file_of_the_phone_uses_only_supported_python(path: Path) -> None:
    assert unsupported_lines(path.read_text("utf-8")) == []
