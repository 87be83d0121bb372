"""What a page shows of a question: its label, its fields as they are filled in, what is wrong with it.

By the kind of question, never by game. Labels are `Words`, to be translated; names of people are plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.errors import Refused
from games.pages.entry.form_answers import NO, YES, places
from games.pages.entry.numbers import parse_number
from games.rules import ask, nested
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.pages.request import Form
    from games.rules.game import Deal

    Label = Words | str

PICTURED = ("clubs", "diamonds", "hearts", "spades", "red", "yellow", "green", "blue")
MOST_IN_ROWS = 13  # numbers up to here stand side by side to be tapped; larger ones are typed
FEW = 4  # so few of a thing are counted up by taps
AT_FIRST = 6  # numbers of a row; the others come behind its last key
AT_MOST = 21  # then come keys to type it
KEYS = "keys"  # what is opened by the last key of a row


class ChoiceButton:
    """One value to choose. `follows`: it is so by other answers, without anybody having chosen it."""

    def __init__(self, value: str, label: Label, is_on: bool, follows: bool = False) -> None:
        self.value = value
        self.label = label
        self.is_on = is_on
        self.follows = follows
        self.picture = value if value in PICTURED else ""


class MoreButton:
    """The key behind a row of numbers: it leads to the others."""

    def __init__(self, press: str, label: str) -> None:
        self.press = press
        self.label = label


class NumberBox:
    """The number of one side, or player. `rest` is what it must be by the other answers."""

    def __init__(self, name: str, label: Label, text: str, rest: str, picks: Sequence[ChoiceButton] = ()) -> None:
        self.name = name
        self.label = label
        self.text = text
        self.rest = "" if text else rest
        self.picks = picks
        self.is_now = False  # what the keypad types into
        self.high: int | None = None  # taps begin again at nothing after so many
        self.is_signed = False  # it may be below zero
        self.more: MoreButton | None = None


class Field:
    """A question on the page."""

    def __init__(self, question: ask.Question, name: str) -> None:
        self.name = name
        self.kind = question.kind
        self.label = Words(question.label)
        self.help = Words(question.help) if question.help else None
        self.widget = "chips"
        self.sum: Words | None = None
        self.total: int | None = None  # what all together are, where that is fixed
        self.problems: list[Words] = []
        self.boxes: list[NumberBox] = []
        self.picks: list[ChoiceButton] = []
        self.more: MoreButton | None = None
        self.inner: list[Field] = []
        self.is_told = False  # folded to a tile that tells the answer
        self.can_fold = False
        self.is_extra = False  # other answers have made it a question
        self.answer: list[Label] = []  # the answer in words, for the tile
        self.pictures: list[str] = []


class Fields:
    """Makes fields of the questions of one deal."""

    def __init__(self, deal: Deal, form: Form, sides: Sequence[str], names: Sequence[str]) -> None:
        self.deal = deal
        self.match = deal.match
        self.form = form
        self.sides = sides
        self.names = names

    def is_opened(self, name: str) -> bool:
        return name in self.form.all("open")

    def field(self, question: ask.Question, name: str) -> Field:
        found = Field(question, name)
        if isinstance(question, ask.Tally):
            self.tally(question, found)
        elif isinstance(question, ask.Number):
            self.number(question, found)
        elif isinstance(question, ask.Choice):
            self.picked(found, [(str(value), Words(label)) for value, label in question.values])
        elif isinstance(question, ask.Taker):
            self.picked(found, numbered(self.sides))
        elif isinstance(question, ask.Seat):
            self.picked(found, numbered(self.names))
        elif isinstance(question, ask.Flag):
            self.picked(found, [(YES, Words(_("Yes")))])
        elif isinstance(question, ask.YesNo):
            self.picked(found, [(YES, Words(_("Yes"))), (NO, Words(_("No")))])
        elif isinstance(question, nested.Record):
            found.widget = "record"
            found.inner = [self.inside(field, name) for field in question.fields]
            found.answer = [label for field in found.inner for label in field.answer]
        if found.picks and question.need != ask.NEEDED and (found.answer or self.is_opened(name)):
            found.picks.append(ChoiceButton("", Words(_("No answer")), not found.answer))
        return found

    def inside(self, question: ask.Question, name: str) -> Field:
        return self.field(question, f"{name}-{question.name}")

    def picked(self, found: Field, values: Sequence[tuple[str, Label]]) -> None:
        typed, follows = self.form.get(found.name), self.following(found.name)
        found.picks = [
            ChoiceButton(value, label, value == typed, not typed and value == follows) for value, label in values
        ]
        chosen = [pick for pick in found.picks if pick.is_on or pick.follows]
        found.answer = [pick.label for pick in chosen]
        found.pictures = [pick.picture for pick in chosen if pick.picture]
        if all(pick.picture for pick in found.picks):
            found.widget = "suits"

    def following(self, name: str) -> str:
        """What follows from other answers."""
        follows = self.deal[name]
        if follows is None or isinstance(follows, (list, dict)):
            return ""
        return str(follows) if not isinstance(follows, bool) else YES if follows else NO

    def number(self, question: ask.Number, found: Field) -> None:
        typed = self.form.get(found.name)
        known = self.deal[found.name]
        text = typed if known is None else str(known)
        if self.is_opened(f"{found.name}-{KEYS}"):
            found.widget = "typed"
            found.boxes.append(NumberBox(found.name, Words(question.label), typed, ""))
            span = f"{question.low // question.step}–{self.last_of_row(question) // question.step}"
            found.more = MoreButton(f"fold:{found.name}-{KEYS}", span)
        else:
            found.widget = "ruler"
            found.picks, found.more = self.ruler(question, found.name, text)
        if question.step > 1 and text:
            found.sum = Words("%(number)s", number=text)
        found.answer = [text] if text else []

    def last_of_row(self, question: ask.Number) -> int:
        last = question.low + (AT_MOST - 1) * question.step
        return last if question.high is None else min(last, question.high)

    def ruler(self, question: ask.Number, name: str, text: str) -> tuple[list[ChoiceButton], MoreButton | None]:
        """The first few numbers, as people say them; all of them once asked for, or once one of them is taken."""
        step, last = question.step, self.last_of_row(question)
        values = list(range(question.low, last + 1, step))
        beyond = number_in(text)
        if beyond is not None and beyond > last and beyond % step == 0:
            values.append(beyond)
            text = str(beyond)
        short = values[:AT_FIRST]
        if self.is_opened(name) or len(values) <= AT_FIRST + 1 or (text and text not in map(str, short)):
            is_all = question.high is not None and question.high <= last
            more = None if is_all else MoreButton(f"type:{name}", f"{last // step + 1}+")
        else:
            values, more = short, MoreButton(f"open:{name}", f"{values[AT_FIRST] // step}+")
        return [ChoiceButton(str(value), str(value // step), str(value) == text) for value in values], more

    def tally(self, question: ask.Tally, found: Field) -> None:
        each = question.each(self.match)
        high = None if each.low < 0 else each.high
        found.widget = "amounts"
        if high is not None and (question.few or high <= FEW):
            found.widget = "taps"
        elif high is not None and high <= MOST_IN_ROWS:
            found.widget = "rows"
        known = self.deal[question.name]
        for side, name in enumerate(places(question, found.name, self.match)):
            rest = "" if known is None else str(known[side])
            box = NumberBox(name, self.sides[side], self.form.get(name).strip(" "), rest)
            box.high, box.is_signed = high, each.low < 0
            if found.widget == "rows":
                box.picks, box.more = self.ruler(each, name, box.text or box.rest)
            found.boxes.append(box)
        found.total = ask.size(question.total, self.match)
        found.sum = sum_words(question, found, self.deal)
        found.answer = [box.text for box in found.boxes if box.text]


def number_in(text: str) -> int | None:
    """The number that a text spells."""
    try:
        return parse_number(text)
    except Refused:
        return None


def numbered(names: Sequence[str]) -> list[tuple[str, Label]]:
    return [(str(number), name) for number, name in enumerate(names)]


def sum_words(question: ask.Tally, found: Field, deal: Deal) -> Words | None:
    """How far the numbers go: what is counted, and of how many."""
    numbers: list[Any] = deal.answers.get(question.name) or deal.given.get(question.name) or []
    known = [number for number in numbers if number is not None]
    total = ask.size(question.total, deal.match)
    if total is not None and not known:
        return Words(_("of %(total)s"), total=total)
    if total is not None and found.widget == "amounts" and len(known) == 2 == deal.match.sides:
        return Words("%(one)s + %(other)s = %(sum)s", one=known[0], other=known[1], sum=sum(known))
    if total is not None:
        return Words(_("%(sum)s of %(total)s"), sum=sum(known), total=total)
    return Words("%(sum)s", sum=sum(known)) if sum(known) else None
