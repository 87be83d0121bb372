"""The golden deals in `deals/`, one file per game."""

import json
from pathlib import Path
from typing import Any

Case = dict[str, Any]

FOLDER = Path(__file__).parent / "deals"
NAMES = ("Eleni", "Deniz", "Andreas", "Zeynep", "Rosa", "Duarte", "Maria", "Rui")


def document(case: Case) -> dict[str, Any]:
    """Return the match document of a case."""
    optional = {name: case[name] for name in ("options", "first_dealer", "closed") if name in case}
    return {
        "format": "scorekeeper.match/1",
        "game": case["game"],
        "players": list(NAMES[: case["players"]]),
        "deals": [{"id": str(number), "answers": answers} for number, answers in enumerate(case["deals"])],
        **optional,
    }


CASES: list[Case] = [
    {"game": path.stem, **case}
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))
]
