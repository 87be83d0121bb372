"""Rounds like those that people play: better players score more, and rare things are rare."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.demo.answers import Answers
from games.match.sheet import Sheet
from games.rules import ask, nested
from games.rules.game import AnsweredDeal, Setup
from games.rules.judge import is_complete, judge_answers
from games.rules.words import Problem

Round = dict[str, Any]

SEED = 7  # of a sample
TRIES, DRAWS = 200, 6  # of a round; of one answer
LUCK_OF_TAKER = 1.5  # a side that bids, or takes everything, is likely to win the round
FEW_CARDS = 13  # up to this number, each card goes to a random side
# How often an optional question is answered.
OFTEN, SOMETIMES, SELDOM, RARE = 0.7, 0.3, 0.15, 0.05


def sample_round(setup: Setup) -> Round:
    """Return complete answers of the first round, the same ones each time."""
    return Dealer(Random(SEED), setup, [1.0] * setup.sides).round(0, [0] * setup.sides)


class Dealer(Answers):
    """Plays the rounds of one match. `skills` has one number per side; 1 is average."""

    def __init__(self, chance: Random, setup: Setup, skills: Sequence[float]) -> None:
        super().__init__(chance, setup)
        self.skills = skills
        self.luck = list(skills)
        self.sheet: Sheet | None = None  # it knows who deals, and what earlier rounds have left

    def round(self, number: int, before: Sequence[int], sheet: Sheet | None = None) -> Round:
        """Return complete answers without problems. The sheet is needed where rounds depend on each other."""
        self.sheet = sheet
        for _ in range(TRIES):
            answers = self.attempt(number, before)
            deal, problems = self.judged(number, before, answers)
            if not problems and is_complete(deal):
                return answers
        raise RuntimeError(f"No round of {self.setup.game.key} comes right.")

    def judged(self, number: int, before: Sequence[int], answers: Round) -> tuple[AnsweredDeal, list[Problem]]:
        sheet = self.sheet
        new = AnsweredDeal(self.setup, number, before)
        deal = new if sheet is None else sheet.new_deal(number, sheet.lineup_of(number))
        return deal, judge_answers(deal, answers)

    def attempt(self, number: int, before: Sequence[int]) -> Round:
        """Answer one question after the other. Questions that decide the round come first, because others follow."""
        self.luck = [max(0.1, skill * self.chance.gauss(1, 0.3)) for skill in self.skills]
        questions = sorted(self.setup.game.questions, key=lambda question: not is_decisive(question))
        answers: Round = {}
        self.deal, _ = self.judged(number, before, answers)
        for question in (*questions, *questions):  # some questions depend on later ones
            if question.name in answers or question.name in self.deal.answers or not question.when(self.deal):
                continue
            if not question.is_needed(self.deal) and self.chance.random() > likely(question):
                continue
            for _ in range(DRAWS):
                value = self.answer(question)
                tried, problems = self.judged(number, before, {**answers, question.name: value})
                if not problems:
                    answers[question.name], self.deal = value, tried
                    break
        return answers

    def number(self, question: ask.Number) -> int:
        """Return a number, seldom much more than the lowest one."""
        value = question.low + question.step * int(self.chance.expovariate(0.6))
        high = ask.size(question.high, self.deal)
        return value if high is None else min(value, high)

    def taker(self) -> int:
        [side] = self.chance.choices(range(self.setup.sides), self.luck)
        self.luck[side] *= LUCK_OF_TAKER
        return side

    def yes_or_no(self, question: ask.YesNo) -> bool:
        return isinstance(question, ask.Flag) or super().yes_or_no(question)

    def several(self) -> int:
        return self.chance.choice((0, 0, 0, 0, 1, 1, 2))

    def amount(self, question: ask.Tally, most: int) -> int:
        """Return a few of rare things, and nearly all of the others."""
        if question.few:
            return min(most, int(self.chance.expovariate(1 if most > 4 else 2.5)))
        return most - int(self.chance.triangular(0, most / 4, 0))

    def free(self, low: int, high: int) -> int:
        value = int(self.chance.triangular(max(0, low), min(high, 60), min(high, 60) / 4))
        return -value // 2 if low < 0 and self.chance.random() < 0.1 else value

    def split(self, total: int, length: int) -> list[int]:
        luck = [self.luck[place % self.setup.sides] for place in range(length)]
        if total <= FEW_CARDS:
            places = self.chance.choices(range(length), luck, k=total)
            return [places.count(place) for place in range(length)]
        shares = [own / sum(luck) for own in luck]
        shares_dealt = [round(total * share) for share in shares[:-1]]
        return [*shares_dealt, total - sum(shares_dealt)]


def is_decisive(question: ask.Question) -> bool:
    """Return whether one answer may replace all others: everyone passed, or one side took every trick."""
    return question.need != ask.NEEDED and isinstance(question, ask.Flag | ask.Taker)


def likely(question: ask.Question) -> float:
    if is_decisive(question):
        return RARE
    if isinstance(question, nested.Record):
        return SELDOM
    return SOMETIMES if isinstance(question, nested.Each | nested.Several) else OFTEN
