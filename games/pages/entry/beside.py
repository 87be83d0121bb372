"""Keys in the line of a player's name, above the row of another question: a blind nil, or a bonus for a bid that was met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.form_answers import YES
from games.pages.entry.rows import beside_of
from games.rules import ask, nested
from games.rules.words import Words

if TYPE_CHECKING:
    from games.pages.entry.entry import Entry
    from games.pages.entry.number_box import NumberBox


class SideKey:
    """A key that is on or off. Off means no."""

    def __init__(self, name: str, label: str, is_on: bool) -> None:
        self.name = name
        self.value = YES
        self.label = Words(label)
        self.is_on = is_on


class AddingKeys:
    """Keys that add to a number, which begins at 0. The name of the side opens them, in place of its row."""

    def __init__(self, name: str, label: str, adds: tuple[int, ...], text: str, is_open: bool) -> None:
        self.name = name
        self.label = Words(label)
        self.adds = adds
        self.text = text
        self.is_open = is_open


def is_beside(entry: Entry, question: ask.Question) -> bool:
    """Return whether the question has its keys in rows that may be on the page, so that it needs no place of its own."""
    rows = [entry.setup.game.question(name) for name in beside_of(question)]
    return any(entry.builder.field(row, row.name).widget == "rows" for row in rows)


def add_keys_beside(entry: Entry) -> list[str]:
    """Add the keys of all such questions to the first row that is on the page. Return the names of their inputs."""
    names: list[str] = []
    for question in entry.setup.game.questions:
        if not beside_of(question) or not entry.is_visible(question.name):
            continue
        rows = [field for field in entry.visible_fields() if field.name in beside_of(question)]
        rows = [field for field in rows if field.widget == "rows"]
        for row in rows[:1]:
            row.problems = row.problems + [words for name, words in entry.visible_problems() if name == question.name]
            is_first = row.name == beside_of(question)[0]  # the keys come while it is answered, and move nothing
            for box in row.boxes:
                name = f"{question.name}-{box.name.split('-')[-1]}"
                add_keys(entry, question, name, box)
                if isinstance(question, nested.Each):
                    box.has_keys = box.has_keys or is_first
                    names.append(name)
    return names


def add_keys(entry: Entry, question: ask.Question, name: str, box: NumberBox) -> None:
    deal, place = entry.deal, int(name.split("-")[-1])
    answer = deal.at(question.name, place)
    if isinstance(question, ask.Tally) and question.may_add is not None:
        box.has_keys = box.has_keys or bool(answer) or question.has_room is None or question.has_room(deal, place)
        if answer or question.may_add(deal, place):
            is_open = entry.form.all("open")[-1:] == [name]
            box.adding = AddingKeys(name, question.label, tuple(question.adds), str(answer or 0), is_open)
    elif isinstance(question, nested.Each) and question.may_say is not None and question.may_say(deal, place):
        box.switches.append(SideKey(name, question.of.label, bool(answer)))
    box.has_keys = box.has_keys or len(box.switches) > 0
