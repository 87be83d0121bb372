"""The matches in `examples/`, one file per game, in a form that is quick to read and to write.

    match 4 {"target": 10}                                     players and house rules; seat 0 deals
    {"points": [71, 49]} -> 1 0 | 1 0                          answers, points of each side, totals
    {"points": [1, 119]} -> refused points impossible          answers, question and code of the problem

Each line is the next round of its match. A refused line is not: the round after it takes its place.
"""

import json
from pathlib import Path
from typing import Any

from tests.rules.golden import document

Answers = dict[str, Any]

FOLDER = Path(__file__).parent / "examples"


class ExampleRound:
    """A line with answers, in its place in a match: the rounds before it, and what the line says about it."""

    def __init__(self, game: str, match: str, before: list[Answers], line: str) -> None:
        players, options = match.removeprefix("match ").split(" ", 1)
        answers, self.expected = line.rsplit(" -> ", 1)
        self.game = game
        self.players = int(players)
        self.options: dict[str, Any] = json.loads(options)
        self.answers: Answers = json.loads(answers)
        self.deals = [*before, self.answers]
        self.label = f"{game}: {match.removeprefix('match ')}, round {len(self.deals)}: {answers}"

    @property
    def is_refused(self) -> bool:
        return self.expected.startswith("refused ")

    @property
    def problem(self) -> tuple[str | None, str]:
        """Question and code of the problem with a refused round. A round as such has no question: `-`."""
        question, code = self.expected.removeprefix("refused ").split()
        return None if question == "-" else question, code

    @property
    def points_and_totals(self) -> list[list[int]]:
        return [[int(number) for number in numbers.split()] for numbers in self.expected.split(" | ")]

    def document(self) -> dict[str, Any]:
        """Return the match up to this round."""
        return document(
            {
                "game": self.game,
                "players": self.players,
                "options": self.options,
                "deals": self.deals,
                "first_dealer": 0,
            }
        )


def read(game: str, text: str) -> list[ExampleRound]:
    """Return the examples of a file, in order."""
    match, before, examples = "", [], []
    for line in text.splitlines():
        if line.startswith("match "):
            match, before = line, []
        elif line:
            example = ExampleRound(game, match, before, line)
            examples.append(example)
            before = before if example.is_refused else example.deals
    return examples


EXAMPLES = [example for path in sorted(FOLDER.glob("*.txt")) for example in read(path.stem, path.read_text("utf-8"))]
