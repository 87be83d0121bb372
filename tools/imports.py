"""The table of imports that are allowed between the folders of games/, without exceptions.

A folder imports only from folders below it. Code that runs on the phone imports only such code, and the few modules that
the phone's Python has.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.steps import ROOT

SHIMS = ("__future__", "typing")  # one-line stand-ins on the phone
TYPES = ("collections.abc",)  # below "if TYPE_CHECKING"
ON_THE_PHONE = ("rules", "match", "display", "pages")
SERVER_ONLY = ("match/json_input.py", "match/score.py")  # games/bundle leaves them out: they have the standard library

DISPLAYED = ("display", "match", "rules")
STORED = ("store", "models", "match", "rules")
SERVED = ("http", "services", "imports", "export", "statistics", *STORED)

# The folders of games/ that each folder may import, beside itself.
ALLOWED = {
    "rules": (),
    "models": (),
    "match": ("rules",),
    "display": ("match", "rules"),
    "pages": DISPLAYED,
    "phone": ("pages", *DISPLAYED),
    "statistics": DISPLAYED,
    "store": ("models", "statistics", "match", "rules"),
    "imports": ("display", *STORED),
    "services": ("imports", "display", *STORED),
    "export": ("statistics", "display", *STORED),
    "http": ("export", "services", *STORED),
    "plugins": ("demo.answers", "demo.dealing", "http.game_faults", "statistics.rounds", "match", "rules"),
    "bundle": ("plugins", "phone", "pages.languages", "pages.request", "rules"),
    "api": SERVED,
    "web": ("demo.dealing", "pages", "display", "bundle", *SERVED),
    "demo": ("services", "statistics", "display", *STORED),
    "management": ("demo", "bundle", "plugins", "display", *SERVED),
}


def wrong(root: Path = ROOT) -> list[str]:
    """Return a line for each import that is not allowed."""
    return [
        f"{path.relative_to(root).as_posix()}:{line}: games/{folder} may not import {name}"
        for folder in sorted(path.name for path in (root / "games").iterdir() if path.name in ALLOWED)
        for path in sorted((root / "games" / folder).rglob("*.py"))
        for line, name, for_types in imported(ast.parse(path.read_text(encoding="utf-8")))
        if not is_allowed(folder, name, for_types)
        and not (path.relative_to(root / "games").as_posix() in SERVER_ONLY and is_standard(name))
    ]


def is_standard(name: str) -> bool:
    """Return whether a module is in the standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names


def is_allowed(folder: str, name: str, for_types: bool) -> bool:
    if name.startswith("."):
        return False
    if _within(name, ("games",)):
        return _within(name, tuple(f"games.{other}" for other in (folder, *ALLOWED[folder])))
    return folder not in ON_THE_PHONE or _within(name, ("json", *SHIMS)) or (for_types and _within(name, TYPES))


def imported(node: ast.AST, for_types: bool = False) -> Iterator[tuple[int, str, bool]]:
    """Yield every import: its line, the full name, and whether only types need it."""
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
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in allowed)
