"""The fields of questions that contain other questions for every side or player.

Lists of items of a few kinds, such as declarations, are shown at once. Records of several parts, such as votes, are
shown one at a time, from player to player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.fields import ChoiceButton, Field, Fields
from games.pages.entry.form_answers import answered_places, place_of
from games.rules import ask, nested
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.fields import Label


class Item:
    """An item of a list, or one that could be added. `press` is the value of its button."""

    def __init__(self, press: str, label: Label, what: Label) -> None:
        self.press = press
        self.label = label
        self.what = what
        self.details: list[Label] = []  # its other answers


class Turn:
    """The answer of one player in one part."""

    def __init__(self, name: str, player: str, press: str) -> None:
        self.name = name  # of the record's fields
        self.player = player
        self.press = press
        self.picture = ""
        self.text = ""
        self.is_now = False


class TurnInput:
    """The input of the current turn: the choice, and the numbers laid at it."""

    def __init__(self, player: str, picked: Field, numbers: nested.Numbers, name: str) -> None:
        self.player = player
        self.picked = picked
        self.sums: list[str] = []  # for each choice the sum of the numbers that all players have laid
        self.name = f"{name}-{numbers.name}"
        self.laid: list[tuple[str, str]] = []  # the field of each number, and its text
        self.least = numbers.least
        self.most = numbers.most
        self.keys = [str(value) for value in range(numbers.of.low, (numbers.of.high or 0) + 1)]


class FieldPart:
    def __init__(self, label: Label, is_now: bool) -> None:
        self.label = label
        self.is_now = is_now


class Turns(Field):
    """A question that players answer one after the other."""

    def __init__(self, question: nested.Each, name: str) -> None:
        super().__init__(question, name)
        self.widget = "turns"
        self.parts: list[FieldPart] = []
        self.turns: list[Turn] = []
        self.hand: TurnInput | None = None
        self.next: Turn | None = None


class ListInput(Field):
    """The list of one side."""

    def __init__(self, question: ask.Question, name: str, side: str) -> None:
        super().__init__(question, name)
        self.side = side
        self.items: list[Item] = []
        self.addable_items: list[Item] = []


class NestedFields(Fields):
    """Builds the fields of all questions, including nested ones."""

    def field(self, question: ask.Question, name: str) -> Field:
        if isinstance(question, nested.Each) and isinstance(question.of, nested.Several):
            return self.several(question, name)
        if isinstance(question, nested.Each) and isinstance(question.of, nested.Record):
            return self.in_turn(question, question.of, name)
        return super().field(question, name)

    def several(self, question: nested.Each, name: str) -> Field:
        field = Field(question, name)
        field.widget = "several"
        for side in range(question.length(self.setup)):
            side_list = ListInput(question.of, f"{name}-{side}", self.sides[side])
            kinds: Any = question.of.of  # type: ignore[attr-defined]
            side_list.items = self.items(kinds, side_list.name)
            side_list.addable_items = addable_items(kinds, side_list.name)
            field.inner.append(side_list)
        count = len([item for side_list in field.inner for item in side_list.items])  # type: ignore[attr-defined]
        field.answer = [str(count)] if count else []
        return field

    def items(self, kinds: nested.OneOf, name: str) -> list[Item]:
        items = []
        for number in answered_places(self.form, name):
            item_name = f"{name}-{number}"
            record = kinds.of({"kind": self.form.get(f"{item_name}-kind")})
            if record is not None:
                key = key_question(record)
                item = Item(f"take:{item_name}", Words(record.label), self.form.get(f"{item_name}-{key.name}"))
                rest = [field for field in record.fields if field is not key]
                item.details = [label for field in rest for label in self.inside(field, item_name).answer]
                items.append(item)
        return items

    def in_turn(self, question: nested.Each, record: nested.Record, name: str) -> Field:
        field = Turns(question, name)
        order = self.order(question, record)
        turns = [self.turn(name, record, part, seat) for part, seat in order]
        current = self.current_turn(field.name, turns)
        current_part, _seat = order[current]
        for part in record.fields:
            field.parts.append(FieldPart(Words(part.label), part is current_part))
        field.turns = [turn for turn, (part, _seat) in zip(turns, order) if part is current_part]
        turns[current].is_now = True
        field.hand = self.turn_input(turns[current], current_part, field.turns)
        field.next = turns[current + 1] if current + 1 < len(turns) else None
        laid = len([turn for turn in turns if turn.text])
        field.answer = [Words(_("%(laid)s of %(all)s"), laid=laid, all=len(turns))] if laid else []
        return field

    def order(self, question: nested.Each, record: nested.Record) -> list[tuple[nested.Record, int]]:
        """Return all turns: part by part, and in each part from player to player."""
        count = question.length(self.setup)
        begins = question.turns(self.deal) if question.turns else [self.deal.leader] * len(record.fields)
        order: list[tuple[Any, int]] = []
        for number, field in enumerate(record.fields):
            order.extend([(field, (begins[number] + further) % count) for further in range(count)])
        return order

    def turn(self, name: str, record: nested.Record, field: nested.Record, seat: int) -> Turn:
        turn = Turn(f"{name}-{seat}-{field.name}", self.names[seat], f"at:{name}-{seat}-{field.name}")
        choice, numbers = field.fields
        picked = self.inside(choice, turn.name)
        turn.picture = picked.pictures[0] if picked.pictures else ""
        list_name = f"{turn.name}-{numbers.name}"
        turn.text = ", ".join(
            [self.form.get(f"{list_name}-{number}") for number in answered_places(self.form, list_name)]
        )
        return turn

    def current_turn(self, name: str, turns: list[Turn]) -> int:
        """Return the index of the requested turn, or of the first without an answer."""
        requested = self.form.get(f"at-{name}")
        for number, turn in enumerate(turns):
            if turn.name == requested:
                return number
        for number, turn in enumerate(turns):
            if not turn.text:
                return number
        return len(turns) - 1

    def turn_input(self, turn: Turn, field: nested.Record, turns: list[Turn]) -> TurnInput:
        choice, numbers = field.fields
        assert isinstance(numbers, nested.Numbers)
        turn_input = TurnInput(turn.player, self.inside(choice, turn.name), numbers, turn.name)
        turn_input.laid = [
            (f"{turn_input.name}-{number}", self.form.get(f"{turn_input.name}-{number}"))
            for number in answered_places(self.form, turn_input.name)
        ]
        turn_input.sums = [self.sum_laid(pick, choice, numbers, turns) for pick in turn_input.picked.picks]
        return turn_input

    def sum_laid(self, pick: ChoiceButton, choice: ask.Question, numbers: nested.Numbers, turns: list[Turn]) -> str:
        values = []
        for turn in turns:
            if self.form.get(f"{turn.name}-{choice.name}") == pick.value:
                list_name = f"{turn.name}-{numbers.name}"
                values.extend(
                    [self.form.get(f"{list_name}-{number}") for number in answered_places(self.form, list_name)]
                )
        return str(sum([place_of(value) or 0 for value in values])) if values else ""


def key_question(record: nested.Record) -> ask.Question:
    """Return the question that distinguishes items of one kind."""
    return next(field for field in record.fields if field.need == ask.NEEDED)


def addable_items(kinds: nested.OneOf, name: str) -> list[Item]:
    """Return all items that could be added: every value of every kind."""
    items = []
    for kind in kinds.kinds:
        key = key_question(kind)
        press_prefix, label = f"put:{name}:{kind.name}:{key.name}:", Words(kind.label)
        items.extend([Item(press_prefix + value, label, value) for value in values_of(key)])
    return items


def values_of(question: ask.Question) -> list[str]:
    if isinstance(question, ask.Number):
        return [str(value) for value in range(question.low, (question.high or question.low) + 1)]
    assert isinstance(question, ask.Choice)
    return [str(value) for value, _label in question.values]
