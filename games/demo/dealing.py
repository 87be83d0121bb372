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

SEED, SAMPLES = 7, 200  # of a sample, and how many rounds are tried for one answer
TRIES, DRAWS = 200, 6  # of a round; of one answer
LUCK_OF_TAKER = 1.5  # a side that bids, or takes everything, is likely to win the round
FEW_CARDS = 13  # up to this number, each card goes to a random side
MANY_POINTS, SHARE_OF_POINTS = 60, (0.56, 0.13)  # card points in a pack; mean and deviation of what a party has
BIDS_OFF = (-3, -2, -1, -1, 0, 0, 1)  # by how much the bids of all players differ from the number of tricks
TRICK_LOST = 0.2  # how often a player loses a trick to another one
FULL_LIST = 0.9
# How often an optional question is answered.
OFTEN, SOMETIMES, SELDOM, RARE = 0.7, 0.3, 0.15, 0.05


def sample_round(setup: Setup, question: str = "", value: Any = None) -> Round:
    """Return complete answers of the first round, the same ones each time. With a question it has this answer, if any does."""
    rounds = (
        Dealer(Random(SEED + number), setup, [1.0] * setup.sides).round(0, [0] * setup.sides)
        for number in range(SAMPLES)
    )
    first = next(rounds)
    if not question or first.get(question) == value:
        return first
    return next((answers for answers in rounds if answers.get(question) == value), first)


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

    def answer(self, question: ask.Question) -> Any:
        """Return a random answer. Most lists of seats that a round needs are full."""
        if isinstance(question, ask.SeatList) and question.need == ask.NEEDED and self.chance.random() < FULL_LIST:
            return sorted(self.chance.sample(list(self.deal.playing), question.most))
        return super().answer(question)

    def number(self, question: ask.Number) -> int:
        """Return a number, seldom much more than the lowest one. A party has about half of many card points."""
        highest = ask.size(question.high, self.deal)
        if question.low == 0 and highest is not None and highest >= MANY_POINTS:
            return min(highest, max(0, round(self.chance.gauss(*SHARE_OF_POINTS) * highest)))
        value = question.low + question.step * int(self.chance.expovariate(0.6))
        return value if highest is None else min(value, highest)

    def taker(self) -> int:
        [side] = self.chance.choices(range(self.setup.sides), self.luck)
        self.luck[side] *= LUCK_OF_TAKER
        return side

    def yes_or_no(self, question: ask.YesNo) -> bool:
        return isinstance(question, ask.Flag) or super().yes_or_no(question)

    def several(self) -> int:
        return self.chance.choice((0, 0, 0, 0, 1, 1, 2))

    def numbers(self, question: ask.Tally, length: int) -> list[Any]:
        """Return numbers for the places that play. Bids add up to about the number of tricks, and most of them are met."""
        total, bids = ask.size(question.total, self.deal), self.deal[question.aims] if question.aims else None
        if total is not None and bids is not None and len(bids) == length:
            return self.near(bids, total)
        questions = [other for other in self.setup.game.questions if isinstance(other, ask.Tally)]
        aiming = [other for other in questions if other.aims == question.name]
        aimed_at = ask.size(aiming[0].total, self.deal) if aiming else None
        if aimed_at is None:
            return super().numbers(question, length)
        return self.split(max(0, aimed_at + self.chance.choice(BIDS_OFF)), length)

    def near(self, bids: Sequence[int], total: int) -> list[int]:
        """Return what each side took of the total: its bid, with what is left over or missing, less some tricks."""
        taken = list(bids)
        places, clumsy = range(len(taken)), [1 / luck for luck in self.luck_of(len(taken))]
        while sum(taken) < total:
            [place] = self.chance.choices(places, [bid + 0.2 for bid in bids])
            taken[place] += 1
        losses = sum(taken) - total
        moved = sum(self.chance.random() < TRICK_LOST for _ in places) if total else 0
        for number in range(losses + moved):
            [place] = self.chance.choices(
                places, [weight * min(1, count) for weight, count in zip(clumsy, taken, strict=True)]
            )
            taken[place] -= 1
            if number >= losses:
                taken[self.chance.choice([other for other in places if other != place])] += 1
        return taken

    def luck_of(self, length: int) -> list[float]:
        """Return the luck of each place: that of its side."""
        return [self.luck[place % self.setup.sides] for place in range(length)]

    def amount(self, question: ask.Tally, most: int) -> int:
        """Return a few of rare things, and nearly all of the others."""
        if question.few:
            return min(most, int(self.chance.expovariate(1 if most > 4 else 2.5)))
        return most - int(self.chance.triangular(0, most / 4, 0))

    def free(self, low: int, high: int) -> int:
        value = int(self.chance.triangular(max(0, low), min(high, 60), min(high, 60) / 4))
        return -value // 2 if low < 0 and self.chance.random() < 0.1 else value

    def split(self, total: int, length: int) -> list[int]:
        luck = self.luck_of(length)
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
    if question.seldom or isinstance(question, nested.Record):
        return SELDOM
    return SOMETIMES if isinstance(question, nested.Each | nested.Several) else OFTEN
