"""What a page calculates of matches. The phone's Python and the server both run this, so that their results can be compared."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from games.match.document import read
from games.match.errors import Refused
from games.match.sheet import Sheet, as_json
from games.match.sheet_row import dealer_after
from games.rules import faults
from games.rules.card import sentences
from games.rules.words import plain_text

if TYPE_CHECKING:
    from typing import Any

    from games.match.sheet_row import SheetRow


def calculate(match: dict[str, Any]) -> dict[str, Any]:
    """Return everything that pages of a match calculate, as plain data."""
    try:
        sheet = Sheet(read(match))
    except Refused as refused:
        return {"refused": refused.words.translated(plain_text)}
    card = [sentence.words(sheet.setup).translated(plain_text) for sentence in sentences(sheet.setup)]
    return as_json(sheet, plain_text) | {"rows": [row_facts(row) for row in sheet.rows], "card": card}


def row_facts(row: SheetRow) -> dict[str, Any]:
    game, outcome = row.deal.setup.game, row.outcome
    return {
        "reasons": [[why and why.translated(plain_text) for why in line.why or ()] for line in row.lines],
        "moments": [[moment.name, moment.side, moment.words.translated(plain_text)] for moment in row.moments],
        "outcome": outcome and [outcome.words.translated(plain_text), outcome.side, outcome.is_good],
        "parties": [[label, list(seats)] for label, seats in row.parties] if row.complete else [],
        "tasks": [[task.text, list(task.seats)] for task in faults.listed(game, game.tasks, row.deal)],
        "carried": row.carried,
        "dealer_after": dealer_after(row),
    }


def run() -> None:
    """Import the modules that the first line of /input names, and calculate the match of each other line.

    Each line of /output has a result and the traces of all errors.
    """
    traces: list[str] = []
    faults.LISTENERS.append(lambda game, error: traces.append(trace(error)))
    with open("/input") as source, open("/output", "w") as target:
        for line in source:
            result = None
            try:
                value = json.loads(line)
                result = calculate(value) if isinstance(value, dict) else [__import__(name) for name in value] and None
            except Exception as error:
                traces.append(trace(error))
            target.write(json.dumps([result, traces]) + "\n")
            traces.clear()


def trace(error: Exception) -> str:
    """Return where an error came from, as MicroPython writes it."""
    with open("/trace", "w") as file:
        sys.print_exception(error, file)  # type: ignore[attr-defined]
    with open("/trace") as file:
        return file.read()
