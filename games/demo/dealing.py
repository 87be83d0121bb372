"""Rounds as people play them: whoever plays better has more of everything, and seldom things are seldom."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.demo.answers import Answers
from games.rules import ask, nested
from games.rules.game import Setup
from games.rules.judge import is_complete, judge

Round = dict[str, Any]

TRIES, DRAWS = 200, 6  # of a whole round; of one answer
TOOK_IT = 1.5  # whoever bids, or takes it all, has the better of the round
FEW_CARDS = 13  # so few are dealt out one by one
# How often a question is answered that need not be.
NOTED, SEEN, SELDOM, RARE = 0.7, 0.3, 0.15, 0.05


class Dealer(Answers):
    """Deals to one match; `skills` has a number a side, 1 for nobody in particular."""

    def __init__(self, chance: Random, setup: Setup, skills: Sequence[float]) -> None:
        super().__init__(chance, setup)
        self.skills = skills
        self.luck = list(skills)

    def round(self, number: int, before: Sequence[int]) -> Round:
        """Answers that are complete, and of which nothing is wrong."""
        for _ in range(TRIES):
            found = self.attempt(number, before)
            deal, problems = judge(self.setup, number, before, found)
            if not problems and is_complete(deal):
                return found
        raise RuntimeError(f"No round of {self.setup.game.key} comes right.")

    def attempt(self, number: int, before: Sequence[int]) -> Round:
        """Question by question. What decides the round comes first: the others follow from it."""
        self.luck = [max(0.1, skill * self.chance.gauss(1, 0.3)) for skill in self.skills]
        questions = sorted(self.setup.game.questions, key=lambda question: not is_decisive(question))
        found: Round = {}
        deal, _ = judge(self.setup, number, before, found)
        for question in (*questions, *questions):  # some are asked only once later ones are answered
            if question.name in found or question.name in deal.answers or not question.when(deal):
                continue
            if not question.is_needed(deal) and self.chance.random() > likely(question):
                continue
            for _ in range(DRAWS):
                value = self.answer(question)
                tried, problems = judge(self.setup, number, before, {**found, question.name: value})
                if not problems:
                    found[question.name], deal = value, tried
                    break
        return found

    def number(self, question: ask.Number) -> int:
        """Seldom much more than the least."""
        value = question.low + question.step * int(self.chance.expovariate(0.6))
        return value if question.high is None else min(value, question.high)

    def taker(self) -> int:
        [side] = self.chance.choices(range(self.setup.sides), self.luck)
        self.luck[side] *= TOOK_IT
        return side

    def yes_or_no(self, question: ask.YesNo) -> bool:
        return isinstance(question, ask.Flag) or super().yes_or_no(question)

    def several(self) -> int:
        return self.chance.choice((0, 0, 0, 0, 1, 1, 2))

    def amount(self, question: ask.Tally, most: int) -> int:
        """Of what is mostly none or one a few; of the rest nearly all there is."""
        if question.few:
            return min(most, int(self.chance.expovariate(1 if most > 4 else 2.5)))
        return most - int(self.chance.triangular(0, most / 4, 0))

    def free(self, low: int, high: int) -> int:
        value = int(self.chance.triangular(max(0, low), min(high, 60), min(high, 60) / 4))
        return -value // 2 if low < 0 and self.chance.random() < 0.1 else value

    def split(self, total: int) -> list[int]:
        if total <= FEW_CARDS:
            sides = self.chance.choices(range(self.setup.sides), self.luck, k=total)
            return [sides.count(side) for side in range(self.setup.sides)]
        shares = [luck / sum(self.luck) for luck in self.luck]
        found = [round(total * share) for share in shares[:-1]]
        return [*found, total - sum(found)]


def is_decisive(question: ask.Question) -> bool:
    """Whether one answer may stand for all others: everybody passed, or one side took every trick."""
    return question.need != ask.NEEDED and isinstance(question, ask.Flag | ask.Taker)


def likely(question: ask.Question) -> float:
    if is_decisive(question):
        return RARE
    if isinstance(question, nested.Record):
        return SELDOM
    return SEEN if isinstance(question, nested.Each | nested.Several) else NOTED
