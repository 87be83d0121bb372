"""What keeps the house in order: no game is known by name outside the rules, files stay small, and the
files that run on the phone keep to its Python. (Who may import what is told in test_imports.py.)
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games.bundle import contents
from games.rules import catalogue

ROOT = Path(__file__).resolve().parents[2]
EVERYBODY = (
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
DRAWINGS = ROOT / "static/pictures.svg"  # a drawing may be named after a game; a game without one is shown all the same
EVERYDAY = {
    "points"
}  # games whose name is a word that means something else everywhere: told by what they are compared with
LONGEST = 300  # lines

# What MicroPython lacks; the rest of its list shows when the golden deals run there.
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
    found = [path for folder in folders for path in (ROOT / folder).rglob(end) if path.is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts and path != DRAWINGS)


def names() -> set[str]:
    """Keys and names of the games, and the single words of them: "bisca_tres", "pisa", "Pişti"."""
    whole = {word.lower() for game in catalogue.GAMES for word in (game.key, game.name)}
    return whole | {re.split(r"[_ ]", word)[0] for word in whole}


def named_in(text: str) -> list[str]:
    plain = {name for name in names() - EVERYDAY if re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text.lower())}
    return sorted(plain | {name for name in EVERYDAY if is_asked_for(name, text)})


def is_asked_for(name: str, text: str) -> bool:
    """Whether a game, or the key of one, is compared with this word; or it is looked up by it."""
    quoted = rf"""["']{name}["']"""
    compared = rf"""\b(game|key)\b["'\])]*\s*([!=]=+|in)\s*[(\[{{]?[^)\]}}\n]*{quoted}"""
    return bool(re.search(rf"{compared}|find\({quoted}", text))


def test_a_name_is_found_wherever_it_hides() -> None:
    assert named_in("if game.key == 'pilotta':") == ["pilotta"]
    assert named_in("def score_pisti_deal(): ...") == ["pisti"]
    assert named_in("Spell Pişti right") == ["pişti"]
    assert named_in("a pisan tower") == []


@pytest.mark.parametrize(
    "text",
    [
        "if game.key == 'points':",
        'if told["game"] in ("points", "whist"):',
        "if (game.key === 'points') {",
        'catalogue.find("points")',
        '{% if game.key != "points" %}',
    ],
)
def test_a_name_that_is_an_everyday_word_is_found_where_a_game_is_asked_for(text: str) -> None:
    assert named_in(text) == ["points"]


def test_elsewhere_it_is_a_word_like_any_other() -> None:
    assert named_in('row["points"]; gettext("Points"); for points in game.points: ...') == []


@pytest.mark.parametrize("path", files(*EVERYBODY), ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_but_the_rules_knows_a_game_by_name(path: Path) -> None:
    assert named_in(path.read_bytes().decode("utf-8", errors="replace")) == []


WRITTEN = [path for path in files("games", end="*.py") if path.parent.name != "migrations"]  # Django writes those


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_goes_on_growing(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) < LONGEST


def is_star_display(node: ast.AST) -> bool:
    if isinstance(node, ast.Dict):
        return None in node.keys
    is_made = isinstance(node, ast.Set) or (isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load))
    return is_made and any(isinstance(one, ast.Starred) for one in node.elts)


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


# What the phone's Python does not know, and a line of each.
DIALECT: list[tuple[Callable[[ast.AST], bool], str]] = [
    (is_match, "match deal:\n    case 1: pass"),
    (is_match, "try: pass\nexcept* ValueError: pass"),
    (is_star_display, "found = [*one, 2]"),
    (is_star_display, "found = (*one, 2)"),
    (is_star_display, "found = {*one, 2}"),
    (is_star_display, "found = {**one, 'a': 2}"),
    (is_positional_only, "def score(deal, /): ..."),
    (has_keywords_for("zip", "sum"), "zip(one, other, strict=True)"),
    (has_keywords_for("zip", "sum"), "sum(one, start=1)"),
    (is_missing_module, "from dataclasses import dataclass"),
    (is_missing_module, "import enum"),
    (is_missing_module, "from collections import Counter"),
    (is_missing_method, "name.removeprefix('a')"),
    (is_backward_slice, "name[::-1]"),
]

KNOWN = (
    "first, *rest = one",
    "score(*one, **other)",
    "zip(one, other)",
    "found[1:]",
    "{one: 1}",
    "sorted(one, key=len)",
)


def run_by_the_phone(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node but those that only a reader of types sees."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            yield from run_by_the_phone(node)


def strange(source: str) -> list[int]:
    """The lines that are not in the phone's Python."""
    nodes = [node for node in run_by_the_phone(ast.parse(source)) if any(check(node) for check, _line in DIALECT)]
    return [getattr(node, "lineno", 0) for node in nodes]


@pytest.mark.parametrize(("check", "line"), DIALECT, ids=[line for _check, line in DIALECT])
def test_what_the_phone_does_not_know_is_seen(check: Callable[[ast.AST], bool], line: str) -> None:
    assert any(check(node) for node in ast.walk(ast.parse(line)))


@pytest.mark.parametrize("line", KNOWN)
def test_what_the_phone_knows_is_left_alone(line: str) -> None:
    assert strange(line) == []


PORTABLE = [
    path
    for path in files("games/rules", "games/match", "games/display", "games/pages", end="*.py")
    if path.stem not in contents.SERVER or path.parent.name != "match"
]


@pytest.mark.parametrize("path", PORTABLE, ids=lambda path: path.name)
def test_what_runs_on_the_phone_keeps_to_its_python(path: Path) -> None:
    assert strange(path.read_text("utf-8")) == []
