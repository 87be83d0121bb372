"""The content of a question on the page: its label, its inputs with their values, its problems.

It depends on the kind of question, never on the game. Labels are `Words`, which templates translate; names of
people are plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.form_answers import NO, YES, answered_places, is_full_number, number_in
from games.pages.entry.number_box import NumberBox
from games.pages.entry.offered import offered
from games.pages.entry.rows import add_rows
from games.pages.entry.tallies import SweepKey, sides_with_adding_keys, sum_words, sweep_key
from games.rules import ask, nested
from games.rules.most import TIE, Most
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.pages.request import Form
    from games.rules.game import AnsweredDeal

    Label = Words | str

PICTURED = ("clubs", "diamonds", "hearts", "spades", "red", "yellow", "green", "blue")
MOST_IN_ROWS = 13  # numbers up to this one are keys in a row; larger ones are typed
AT_MOST = 21  # numbers of a row; larger ones are typed
FEW = 4  # numbers up to this one are counted up by taps
AT_FIRST = 6  # numbers of a row before its last key shows the others
COUNT = "count"  # the field of a form with the name of the count that was tapped last
KEYS = "keys"  # the suffix of a row's name while its number is typed


class ChoiceButton:
    """One value to choose. `follows` is true if the value follows from other answers and nobody chose it."""

    def __init__(self, value: str, label: Label, is_on: bool, follows: bool = False, left: Words | None = None) -> None:
        self.value = value
        self.label = label
        self.left = left  # how often it can still be chosen
        self.is_on = is_on
        self.follows = follows
        self.picture = value if value in PICTURED else ""


class MoreButton:
    """The last key of a row of numbers. It shows the other numbers."""

    def __init__(self, press: str, label: str) -> None:
        self.press = press
        self.label = label


class Field:
    """A question on the page."""

    def __init__(self, question: ask.Question, name: str) -> None:
        self.name = name
        self.kind = question.kind
        self.label: Label = Words(question.label)
        self.help = Words(question.help) if question.help else None
        self.widget = "chips"
        self.sum: Words | None = None
        self.total: int | None = None  # the sum of all sides, if it is known
        self.sweep: SweepKey | None = None
        self.problems: list[Words] = []
        self.boxes: list[NumberBox] = []
        self.picks: list[ChoiceButton] = []
        self.tie: ChoiceButton | None = None  # nobody has the most
        self.more: MoreButton | None = None
        self.inner: list[Field] = []
        self.first: Field | None = None  # asked in place of the tile
        self.is_low = False  # rows of keys beside the names
        self.is_by_player = False  # it has a number for every player, not for every side
        self.can_fold = False  # seldom asked: a tile with the answer
        self.is_switch = False  # a tile for each of its answers, which a tap gives
        self.is_frequent = question.often
        self.is_off = False  # answered with no
        self.is_open = False  # a tile whose question is shown
        self.is_done = False  # it has all that it asks for
        self.can_clear = False  # its answer was chosen, and is not needed
        self.is_extra = False  # it is asked only because of other answers
        self.answer: list[Label] = []  # the answer in words, for the tile
        self.pictures: list[str] = []

    @property
    def is_chosen(self) -> bool:
        """Whether one of its radio buttons is chosen."""
        picks = self.picks + [self.tie] if self.tie else self.picks
        numbers = [box for box in self.boxes if self.widget == "rows" and box.text]
        return self.widget != "seats" and (len(numbers) > 0 or any(pick.is_on for pick in picks))


class Fields:
    """Builds the fields of the questions of one round."""

    def __init__(self, deal: AnsweredDeal, form: Form, sides: Sequence[str], names: Sequence[str]) -> None:
        self.deal = deal
        self.setup = deal.setup
        self.form = form
        self.sides = sides
        self.names = names

    def is_opened(self, name: str) -> bool:
        return name in self.form.all("open")

    def field(self, question: ask.Question, name: str) -> Field:
        field = Field(question, name)
        if isinstance(question, ask.Tally):
            self.tally(question, field)
        elif isinstance(question, ask.Number):
            self.number(question, field)
        elif isinstance(question, ask.Choice):
            self.add_choices(
                field, question, [(value, Words(label)) for value, label in question.values_in(self.setup)]
            )
        elif isinstance(question, ask.Taker):
            tie: list[tuple[Any, Label]] = [(TIE, Words(_("tie")))] if isinstance(question, Most) else []
            self.add_choices(field, question, list(enumerate(self.sides)) + tie)
            field.tie = field.picks.pop() if tie else None
        elif isinstance(question, ask.PlayerSeat):
            alone = self.deal[question.alone] if question.alone else None
            self.add_choices(field, question, self.playing(alone))
        elif isinstance(question, ask.SeatList):
            self.seats(field)
        elif isinstance(question, ask.Flag):
            self.add_choices(field, question, [(YES, Words(_("Yes")))])
            field.is_off = self.form.get(field.name) == NO
        elif isinstance(question, ask.YesNo):
            self.add_choices(field, question, [(YES, Words(_("Yes"))), (NO, Words(_("No")))])
        elif isinstance(question, nested.Record):
            field.widget = "record"
            field.inner = [self.inside(part, name) for part in question.fields]
            if not self.form.has_answer(name):
                field.first = next((inner for inner in field.inner if inner.name == f"{name}-{question.first}"), None)
            field.answer = [label for inner in field.inner for label in inner.answer]
        else:
            raise TypeError(f"There is no field for a question of the kind “{question.kind}”.")
        is_done = bool(field.answer) and (
            field.widget != "typed" or is_full_number(question, self.deal[name], self.deal)
        )
        has_room = isinstance(question, ask.SeatList) and len(field.answer) < question.most
        field.is_done = is_done and not has_room and not isinstance(question, ask.Tally)
        if isinstance(question, nested.Record):
            asked = [inner for inner, part in zip(field.inner, question.fields) if part.need != ask.NEVER]
            field.is_done = all(inner.answer for inner in asked)
            answered_first = f"{name}-{question.first}"  # below the others, which are still open
            field.inner = [inner for inner in field.inner if inner.name != answered_first] + [
                inner for inner in field.inner if inner.name == answered_first
            ]
        is_given = any(pick.is_on for pick in field.picks) or (field.widget == "record" and self.form.has_answer(name))
        field.can_clear = question.need != ask.NEEDED and is_given
        return field

    def inside(self, question: ask.Question, name: str) -> Field:
        return self.field(question, f"{name}-{question.name}")

    def add_choices(self, field: Field, question: ask.Question, values: Sequence[tuple[Any, Label]]) -> None:
        typed, follows = self.form.get(field.name), self.following(field.name)
        field.picks = [
            ChoiceButton(one.value, one.label, one.value == typed, not typed and one.value == follows, one.left)
            for one in offered(question, self.deal, values, (typed, follows))
        ]
        if 2 * len([pick for pick in field.picks if pick.picture]) <= len(field.picks):
            for pick in field.picks:  # one suit of another pack may share its value with ours
                pick.picture = ""
        chosen = [pick for pick in field.picks if pick.is_on or pick.follows]
        field.answer = [pick.label for pick in chosen]
        field.pictures = [pick.picture for pick in chosen if pick.picture]
        if all(pick.picture for pick in field.picks):
            field.widget = "suits"

    def playing(self, alone: int | None = None) -> list[tuple[Any, Label]]:
        """Return the players of the round by their seats, without those who sit out, and "Alone" for this one."""
        seats = [seat for seat in range(len(self.names)) if seat in self.deal.playing]
        return [(seat, Words(_("Alone")) if seat == alone else self.names[seat]) for seat in seats]

    def seats(self, field: Field) -> None:
        """Add a box to tick for every player. Each has a name of its own in the form, and the seat as its value."""
        field.widget = "seats"
        ticked = [self.form.get(f"{field.name}-{place}") for place in answered_places(self.form, field.name)]
        follows = [str(seat) for seat in self.deal.answers.get(field.name) or []]
        field.picks = [
            ChoiceButton(str(seat), name, str(seat) in ticked, not ticked and str(seat) in follows)
            for seat, name in self.playing()
        ]
        field.answer = [pick.label for pick in field.picks if pick.is_on or pick.follows]

    def following(self, name: str) -> str:
        """Return the value that follows from other answers, as text."""
        follows = self.deal.answers.get(name)
        if follows is None or isinstance(follows, (list, dict)):
            return ""
        return str(follows) if not isinstance(follows, bool) else YES if follows else NO

    def number(self, question: ask.Number, field: Field) -> None:
        typed = self.form.get(field.name)
        known = self.deal.answers.get(field.name)
        text = typed if known is None else str(known)
        high = ask.size(question.high, self.deal)
        is_large = high is not None and question.step == 1 and high - question.low >= AT_MOST
        if is_large or self.is_opened(f"{field.name}-{KEYS}"):
            field.widget = "typed"
            field.boxes.append(NumberBox(field.name, Words(question.label), typed, text if is_large else ""))
            field.boxes[0].high = high if is_large else None
            span = f"{question.low // question.step}–{self.last_of_row(question) // question.step}"
            field.more = None if is_large else MoreButton(f"fold:{field.name}-{KEYS}", span)
        else:
            field.widget = "ruler"
            field.picks, field.more = self.ruler(question, field.name, text)
        if question.step > 1 and text:
            field.sum = Words("%(number)s", number=text)
        field.answer = [text] if text else []

    def last_of_row(self, question: ask.Number) -> int:
        last = question.low + (AT_MOST - 1) * question.step
        high = ask.size(question.high, self.deal)
        return last if high is None else min(last, high)

    def ruler(self, question: ask.Number, name: str, text: str) -> tuple[list[ChoiceButton], MoreButton | None]:
        """Return the keys of a row of numbers, and the key that shows more.

        The row has only the first numbers and its own, unless someone has opened it to choose.
        """
        step, last = question.step, self.last_of_row(question)
        values = list(range(question.low, last + 1, step))
        number = number_in(text)
        if number is not None and number > last and number % step == 0:
            values.append(number)
            text = str(number)
        short = values[:AT_FIRST]
        if text and text not in map(str, short):  # its key is the last but one, so that the row stays as long
            short = short[:-1] + [value for value in values if str(value) == text]
        is_choosing = not text or self.form.get("press") in (f"open:{name}", f"chosen:{name}")
        if len(values) <= AT_FIRST + 1 or (self.is_opened(name) and is_choosing):
            high = ask.size(question.high, self.deal)
            is_all = high is not None and high <= last
            more = None if is_all else MoreButton(f"type:{name}", f"{last // step + 1}+")
        else:
            hidden = [value for value in values if value not in short]
            values, more = short, MoreButton(f"open:{name}", f"{hidden[0] // step}+")
        return [ChoiceButton(str(value), str(value // step), str(value) == text) for value in values], more

    def tally(self, question: ask.Tally, field: Field) -> None:
        highest, low = question.highest(self.deal), question.low
        high = None if low < 0 else highest
        field.widget = "amounts"
        count = 0 if high is None else (high - low) // question.step
        if high is not None and question.keys and count < AT_MOST:
            field.widget = "rows"
        elif high is not None and (question.few or count <= FEW):
            field.widget = "taps"
        elif high is not None and count <= MOST_IN_ROWS:
            field.widget = "rows"
        adding = sides_with_adding_keys(question, self.deal)
        if adding:
            field.widget = "adds"
        field.is_by_player = question.player or len(question.columns) > 0
        known = self.deal.answers.get(question.name)
        labels: Sequence[Label] = self.names if question.player else self.sides
        if question.columns:
            labels = [Words(column) for column in question.columns]
        resting = ask.resting_places(self.deal, len(labels))
        for side, label in enumerate(labels):
            if (side in resting and not self.form.get(f"{field.name}-{side}")) or (adding and side not in adding):
                continue
            name, rest = f"{field.name}-{side}", "" if known is None else str(known[side])
            box = NumberBox(name, label, self.form.get(name).strip(" "), rest)
            box.high, box.usual_high, box.is_signed = highest, question.usual_high, low < 0
            box.adds, box.is_sum_left = question.adds, not question.others_zero
            box.quick = question.quick
            if question.aims and self.deal.at(question.aims, side) is not None:
                box.aim = str(self.deal.at(question.aims, side))
                box.aim_label = Words(self.setup.game.question(question.aims).label)
            box.is_in_use = field.widget == "taps" and name == self.form.get(COUNT) and box.text not in ("", "0")
            field.boxes.append(box)
        if field.widget == "rows" and high is not None:
            add_rows(field, question, list(range(low, high + 1, question.step)), self.deal, self.form)
        field.total = question.expected(self.deal)
        field.sweep = sweep_key(question, self.deal, list(self.sides))
        field.sum = sum_words(question, field, self.deal)
        field.answer = [box.text for box in field.boxes if box.text]
