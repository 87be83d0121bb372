"""The golden deals in `deals/`, one file per game."""

import json
from pathlib import Path

from games.plugins.golden import NAMES, Case, document

__all__ = ["CASES", "NAMES", "Case", "document"]

FOLDER = Path(__file__).parent / "deals"

CASES: list[Case] = [
    {"game": path.stem, **case}
    for path in sorted(FOLDER.glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))
]
