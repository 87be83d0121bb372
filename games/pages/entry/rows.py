"""The keys of a row of numbers. A narrow screen shows eight, the last of which leads to the other numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, nested

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.pages.entry.fields import Field
    from games.pages.entry.number_box import NumberBox
    from games.pages.request import Form
    from games.rules.game import AnsweredDeal

FITTING = 8  # keys of a row on a narrow phone, each as wide as a thumb needs
BESIDE_NAME = 6  # keys that fit beside the name
MANY = 5  # rows that need to be low, so that a phone shows all
FROM = "from"  # begins the name of the field with the first number that a row shows, and the key that chooses it


class NumberKey:
    """A key of a row. `is_far` is true if a narrow screen does not show it yet."""

    def __init__(self, value: int, text: str, is_far: bool) -> None:
        self.value = str(value)
        self.label = str(value)
        self.is_on = self.value == text
        self.is_far = is_far


class FurtherKey:
    """The last key of a narrow row. It shows the numbers from `first` on."""

    def __init__(self, name: str, following: Sequence[int], is_last: bool) -> None:
        self.press = f"{FROM}:{name}:{following[0]}"
        self.label = f"{following[0]}+" if is_last else f"{following[0]}–{following[-1]}"


def beside_of(question: ask.Question) -> tuple[str, ...]:
    """Return the questions in whose rows the answer to this one has its keys."""
    return tuple(question.beside) if isinstance(question, (ask.Tally, nested.Each)) else ()


def add_rows(field: Field, question: ask.Tally, values: Sequence[int], deal: AnsweredDeal, form: Form) -> None:
    """Add the keys of all rows. They are beside the names if those lines have no keys, and the rows are many or short.

    Where the names lead to a bonus they are keys themselves, so that nobody needs a line for these.
    """
    others = [other for other in deal.setup.game.questions if question.name in beside_of(other) and other.when(deal)]
    has_switches = any(isinstance(other, nested.Each) for other in others)
    is_short = len(others) > 0 or len(field.boxes) >= MANY or len(values) <= BESIDE_NAME
    field.is_low = is_short and not has_switches
    for box in field.boxes:
        add_keys(box, values, form, BESIDE_NAME if field.is_low else FITTING)


def add_keys(box: NumberBox, values: Sequence[int], form: Form, fitting: int) -> None:
    """Add the keys of a row to its box, and the key that leads to others if there are many."""
    text = box.text or box.rest
    if len(values) <= fitting:
        box.picks = [NumberKey(value, text, False) for value in values]
        return
    pages = [values[at : at + fitting - 1] for at in range(0, len(values), fitting - 1)]
    number = shown_page(box, pages, form)
    following = pages[(number + 1) % len(pages)]
    box.picks = [NumberKey(value, text, value not in pages[number]) for value in values]
    box.further = FurtherKey(box.name, following, following is not pages[0])


def shown_page(box: NumberBox, pages: Sequence[Sequence[int]], form: Form) -> int:
    """Return the page of the number. Without one it is the page that someone has opened, or that of the bid."""
    opened = form.get(f"{FROM}-{box.name}")
    is_opening = form.get("press").startswith(f"{FROM}:{box.name}:")
    for text in ("" if is_opening else box.text or box.rest, opened, box.aim):
        for number, page in enumerate(pages):
            if text in [str(value) for value in page]:
                return number
    return 0
