"""Rounds that were counted by hand: the file `tests/NAME.json` beside a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from games.match.document import FORMAT

if TYPE_CHECKING:
    from pathlib import Path

Case = dict[str, Any]

NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Rosa", "Duarte", "Maria", "Rui")


def document(case: Case) -> dict[str, Any]:
    """Return the match document of a case."""
    optional: Case = {name: case[name] for name in ("options", "first_dealer", "closed") if name in case}
    return {
        "format": FORMAT,
        "game": case["game"],
        "players": list(NAMES[: case["players"]]),
        "deals": [{"id": str(number), "answers": answers} for number, answers in enumerate(case["deals"])],
        **optional,
    }


def beside(file: Path, key: str) -> list[dict[str, Any]]:
    """Return the match documents of the rounds that were counted by hand for a game in this file, if there are any."""
    path = file.parent / "tests" / f"{file.stem}.json"
    if not path.is_file():
        return []
    return [document({"game": key} | case) for case in json.loads(path.read_text("utf-8"))]
