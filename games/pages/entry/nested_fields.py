"""The fields of questions that contain other questions for every side or player.

Lists of items of a few kinds, such as declarations, are shown at once. Records of several parts, such as votes, are
shown one at a time, from player to player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.container_fields import ContainerFields
from games.pages.entry.fields import Field
from games.pages.entry.form_answers import answered_places, place_of
from games.rules import ask, nested
from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.fields import Label
    from games.rules.game import AnsweredDeal


class Item:
    """An item of a list, or one that could be added. `press` is the value of its button."""

    def __init__(self, press: str, kind: Any, what: Label) -> None:
        self.press = press
        self.kind = kind.name
        self.label = Words(kind.label)
        self.what = what
        self.details: list[Label] = []  # its other answers
        self.worth: int | None = None
        self.count = 0  # how many of it the list has


class CardKey:
    """A key that lays a card, or removes it if it is laid."""

    def __init__(self, press: str, text: str, count: int) -> None:
        self.press = press
        self.text = text
        self.count = count  # how many of these are laid


class Turn:
    """The answer of one player in one part: the choice, and the numbers laid at it."""

    def __init__(self, name: str, player: str, press: str) -> None:
        self.name = name  # of the record's fields
        self.player = player
        self.press = press
        self.picture = ""
        self.text = ""
        self.sum = ""
        self.picked: Field | None = None  # the choice
        self.keys: list[CardKey] = []
        self.again = ""  # the key that lays the last card once more, if that is possible
        self.last = ""  # the last card


class PartTab:
    """One part of all players' answers, with the choice that leads, and its sum: "red", "23"."""

    def __init__(self, label: Label, press: str, is_now: bool) -> None:
        self.label = label
        self.press = press
        self.is_now = is_now
        self.answer: list[Words] = []
        self.sum = ""


class Turns(Field):
    """A question that players answer one after the other."""

    def __init__(self, question: nested.Each, name: str) -> None:
        super().__init__(question, name)
        self.widget = "turns"
        self.parts: list[PartTab] = []
        self.turns: list[Turn] = []  # of the current part
        self.sums: list[Words] = []  # what is laid at each choice
        self.incomplete: Words | None = None  # what to do, if some have answered and others have not


class ListInput(Field):
    """The list of one side."""

    def __init__(self, question: ask.Question, name: str, side: str) -> None:
        super().__init__(question, name)
        self.side = side
        self.items: list[Item] = []
        self.addable_items: list[Item] = []
        self.less = ""  # the key that removes the last item


class NestedFields(ContainerFields):
    """Builds the fields of all questions: lists of few kinds and votes have a look of their own."""

    def field(self, question: ask.Question, name: str) -> Field:
        if isinstance(question, nested.Each) and is_list_of_kinds(question.of):
            return self.several(question, name)
        if isinstance(question, nested.Each) and isinstance(question.of, nested.Record) and is_vote(question.of):
            return self.in_turn(question, question.of, name)
        return super().field(question, name)

    def several(self, question: nested.Each, name: str) -> Field:
        field = Field(question, name)
        field.widget = "several"
        for side in range(question.length(self.setup)):
            side_list = ListInput(question.of, f"{name}-{side}", self.sides[side])
            kinds: Any = question.of.of  # type: ignore[attr-defined]
            side_list.items = self.items(kinds, side_list.name)
            side_list.addable_items = addable_items(kinds, side_list.name, side_list.items, self.deal)
            side_list.less = side_list.items[-1].press if side_list.items else ""
            field.inner.append(side_list)
        counts = [len(side_list.items) for side_list in field.inner]  # type: ignore[attr-defined]
        field.answer = [" · ".join([str(count) for count in counts])] if any(counts) else []
        return field

    def items(self, kinds: nested.OneOf, name: str) -> list[Item]:
        items = []
        for number in answered_places(self.form, name):
            item_name = f"{name}-{number}"
            record = kinds.of({"kind": self.form.get(f"{item_name}-kind")})
            if record is not None:
                key = key_question(record)
                item = Item(f"take:{item_name}", record, self.form.get(f"{item_name}-{key.name}"))
                rest = [field for field in record.fields if field is not key]
                item.details = [label for field in rest for label in self.inside(field, item_name).answer]
                items.append(item)
        return items

    def in_turn(self, question: nested.Each, record: nested.Record, name: str) -> Field:
        field = Turns(question, name)
        order = self.order(question, record)
        turns = [self.turn(name, record, part, seat) for part, seat in order]
        current = self.current_part(field.name, record, order, turns)
        for part in record.fields:
            assert isinstance(part, nested.Record)
            own = [turn for turn, (other, _seat) in zip(turns, order) if other is part]
            tab = PartTab(Words(part.label), own[0].press, part is current)
            ranked = self.ranked(own, part)
            standing = [Words("%(card)s: %(sum)s", card=Words(each[-1]), sum=-each[0]) for each in ranked]
            if standing:
                tab.answer, tab.sum = [standing[0].values["card"]], str(standing[0].values["sum"])
            if len(ranked) > 1 and ranked[0][:3] == ranked[1][:3] and all(turn.text for turn in own):
                tab.answer = [Words(_("tied"))]
            field.parts.append(tab)
            if part is current:
                field.turns = own
                field.sums = standing
                self.add_keys(own, part)
        laid = len([turn for turn in turns if turn.text])
        field.answer = [Words(_("%(laid)s of %(all)s"), laid=laid, all=len(turns))] if laid else []
        field.incomplete = Words(question.incomplete) if question.incomplete and 0 < laid < len(turns) else None
        return field

    def order(self, question: nested.Each, record: nested.Record) -> list[tuple[nested.Record, int]]:
        """Return all turns: part by part, and in each part from player to player."""
        count = question.length(self.setup)
        begins = question.turns(self.deal) if question.turns else [self.deal.leader or 0] * len(record.fields)
        order: list[tuple[Any, int]] = []
        for number, field in enumerate(record.fields):
            order.extend([(field, (begins[number] + further) % count) for further in range(count)])
        return order

    def turn(self, name: str, record: nested.Record, field: nested.Record, seat: int) -> Turn:
        turn = Turn(f"{name}-{seat}-{field.name}", self.names[seat], f"at:{name}-{seat}-{field.name}")
        choice, numbers = field.fields
        turn.picked = self.inside(choice, turn.name)
        values = self.laid_values(turn, numbers)
        turn.text = ", ".join(values)
        turn.sum = str(sum([place_of(value) or 0 for value in values])) if values else ""
        return turn

    def laid_values(self, turn: Turn, numbers: ask.Question) -> list[str]:
        list_name = f"{turn.name}-{numbers.name}"
        return [self.form.get(f"{list_name}-{number}") for number in answered_places(self.form, list_name)]

    def current_part(self, name: str, record: nested.Record, order: list[Any], turns: list[Turn]) -> Any:
        """Return the requested part, or the first in which someone has no answer."""
        requested = self.form.get(f"at-{name}")
        for turn, (part, _seat) in zip(turns, order):
            if turn.name == requested:
                return part
        for turn, (part, _seat) in zip(turns, order):
            if not turn.text:
                return part
        return record.fields[-1]

    def add_keys(self, turns: list[Turn], part: nested.Record) -> None:
        """Add the keys of all players. A card without a choice goes to that of the player before, or to the first."""
        numbers = part.fields[1]
        assert isinstance(numbers, nested.Numbers)
        before = ""
        for turn in turns:
            assert turn.picked is not None
            before = self.form.get(turn.picked.name) or before or turn.picked.picks[0].value
            values, list_name = self.laid_values(turn, numbers), f"{turn.name}-{numbers.name}"
            for value in range(numbers.of.low, (ask.size(numbers.of.high, self.deal) or 0) + 1):
                turn.keys.append(CardKey(f"lay:{list_name}:{value}:{before}", str(value), values.count(str(value))))
            if values and len(values) < (ask.size(numbers.most, self.deal) or 0):
                turn.last = values[-1]
                turn.again = f"again:{list_name}:{turn.last}"

    def ranked(self, turns: list[Turn], part: nested.Record) -> list[Any]:
        """Return what is laid at each choice: the highest sum first, then the most cards, then the highest card."""
        choice, numbers = part.fields[0], part.fields[1]
        assert isinstance(choice, ask.Choice)
        assert isinstance(numbers, nested.Numbers)
        sums: list[Any] = []
        for number, (value, label) in enumerate(choice.values):
            at = [turn for turn in turns if turn.sum and self.form.get(f"{turn.name}-{choice.name}") == str(value)]
            if at:
                cards = sorted([-(place_of(value) or 0) for turn in at for value in self.laid_values(turn, numbers)])
                sums.append((sum(cards), -len(cards), cards, number, label))
        return sorted(sums)


def is_list_of_kinds(question: ask.Question) -> bool:
    """Return whether a list has items of a few kinds, each with one choice or number that tells it apart."""
    if not isinstance(question, nested.Several) or not isinstance(question.of, nested.OneOf):
        return False
    keys = [field for kind in question.of.kinds for field in kind.fields if field.need == ask.NEEDED]
    is_listed = all(isinstance(key, (ask.Choice, ask.Number)) for key in keys)
    return is_listed and len(keys) == len(question.of.kinds)


def is_vote(record: nested.Record) -> bool:
    """Return whether each part of a record is a choice with the numbers laid at it."""
    parts = [part.fields if isinstance(part, nested.Record) else () for part in record.fields]
    return all(
        len(part) == 2 and isinstance(part[0], ask.Choice) and isinstance(part[1], nested.Numbers) for part in parts
    )


def key_question(record: nested.Record) -> ask.Question:
    """Return the question that distinguishes items of one kind."""
    return next(field for field in record.fields if field.need == ask.NEEDED)


def addable_items(kinds: nested.OneOf, name: str, items: list[Item], deal: AnsweredDeal) -> list[Item]:
    """Return all items that could be added to these: every value of every kind."""
    addable = []
    for kind in kinds.kinds:
        key = key_question(kind)
        for value in values_of(key, deal):
            item = Item(f"put:{name}:{kind.name}:{key.name}:{value}", kind, str(value))
            item.count = len([one for one in items if (one.kind, one.what) == (item.kind, item.what)])
            if kinds.worth is not None:
                item.worth = kinds.worth({"kind": kind.name, key.name: value})
            addable.append(item)
    return addable


def values_of(question: ask.Question, deal: AnsweredDeal) -> list[Any]:
    if isinstance(question, ask.Number):
        return list(range(question.low, (ask.size(question.high, deal) or question.low) + 1))
    assert isinstance(question, ask.Choice)
    return [value for value, _label in question.values_in(deal.setup)]
