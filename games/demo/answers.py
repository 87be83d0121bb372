"""Random answers by the kind of question, so that they cover new games, too. Tests use them as well.

Each answer fits its question. `judge` in games/rules decides whether all of them fit together.
"""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import ask, nested, option
from games.rules.game import AnsweredDeal, Setup
from games.rules.most import TIE, Most


class Answers:
    """Random answers, all equally likely."""

    def __init__(self, chance: Random, setup: Setup) -> None:
        self.chance = chance
        self.setup = setup
        self.deal = AnsweredDeal(setup, 0, [0] * setup.sides)  # as far as it is answered

    def answer(self, question: ask.Question) -> Any:
        if isinstance(question, ask.Tally):
            return self.tally(question)
        if isinstance(question, ask.Number):
            return self.number(question)
        if isinstance(question, Most):
            return self.chance.choice([*range(self.setup.sides), TIE])
        if isinstance(question, ask.Taker):
            return self.taker()
        if isinstance(question, ask.PlayerSeat):
            return self.chance.choice(self.deal.playing)
        if isinstance(question, ask.SeatList):
            count = self.chance.randint(question.least, question.most)
            return sorted(self.chance.sample(list(self.deal.playing), count))
        if isinstance(question, ask.Choice):
            return self.chance.choice(question.values_in(self.setup))[0]
        if isinstance(question, ask.YesNo):
            return self.yes_or_no(question)
        return self.nested_answer(question)

    def nested_answer(self, question: ask.Question) -> Any:
        if isinstance(question, nested.Each):
            length = question.length(self.setup)
            resting = ask.resting_places(self.deal, length)
            return [None if place in resting else self.answer(question.of) for place in range(length)]
        if isinstance(question, nested.Several):
            return [self.answer(question.of) for _ in range(self.several())]
        if isinstance(question, nested.Numbers):
            return [
                self.answer(question.of) for _ in range(self.chance.randint(question.least, self.most_of(question)))
            ]
        if isinstance(question, nested.OneOf):
            kind = self.chance.choice(question.kinds)
            return {"kind": kind.name, **self.answer(kind)}
        assert isinstance(question, nested.Record), question.kind
        return {
            field.name: self.answer(field)
            for field in question.fields
            if field.need == ask.NEEDED or self.chance.random() < 0.5
        }

    def number(self, question: ask.Number) -> int:
        high = ask.size(question.high, self.deal)
        steps = ((question.low + 30 * question.step if high is None else high) - question.low) // question.step
        return question.low + question.step * self.chance.randint(0, steps)

    def most_of(self, question: nested.Numbers) -> int:
        most = ask.size(question.most, self.deal)
        return question.least + 3 if most is None else most

    def taker(self) -> int:
        return self.chance.randrange(self.setup.sides)

    def yes_or_no(self, question: ask.YesNo) -> bool:
        return self.chance.random() < 0.5

    def several(self) -> int:
        """Return the length of a list."""
        return self.chance.choice((0, 0, 1, 1, 2))

    def tally(self, question: ask.Tally) -> list[Any]:
        """Return numbers for all places. Who sits out has 0."""
        length = question.length(self.setup)
        resting = ask.resting_places(self.deal, length)
        numbers = self.numbers(question, length - len(resting))
        for place in resting:
            numbers.insert(place, 0)
        return numbers

    def numbers(self, question: ask.Tally, length: int) -> list[Any]:
        total, most = ask.size(question.total, self.deal), ask.size(question.most, self.deal)
        if total is not None:
            return self.split(total, length)
        if most is not None:
            return self.split(self.amount(question, most), length)
        highest = question.highest(self.deal)
        low, high = max(question.low, -60), min(60 if highest is None else highest, 120)  # numbers that people reach
        return [self.free(low, high) // question.step * question.step for _ in range(length)]

    def amount(self, question: ask.Tally, most: int) -> int:
        """Return the total of all sides, if it is not fixed."""
        return self.chance.randint(0, most)

    def free(self, low: int, high: int) -> int:
        """Return a number that does not depend on the other sides."""
        return self.chance.randint(low, high)

    def split(self, total: int, length: int) -> list[int]:
        cuts = sorted(self.chance.randint(0, total) for _ in range(length - 1))
        return [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]


def random_option_value(chance: Random, rule: option.Option) -> Any:
    """Return a random value of a house rule."""
    if isinstance(rule, option.Switch):
        return chance.random() < 0.5
    if isinstance(rule, option.Pick):
        return chance.choice(rule.values)[0]
    if isinstance(rule, option.Target):
        return chance.choice(rule.usual)
    assert isinstance(rule, option.Pairing), rule.kind
    names = [name for name, _label in rule.values]
    return {name: chance.choice([other for other in names if other != name]) for name in names}
