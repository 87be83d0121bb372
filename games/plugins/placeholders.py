"""Find placeholders without a value in the texts of a game's file. Random rounds seldom reach a rare moment."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from games.rules.card import Task

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.rules.game import Game

PLACEHOLDER = re.compile(r"%\((\w+)\)")
# Where each call has its text, and the placeholders that the app fills.
PLACES: dict[str, tuple[int, tuple[str, ...]]] = {
    "Words": (0, ()),
    "Problem": (2, ()),
    "Note": (2, ()),
    "PlaceNote": (2, ()),
    "Follows": (2, ()),
    "Moment": (3, ("side",)),
    "Task": (0, Task.NAMES),
}


def wrong(game: Game) -> Iterator[str]:
    """Yield a sentence for each text with a placeholder that has no value, in the files with the game's own functions."""
    module = sys.modules.get(game.score.__module__)
    path = getattr(module, "__file__", None)
    if path:
        yield from in_source(Path(path).name, Path(path).read_text("utf-8"))


def in_source(name: str, source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
            place, filled = PLACES[node.func.id]
            known = {*filled, *(keyword.arg for keyword in node.keywords)}
            if None in known or len(node.args) <= place:  # **values
                continue
            if node.func.id == "Task" and not any(isinstance(seat, ast.Starred) for seat in node.args):
                known = {*Task.NAMES[: len(node.args) - 1], *(keyword.arg for keyword in node.keywords)}
            for text in texts(node.args[place]):
                for placeholder in PLACEHOLDER.findall(text):
                    if placeholder not in known:
                        yield f"{name}, line {node.lineno}: nothing fills %({placeholder})s in “{text}”."


def texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts in an expression, such as `_("A") if … else _("B")`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value
