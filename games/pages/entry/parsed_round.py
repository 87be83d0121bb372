"""A round's form with its answers, judged: what a save needs, and what the page adds to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.form_answers import FormAnswers
from games.pages.entry.pile import Pile
from games.rules import ask
from games.rules.judge import is_complete, judge

if TYPE_CHECKING:
    from typing import Any

    from games.match.lineups import RoundSetting
    from games.match.sheet import Sheet
    from games.pages.entry.saving import Position
    from games.pages.request import Form


class ParsedRound:
    """Everything that a save needs. Its subclass `Entry` adds what the page shows."""

    def __init__(self, sheet: Sheet | RoundSetting, position: Position, form: Form) -> None:
        self.sheet = sheet
        self.setup = sheet.setup
        self.position = position
        self.form = form
        self.sides = sheet.side_names
        pack = self.setup.game.pack
        self.can_count_cards = pack is not None and len(pack.fills) > 0
        self.pile = Pile(self.setup, form, pack) if pack and pack.fills and "pile" in form.all("open") else None
        self.typed = FormAnswers(self.setup, form)
        self.typed.fill_zeros()
        self.answers = self.typed.answers  # to save
        self.deal, self.problems = judge(self.setup, position.number, position.before, self.answers)
        self.complete_with_zeros()
        self.is_wrong = len(self.problems) > 0 or len(self.typed.invalid_fields) > 0

    def complete_with_zeros(self) -> None:
        """Set rare things that nobody has counted to 0, if the round is complete then. A round saved for now has none."""
        zeros: dict[str, Any] = {}
        for question in self.setup.game.questions:
            if isinstance(question, ask.Tally) and question.few and question.name not in self.answers:
                zeros[question.name] = [0] * self.setup.sides
        if not zeros or self.problems or not self.answers:
            return
        answers = self.answers | zeros
        deal, problems = judge(self.setup, self.position.number, self.position.before, answers)
        if not problems and is_complete(deal):
            self.answers, self.deal = answers, deal
