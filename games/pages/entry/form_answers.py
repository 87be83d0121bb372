"""Answers as fields of a form, read and judged. Each number and choice has a field, named by its path through the question.

`laid-0-trump-values-1` is the second card that seat 0 laid in the vote on trump. Parsing and building depend
only on the kind of question, so a new game needs no code in this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.pages.entry.last_numbers import state_last_numbers, tally_names
from games.pages.entry.switches import with_no
from games.rules import ask, nested
from games.rules.judge import is_asked, is_blank, is_complete, judge_answers, tallies_of_place, unasked_answers
from games.rules.most import TIE, Most
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.position import Position
    from games.pages.request import Form
    from games.rules.game import AnsweredDeal, Setup
    from games.rules.words import Problem

DIGITS = 6  # of a number in a form
MINUS = ("-", "−")  # as keyboards have it, and as it is printed
YES, NO = "true", "false"
# Problems that the next digit may solve: 1 on the way to 112, 9 tricks of 10.
ON_THE_WAY = ("low", "step", "impossible", "too_few", "none")
EMPTY = "empty"  # an answer without content: there was a heley, and its details are unknown


class FormAnswers:
    """The answers in a form, and the fields that cannot be parsed."""

    def __init__(self, setup: Setup, form: Form) -> None:
        self.setup = setup
        self.form = form
        self.answers: dict[str, Any] = {}
        self.invalid_fields: list[tuple[str, Words]] = []  # the field, and why
        for question in setup.game.questions:
            value = self.read(question, question.name)
            if value is not None:
                self.answers[question.name] = value

    def read(self, question: ask.Question, name: str) -> Any:
        """Return the answer, or None if there is none."""
        if isinstance(question, ask.Number):
            return in_steps(question, self.number(name, question.low < 0))
        if isinstance(question, Most) and self.form.get(name) == TIE:
            return TIE
        if isinstance(question, (ask.Taker, ask.PlayerSeat)):
            return self.number(name)
        if isinstance(question, ask.Tally):
            places = range(question.length(self.setup))
            numbers = [self.number(f"{name}-{place}", question.low < 0) for place in places]
            return None if is_blank(numbers) else numbers
        if isinstance(question, ask.SeatList):
            seats = [self.number(f"{name}-{place}") for place in answered_places(self.form, name)]
            return seats if seats or self.form.get(name) == EMPTY else None
        if isinstance(question, ask.YesNo):
            return self.yes_or_no(name)
        if isinstance(question, ask.Choice):
            return self.choice(question, name)
        return self.read_nested(question, name)

    def read_nested(self, question: ask.Question, name: str) -> Any:
        if isinstance(question, nested.Each):
            values = [self.read(question.of, f"{name}-{place}") for place in range(question.length(self.setup))]
            return None if is_blank(values) else values
        if isinstance(question, nested.OneOf):
            return self.one_of(question, name)
        value: Any
        if isinstance(question, nested.Several):
            value = [self.read(question.of, f"{name}-{number}") for number in answered_places(self.form, name)]
        elif isinstance(question, nested.Numbers):
            value = [self.number(f"{name}-{number}") for number in answered_places(self.form, name)]
        elif isinstance(question, nested.Record):
            value = self.record(question, name)
        else:
            raise TypeError(f"No form has an answer to a question of the kind “{question.kind}”.")
        return value if value or self.form.get(name) == EMPTY else None

    def record(self, question: nested.Record, name: str) -> dict[str, Any]:
        record = {}
        for field in question.fields:
            value = self.read(field, f"{name}-{field.name}")
            if value is not None:
                record[field.name] = value
        return record

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
            self.invalid_fields.append((name, refused.words))
            return None

    def yes_or_no(self, name: str) -> bool | None:
        text = self.form.get(name)
        if text not in (YES, NO, ""):
            self.invalid_fields.append((name, Words(_("Must be true or false."))))
        return {YES: True, NO: False}.get(text)

    def choice(self, question: ask.Choice, name: str) -> Any:
        """Return the value with this spelling. Return an unknown text as it is, so that the question can explain it."""
        text = self.form.get(name)
        for value, _label in question.values:
            if str(value) == text:
                return value
        return text or None


class ParsedRound:
    """A round's form with its answers, judged: what a save needs. Its subclass `Entry` adds what the page shows."""

    def __init__(self, position: Position, form: Form) -> None:
        self.setup = position.lineup.setup
        self.position = position
        self.form = form
        self.sides = position.lineup.side_names
        self.typed = FormAnswers(self.setup, form)
        self.answers = self.typed.answers  # to save
        self.entered = dict(self.answers)  # with those to questions that are no longer asked
        for question in self.setup.game.questions:
            if isinstance(question, ask.Flag) and question.replaces and self.answers.get(question.name):
                self.drop_replaced(question)
        self.deal, self.problems = self.judged(self.answers)
        if position.kind == "amend" and state_last_numbers(position, form, self.deal, self.answers):
            self.deal, self.problems = self.judged(self.answers)
        self.drop_unasked()
        self.typed.invalid_fields = [field for field in self.typed.invalid_fields if self.is_open(field[0])]
        tallies = [question for question in self.setup.game.questions if isinstance(question, ask.Tally)]
        filled = [self.fill(question) for question in tallies if question.name in self.answers]
        for question in self.setup.game.questions:
            if isinstance(question, nested.Each) and question.may_say is not None and question.name in self.answers:
                before, self.answers = self.answers, with_no(question, self.answers, self.deal)
                filled.append(self.answers != before)
        for name in [question.name for question in tallies if question.others_zero and question.name in self.answers]:
            self.entered[name] = self.answers[name]  # a save completes a round stored without them
        if any(filled):
            self.deal, self.problems = self.judged(self.answers)
            self.drop_unasked()  # those that stayed because a number was missing
        self.is_wrong = len(self.problems) > 0 or len(self.typed.invalid_fields) > 0
        rare = [question for question in tallies if question.few and question.name not in self.answers]
        if rare and self.answers and not self.problems:
            # What nobody has counted is 0, if the round is complete then. A round saved for now has no such zeros.
            answers = self.answers | {question.name: [0] * question.length(self.setup) for question in rare}
            deal, problems = self.judged(answers)
            if not problems and is_complete(deal):
                self.answers, self.deal = answers, deal
        if not self.is_wrong and is_complete(self.deal):
            of_place = [question.name for question in tallies_of_place(self.deal) if question.name in self.answers]
            self.answers = self.answers | {name: self.deal.answers[name] for name in of_place}

    def drop_replaced(self, flag: ask.Flag) -> None:
        """Drop the answers that are not asked beside this one, such as a contract if everyone passed."""
        alone, _problems = self.judged({flag.name: True})
        for question in self.setup.game.questions:
            if question.name != flag.name and question.name in self.answers and not is_asked(question, alone):
                del self.answers[question.name]

    def drop_unasked(self) -> None:
        """Drop the answers that the other answers leave no room for, such as a solo if two players are Re."""
        sheet, place = self.position.sheet, (self.position.number, self.position.lineup)
        for name in unasked_answers(self.deal, lambda: sheet.new_deal(*place), self.answers):
            del self.answers[name]
            self.deal, self.problems = self.judged(self.answers)

    def is_open(self, field: str) -> bool:
        """Return whether the question of a field has an answer, or is asked."""
        question = self.setup.game.question(field.split("-")[0])
        return question.name in self.answers or is_asked(question, self.deal)

    def judged(self, answers: dict[str, Any]) -> tuple[AnsweredDeal, list[Problem]]:
        deal = self.position.sheet.new_deal(self.position.number, self.position.lineup)
        return deal, judge_answers(deal, answers)

    def fill(self, question: ask.Tally) -> bool:
        """Fill in the numbers that nobody needs to type. Return whether there are any.

        Sides without a number have 0, if the others reach the total. For rare things without a total any number will do,
        and where `others_zero` says so.
        """
        numbers = before = self.answers[question.name]
        known = [number for number in numbers if number is not None]
        total = ask.size(question.total, self.deal)
        is_reached = len(known) < len(numbers) - 1 and sum(known) == total  # a single missing number follows
        if is_reached or (question.few and total is None) or question.others_zero:
            numbers = [number or 0 for number in numbers]
        if question.usual_sum:
            # The last number is filled in, unless another field has an unreadable text or a negative number.
            names = tally_names(question, self.deal)
            blank = [name for name in names if not self.form.get(name).strip(" ")]
            rest = (question.expected(self.deal) or 0) - sum(known)
            if len(blank) == len(numbers) - len(known) == 1 and rest >= 0 <= min(known):
                numbers = [rest if number is None else number for number in numbers]
        self.answers[question.name] = numbers
        return bool(numbers != before)


def is_empty(setup: Setup, form: Form) -> bool:
    """Return whether a form has no answers, and no cards that become answers."""
    return not form.all("pile") and not FormAnswers(setup, form).answers


def is_on_the_way(problem: Problem) -> bool:
    """Return whether further digits may solve the problem."""
    values = problem.words.values
    if problem.code == "length":  # of seats: another tap adds one
        return "least" in values and values["length"] < values["least"]
    if problem.code == "sum":
        return bool(values.get("sum", 0) < values.get("total", values.get("least", 0)))
    return problem.code in ON_THE_WAY


def parse_number(text: str, digits: int = DIGITS, *, signed: bool = False) -> int | None:
    """Return the number typed; None for an empty field, or for one with only a minus so far."""
    text = text.strip(" ")
    if signed and text[:1] in MINUS:
        number = parse_number(text[1:], digits)
        return None if number is None else -number
    if not text:
        return None
    if len(text) > digits or not all("0" <= digit <= "9" for digit in text):
        raise Refused("number", _("Must be a whole number with at most %(most)s digits."), most=digits)
    return int(text)


def number_in(text: str) -> int | None:
    """Return the number in a text, or None."""
    try:
        return parse_number(text)
    except Refused:
        return None


def is_full_number(question: ask.Question, number: Any, deal: AnsweredDeal) -> bool:
    """Return whether another digit after this valid number could not be right."""
    high = ask.size(question.high, deal) if isinstance(question, ask.Number) else None
    return high is not None and number is not None and (number == 0 or number * 10 > high)


def answered_places(form: Form, name: str) -> list[int]:
    """Return the places of a list that have a value. Places between them are empty if their item was removed."""
    numbers: list[int] = []
    for known, value in form.pairs:
        if value and known.startswith(name + "-"):
            number = place_of(known[len(name) + 1 :].split("-")[0])
            if number is not None and number not in numbers:
                numbers.append(number)
    return sorted(numbers)


def place_of(text: str) -> int | None:
    """Return the place in a list that a part of a field's name stands for, or None."""
    if len(text) in (1, 2) and all("0" <= digit <= "9" for digit in text):
        return int(text)
    return None


def in_steps(question: ask.Number, number: int | None) -> int | None:
    """Return the number that people mean by a count of steps: a bid of 8 is 80."""
    if number is not None and question.step > 1 and number < question.low <= number * question.step:
        return number * question.step
    return number


def answers_to_fields(setup: Setup, answers: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of a form that stand for recorded answers."""
    fields: list[tuple[str, str]] = []
    for question in setup.game.questions:
        append_fields(question.name, answers.get(question.name), fields)
    return fields


def append_fields(name: str, value: Any, fields: list[tuple[str, str]]) -> None:
    if value == [] or (isinstance(value, dict) and all(value[key] is None for key in value)):
        fields.append((name, EMPTY))
    elif isinstance(value, dict):
        for key in sorted(value):
            append_fields(f"{name}-{key}", value[key], fields)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            append_fields(f"{name}-{number}", item, fields)
    elif isinstance(value, bool):
        fields.append((name, YES if value else NO))
    elif value is not None:
        fields.append((name, str(value)))
