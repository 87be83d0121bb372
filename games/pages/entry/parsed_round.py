"""The parsed form of a round: its answers, and the problems with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.rules.judge import judge

if TYPE_CHECKING:
    from games.match.sheet import Sheet
    from games.pages.request import Form


class Position:
    """The position of a round on the sheet: its number, and the totals before it."""

    def __init__(self, sheet: Sheet, number: int, deal: str, kind: str) -> None:
        self.number = number
        self.before = sheet.rows[number - 1].totals if number else [0] * sheet.setup.sides
        self.deal = deal  # its id
        self.kind = kind  # of the event that saves it: "deal" or "amend"
        self.is_last = number >= len(sheet.rows) - (1 if kind == "amend" else 0)
        self.follows = ""  # the id of the round after an inserted one


class ParsedRound:
    """Everything that a save needs. Its subclass `Entry` adds what the page shows."""

    def __init__(self, sheet: Sheet, position: Position, form: Form) -> None:
        self.sheet = sheet
        self.setup = sheet.setup
        self.position = position
        self.form = form
        self.sides = sheet.side_names
        self.pile = Pile(self.setup, form, self.sides)
        self.typed = FormAnswers(self.setup, form)
        self.typed.fill_zeros()
        self.deal, self.problems = judge(self.setup, position.number, position.before, self.typed.answers)
        self.is_wrong = len(self.problems) > 0 or len(self.typed.invalid_fields) > 0
