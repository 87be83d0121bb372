"""Answers as a form has them: every number and choice a field of its own, named by its way through the question.

`laid-0-trump-values-1` is the second card that seat 0 laid in the vote on trump. Reading and writing
go by the kind of question, so that a new game needs nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.pages.entry.numbers import parse_number
from games.rules import ask, nested
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import Form
    from games.rules.game import Match

YES, NO = "true", "false"
EMPTY = "empty"  # something was answered, with nothing in it: there was a heley, of which nothing is known


class FormAnswers:
    """The answers in a form, and the fields that cannot be read."""

    def __init__(self, match: Match, form: Form) -> None:
        self.match = match
        self.form = form
        self.answers: dict[str, Any] = {}
        self.unread: list[tuple[str, Words]] = []  # the field, and why
        for question in match.game.questions:
            value = self.read(question, question.name)
            if value is not None:
                self.answers[question.name] = value

    def count_out(self) -> None:
        """Fills in 0 for all sides that have no number, where the numbers typed leave nothing for them."""
        for question in self.match.game.questions:
            numbers = self.answers.get(question.name)
            if isinstance(question, ask.Tally) and numbers is not None and self.is_counted_out(question, numbers):
                self.answers[question.name] = [number or 0 for number in numbers]

    def is_counted_out(self, question: ask.Tally, numbers: list[int | None]) -> bool:
        """Whether the total is reached; of things that few have, any number will do, 0 too: no row is half open."""
        known = [number for number in numbers if number is not None]
        total = ask.size(question.total, self.match)
        if question.few and total is None:
            return True
        return len(known) < len(numbers) - 1 and sum(known) == total  # a single missing number follows anyway

    def read(self, question: ask.Question, name: str) -> Any:
        """The answer, or None where nothing is answered."""
        if isinstance(question, ask.Number):
            return in_steps(question, self.number(name, question.low < 0))
        if isinstance(question, (ask.Taker, ask.Seat)):
            return self.number(name)
        if isinstance(question, ask.Tally):
            signed = question.low < 0
            return some([self.number(place, signed) for place in places(question, name, self.match)])
        if isinstance(question, ask.YesNo):
            return self.yes_or_no(name)
        if isinstance(question, ask.Choice):
            return self.choice(question, name)
        return self.held(question, name)

    def held(self, question: ask.Question, name: str) -> Any:
        if isinstance(question, nested.Each):
            return some([self.read(question.of, place) for place in places(question, name, self.match)])
        if isinstance(question, nested.OneOf):
            return self.one_of(question, name)
        found: Any = None
        if isinstance(question, nested.Several):
            found = [self.read(question.of, f"{name}-{number}") for number in answered_places(self.form, name)]
        elif isinstance(question, nested.Numbers):
            found = [self.number(f"{name}-{number}") for number in answered_places(self.form, name)]
        elif isinstance(question, nested.Record):
            found = self.record(question, name)
        return found if found or self.form.get(name) == EMPTY else None

    def record(self, question: nested.Record, name: str) -> dict[str, Any]:
        found = {}
        for field in question.fields:
            value = self.read(field, f"{name}-{field.name}")
            if value is not None:
                found[field.name] = value
        return found

    def one_of(self, question: nested.OneOf, name: str) -> dict[str, Any] | None:
        kind = self.form.get(f"{name}-kind")
        record = question.of({"kind": kind})
        if record is None:
            return {"kind": kind} if kind else None
        return self.record(record, name) | {"kind": kind}

    def number(self, name: str, signed: bool = False) -> int | None:
        try:
            return parse_number(self.form.get(name), signed=signed)
        except Refused as refused:
            self.unread.append((name, refused.words))
            return None

    def yes_or_no(self, name: str) -> bool | None:
        text = self.form.get(name)
        if text not in (YES, NO, ""):
            self.unread.append((name, Words(_("True or false is needed here."))))
        return {YES: True, NO: False}.get(text)

    def choice(self, question: ask.Choice, name: str) -> Any:
        """The value that is spelt like this; another text is kept, so that the question says what is wrong."""
        text = self.form.get(name)
        for value, _label in question.values:
            if str(value) == text:
                return value
        return text or None


def answered_places(form: Form, name: str) -> list[int]:
    """The places of a list that hold something; some in between may have been taken back."""
    found: list[int] = []
    for known, value in form.pairs:
        if value and known.startswith(name + "-"):
            number = place_of(known[len(name) + 1 :].split("-")[0])
            if number is not None and number not in found:
                found.append(number)
    return sorted(found)


def place_of(text: str) -> int | None:
    """The place in a list that a piece of a field's name stands for."""
    if len(text) in (1, 2) and all("0" <= digit <= "9" for digit in text):
        return int(text)
    return None


def in_steps(question: ask.Number, number: int | None) -> int | None:
    """Where a number goes in steps, people say the steps: a bid of 8 is 80."""
    if number is not None and question.step > 1 and number < question.low <= number * question.step:
        return number * question.step
    return number


def some(values: list[Any]) -> list[Any] | None:
    """The list, unless nothing in it is answered."""
    return None if all(value is None for value in values) else values


def places(question: ask.Question, name: str, match: Match) -> list[str]:
    """The fields of a list with a place for every side, or every player."""
    length = question.length(match) if isinstance(question, nested.Each) else match.sides
    return [f"{name}-{place}" for place in range(length)]


def answers_to_fields(match: Match, answers: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of answers that are stored already."""
    found: list[tuple[str, str]] = []
    for question in match.game.questions:
        write(question.name, answers.get(question.name), found)
    return found


def write(name: str, value: Any, found: list[tuple[str, str]]) -> None:
    if value == [] or (isinstance(value, dict) and all(value[key] is None for key in value)):
        found.append((name, EMPTY))
    elif isinstance(value, dict):
        for key in sorted(value):
            write(f"{name}-{key}", value[key], found)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            write(f"{name}-{number}", one, found)
    elif isinstance(value, bool):
        found.append((name, YES if value else NO))
    elif value is not None:
        found.append((name, str(value)))
