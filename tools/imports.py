"""Who may import what. The games and the table run on the phone too, so they know nothing but themselves.

What is below knows nothing of what is above it: rows, what is made of them, deeds, and the ways to ask for these.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.steps import ROOT

SHIMS = ("__future__", "typing")  # one-line stand-ins on the phone
TYPES = ("collections.abc",)  # only for who reads types: below "if TYPE_CHECKING"

ALLOWED = {
    "games/rules": ("games.rules", *SHIMS),
    "games/match": ("games.match", "games.rules", "json", *SHIMS),
    "games/display": ("games.display", "games.match", "games.rules", "json", *SHIMS),
    "games/pages": ("games.pages", "games.display", "games.match", "games.rules", "json", *SHIMS),
}
ABOVE = {
    "games/models": ("games.store", "games.services", "games.api", "games.web"),
    "games/store": ("games.services", "games.api", "games.web"),
    "games/services": ("games.api", "games.web"),
}


def wrong(root: Path = ROOT) -> list[str]:
    """One line for each import that is not allowed."""
    return [*beside(root), *upwards(root)]


def beside(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {folder} may not import {name}"
        for folder, allowed in ALLOWED.items()
        for path in sorted((root / folder).rglob("*.py"))
        for line, name, for_types in imported(ast.parse(path.read_text(encoding="utf-8")))
        if not _within(name, allowed) and not (for_types and _within(name, TYPES))
    ]


def upwards(root: Path) -> list[str]:
    return [
        f"{path.relative_to(root).as_posix()}:{line}: {folder} may not import {name}, which is above it"
        for folder, above in ABOVE.items()
        for path in sorted((root / folder).rglob("*.py"))
        for line, name, for_types in imported(ast.parse(path.read_text(encoding="utf-8")))
        if _within(name, above) and not for_types
    ]


def imported(node: ast.AST, for_types: bool = False) -> Iterator[tuple[int, str, bool]]:
    """Every import: its line, the full name, and whether only types need it."""
    if isinstance(node, ast.Import):
        yield from ((node.lineno, alias.name, for_types) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        # "from games import rules" imports games.rules. A relative import keeps its dots and is never allowed.
        module = "." * node.level + (node.module or "")
        yield from ((node.lineno, f"{module}.{alias.name}", for_types) for alias in node.names)
    elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        for_types = True
    for child in ast.iter_child_nodes(node):
        yield from imported(child, for_types)


def _within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)
