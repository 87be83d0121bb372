"""What a page shows of questions that hold others for every side or player.

Things of a few kinds, such as declarations, are tapped together; records of several parts, such as
votes, are asked one at a time, from player to player.
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
    """One of several things, or one that could be added."""

    def __init__(self, press: str, label: Label, what: Label) -> None:
        self.press = press
        self.label = label
        self.what = what
        self.details: list[Label] = []  # what else was said of it


class Turn:
    """What one player has given in one part."""

    def __init__(self, name: str, player: str, press: str) -> None:
        self.name = name  # of the record's fields
        self.player = player
        self.press = press
        self.picture = ""
        self.text = ""
        self.is_now = False


class TurnInput:
    """The part that is asked now: what is picked, and the numbers laid at it."""

    def __init__(self, player: str, picked: Field, numbers: nested.Numbers, name: str) -> None:
        self.player = player
        self.picked = picked
        self.sums: list[str] = []  # for each pick what all have laid at it
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
    """Asked one after the other."""

    def __init__(self, question: nested.Each, name: str) -> None:
        super().__init__(question, name)
        self.widget = "turns"
        self.parts: list[FieldPart] = []
        self.turns: list[Turn] = []
        self.hand: TurnInput | None = None
        self.next: Turn | None = None


class ListInput(Field):
    """What one side has of it."""

    def __init__(self, question: ask.Question, name: str, side: str) -> None:
        super().__init__(question, name)
        self.side = side
        self.items: list[Item] = []
        self.adds: list[Item] = []


class NestedFields(Fields):
    """Makes fields of all questions."""

    def field(self, question: ask.Question, name: str) -> Field:
        if isinstance(question, nested.Each) and isinstance(question.of, nested.Several):
            return self.several(question, name)
        if isinstance(question, nested.Each) and isinstance(question.of, nested.Record):
            return self.in_turn(question, question.of, name)
        return super().field(question, name)

    def several(self, question: nested.Each, name: str) -> Field:
        found = Field(question, name)
        found.widget = "several"
        for side in range(question.length(self.setup)):
            one = ListInput(question.of, f"{name}-{side}", self.sides[side])
            kinds: Any = question.of.of  # type: ignore[attr-defined]
            one.items = self.items(kinds, one.name)
            one.adds = addable_items(kinds, one.name)
            found.inner.append(one)
        count = len([item for one in found.inner for item in one.items])  # type: ignore[attr-defined]
        found.answer = [str(count)] if count else []
        return found

    def items(self, kinds: nested.OneOf, name: str) -> list[Item]:
        found = []
        for number in answered_places(self.form, name):
            one = f"{name}-{number}"
            record = kinds.of({"kind": self.form.get(f"{one}-kind")})
            if record is not None:
                key = needed(record)
                item = Item(f"take:{one}", Words(record.label), self.form.get(f"{one}-{key.name}"))
                rest = [field for field in record.fields if field is not key]
                item.details = [label for field in rest for label in self.inside(field, one).answer]
                found.append(item)
        return found

    def in_turn(self, question: nested.Each, record: nested.Record, name: str) -> Field:
        found = Turns(question, name)
        order = self.order(question, record)
        turns = [self.turn(name, record, field, seat) for field, seat in order]
        now = self.now(found.name, turns)
        field, _seat = order[now]
        for part in record.fields:
            found.parts.append(FieldPart(Words(part.label), part is field))
        found.turns = [turn for turn, (part, _seat) in zip(turns, order) if part is field]
        turns[now].is_now = True
        found.hand = self.hand(turns[now], field, found.turns)
        found.next = turns[now + 1] if now + 1 < len(turns) else None
        laid = len([turn for turn in turns if turn.text])
        found.answer = [Words(_("%(laid)s of %(all)s"), laid=laid, all=len(turns))] if laid else []
        return found

    def order(self, question: nested.Each, record: nested.Record) -> list[tuple[nested.Record, int]]:
        """Part by part, in each from player to player."""
        count = question.length(self.setup)
        begins = question.turns(self.deal) if question.turns else [self.deal.leader] * len(record.fields)
        found: list[tuple[Any, int]] = []
        for number, field in enumerate(record.fields):
            found.extend([(field, (begins[number] + further) % count) for further in range(count)])
        return found

    def turn(self, name: str, record: nested.Record, field: nested.Record, seat: int) -> Turn:
        found = Turn(f"{name}-{seat}-{field.name}", self.names[seat], f"at:{name}-{seat}-{field.name}")
        choice, numbers = field.fields
        picked = self.inside(choice, found.name)
        found.picture = picked.pictures[0] if picked.pictures else ""
        under = f"{found.name}-{numbers.name}"
        found.text = ", ".join([self.form.get(f"{under}-{number}") for number in answered_places(self.form, under)])
        return found

    def now(self, name: str, turns: list[Turn]) -> int:
        """The one that was asked for, else the first that is not answered."""
        wanted = self.form.get(f"at-{name}")
        for number, turn in enumerate(turns):
            if turn.name == wanted:
                return number
        for number, turn in enumerate(turns):
            if not turn.text:
                return number
        return len(turns) - 1

    def hand(self, turn: Turn, field: nested.Record, turns: list[Turn]) -> TurnInput:
        choice, numbers = field.fields
        assert isinstance(numbers, nested.Numbers)
        found = TurnInput(turn.player, self.inside(choice, turn.name), numbers, turn.name)
        found.laid = [
            (f"{found.name}-{number}", self.form.get(f"{found.name}-{number}"))
            for number in answered_places(self.form, found.name)
        ]
        found.sums = [self.laid_at(pick, choice, numbers, turns) for pick in found.picked.picks]
        return found

    def laid_at(self, pick: ChoiceButton, choice: ask.Question, numbers: nested.Numbers, turns: list[Turn]) -> str:
        values = []
        for turn in turns:
            if self.form.get(f"{turn.name}-{choice.name}") == pick.value:
                under = f"{turn.name}-{numbers.name}"
                values.extend([self.form.get(f"{under}-{number}") for number in answered_places(self.form, under)])
        return str(sum([place_of(value) or 0 for value in values])) if values else ""


def needed(record: nested.Record) -> ask.Question:
    """What tells one of a kind from the others."""
    return next(field for field in record.fields if field.need == ask.NEEDED)


def addable_items(kinds: nested.OneOf, name: str) -> list[Item]:
    """All that could be added: every value of every kind."""
    found = []
    for kind in kinds.kinds:
        key = needed(kind)
        put, label = f"put:{name}:{kind.name}:{key.name}:", Words(kind.label)
        found.extend([Item(put + value, label, value) for value in values_of(key)])
    return found


def values_of(question: ask.Question) -> list[str]:
    if isinstance(question, ask.Number):
        return [str(value) for value in range(question.low, (question.high or question.low) + 1)]
    assert isinstance(question, ask.Choice)
    return [str(value) for value, _label in question.values]
