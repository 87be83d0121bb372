"""Find names of a game that nothing has: pages leave out what they stand for, and say nothing."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from games.rules import faults, headings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.match.sheet_row import SheetRow
    from games.rules.game import Game

PICTURES = Path(__file__).resolve().parents[2] / "static" / "pictures.svg"
# The codes of problems, as in docs/match-document.md.
CODES = [
    "answers",
    "over",
    "unknown",
    "number",
    "low",
    "high",
    "step",
    "yes_no",
    "choice",
    "side",
    "seat",
    "list",
    "object",
    "length",
    "sum",
    "contradiction",
    "too_many",
    "too_few",
    "impossible",
    "none",
    "doubled",
    "one_seat",
    "not_led",
    "leader",
    "fault",
]


def of_game(game: Game) -> Iterator[str]:
    """Yield a sentence for each name in the fields of a game that nothing has."""
    if game.heading not in [value for name, value in vars(headings).items() if name.isupper()]:
        yield f"The heading “{game.heading}” is none of games.rules.headings."
    if game.picture not in pictures():
        yield f"static/pictures.svg has no picture “{game.picture}”."


@cache
def pictures() -> list[str]:
    return re.findall(r'<symbol id="([\w-]+)"', PICTURES.read_text("utf-8"))


def of_row(row: SheetRow) -> Iterator[str]:
    """Yield a sentence for each name that nothing has, in what the game says about a round."""
    game, deal = row.deal.setup.game, row.deal
    names = game.question_names
    for problem in row.all_problems:
        if problem.question is not None and problem.question not in names and problem.code != "unknown":
            yield f"A Problem names no question: {problem.question}."
        if problem.code not in CODES:
            yield f"The match document has no code “{problem.code}” of a Problem."
    for follows in faults.listed(game, game.follows, deal):
        if follows.question not in names:
            yield f"A Follows names no question: {follows.question}."
    outcome = row.outcome
    if outcome is not None and outcome.side not in range(deal.setup.sides):
        yield f"An Outcome needs a side, not {outcome.side}."
    if row.complete:
        yield from of_complete(row)


def of_complete(row: SheetRow) -> Iterator[str]:
    """Yield what is wrong with the values of figures, and with what the round leaves to the next."""
    game = row.deal.setup.game
    for figure in game.figures:
        value = None if figure.by is None else faults.value_of(game, figure.by, row.deal)
        labelled = [name for name, _label in figure.values]
        count = faults.value_of(game, figure.count, row.deal)
        if count is not None and len(count) != row.deal.setup.sides:
            yield f"The Figure {figure.name} needs a number for each side, not {len(count)}."
        for name in value if isinstance(value, list) else [value]:
            if figure.values and name is not None and name not in labelled:
                yield f"The Figure {figure.name} has no label for the value “{name}”."
    try:
        is_plain = json.loads(json.dumps(row.carried)) == row.carried
    except (TypeError, ValueError):
        is_plain = False
    if not is_plain:
        yield "What carry returns is not plain data, as JSON has it: lists, numbers, texts, and objects with texts as keys."
