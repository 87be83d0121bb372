"""What a key or a button of the entry does to what is typed there.

Every key is a submit button, so a page without a script has them too: what was typed comes back changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.fields import KEYS
from games.pages.entry.form_answers import answered_places, place_of, places
from games.rules import ask

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.pages.request import Form
    from games.rules.game import Setup

LONGEST = 4  # digits that the keypad types
MINUS = "-"
PREFILLED = "prefilled"  # the field of a form with the number that the next digit replaces: "points-0:100"
TURNED = "±"  # before that number, where its sign was changed meanwhile


def press_key(form: Form, what: str, setup: Setup) -> None:
    """`what` is a digit, or the name of an act and what it is done to: "add:jacks-0"."""
    pieces = what.split(":")
    if pieces[0] in "0123456789" and len(pieces[0]) == 1:
        digit(form, pieces[0])
    for name, act in ACTS:
        if name == pieces[0]:
            act(form, pieces[1:] + [""] * 4, setup)


def digit(form: Form, text: str) -> None:
    """The first digit of a visit to a field replaces the number in it, but for a sign just pressed; others append."""
    now = form.get("now")
    typed, prefilled = form.get(now), form.get(PREFILLED)
    minus, digits = (MINUS, typed[1:]) if typed[:1] == MINUS else ("", typed)
    if prefilled == f"{now}:{typed}":
        minus, digits = "", ""
    elif prefilled == f"{now}:{TURNED}{typed}":
        digits = ""
    if now and len(digits) < LONGEST:
        form.put(now, minus + (text if digits == "0" else digits + text))
        form.put(PREFILLED, f"{now}:")


def prefilled(form: Form, name: str, text: str) -> str:
    """What the next digit replaces in the field of this name: all of `text`, where the visit to it begins."""
    known = form.get(PREFILLED)
    return known if known.startswith(f"{name}:") else f"{name}:{text}"


def sign(form: Form, told: list[str], setup: Setup) -> None:
    """Below zero, or above it again; before or after the digits."""
    now = form.get("now")
    question, typed = tally_of(setup, now), form.get(now)
    if question is not None and question.low < 0:
        turned = typed[1:] if typed[:1] == MINUS else MINUS + typed
        form.put(now, turned)
        if form.get(PREFILLED) in (f"{now}:{typed}", f"{now}:{TURNED}{typed}"):
            form.put(PREFILLED, f"{now}:{TURNED}{turned}")


def back(form: Form, told: list[str], setup: Setup) -> None:
    now = form.get("now")
    if now:
        form.put(now, form.get(now)[:-1])


def clear(form: Form, told: list[str], setup: Setup) -> None:
    if form.get("now"):
        form.put(form.get("now"), "")


def fill_total(form: Form, told: list[str], setup: Setup) -> None:
    """All there is."""
    question = tally_of(setup, form.get("now"))
    total = None if question is None else ask.size(question.total, setup)
    if question is not None and total is not None:
        for place in places(question, question.name, setup):
            form.put(place, "0")
        form.put(form.get("now"), str(total))


def switch_player(form: Form, told: list[str], setup: Setup) -> None:
    form.put("now", told[0])


def count_up(form: Form, told: list[str], setup: Setup) -> None:
    """One more than is typed, or else filled in there; after the most there can be, none."""
    question = tally_of(setup, told[0])
    if question is not None:
        high = question.each(setup).high or 9
        count = place_of(form.get(told[0]) or told[1]) or 0
        form.put(told[0], str(0 if count >= high else count + 1))


def less(form: Form, told: list[str], setup: Setup) -> None:
    """One fewer, of what is typed or else of what is filled in there; the step below 0 is no answer."""
    question = tally_of(setup, told[0])
    if question is not None:
        typed = form.get(told[0])
        count = place_of(typed or told[1]) or 0
        form.put(told[0], "" if typed == "0" else str(max(count - 1, 0)))


def nobody(form: Form, told: list[str], setup: Setup) -> None:
    question = tally_of(setup, told[0] + "-0")
    if question is not None:
        for place in places(question, question.name, setup):
            form.put(place, "0")


def add_item(form: Form, told: list[str], setup: Setup) -> None:
    """One more thing of this kind on the list."""
    name, kind, key, value = told[:4]
    number = max(answered_places(form, name) + [-1]) + 1
    form.put(f"{name}-{number}-kind", kind)
    form.put(f"{name}-{number}-{key}", value)


def add_card(form: Form, told: list[str], setup: Setup) -> None:
    """One more number on the list; whoever lays it goes on laying until somebody else is asked for."""
    name, value = told[:2]
    go_to(form, ["-".join(name.split("-")[:-1])], setup)
    form.put(f"{name}-{max(answered_places(form, name) + [-1]) + 1}", value)


def remove_item(form: Form, told: list[str], setup: Setup) -> None:
    """Take one thing off a list, with all that is said of it."""
    name = told[0]
    form.pairs = [pair for pair in form.pairs if pair[0] != name and not pair[0].startswith(name + "-")]


def go_to(form: Form, told: list[str], setup: Setup) -> None:
    form.put("at-" + told[0].split("-")[0], told[0])


def unfold(form: Form, told: list[str], setup: Setup) -> None:
    form.pairs.append(("open", told[0]))


def type_in(form: Form, told: list[str], setup: Setup) -> None:
    """A number that is in no row: the keypad types it."""
    unfold(form, [f"{told[0]}-{KEYS}"], setup)
    switch_player(form, told, setup)


def fold(form: Form, told: list[str], setup: Setup) -> None:
    form.pairs = [pair for pair in form.pairs if pair != ("open", told[0])]


ACTS: tuple[tuple[str, Callable[[Form, list[str], Setup], None]], ...] = (
    ("back", back),
    ("clear", clear),
    ("sign", sign),
    ("all", fill_total),
    ("now", switch_player),
    ("add", count_up),
    ("less", less),
    ("nobody", nobody),
    ("put", add_item),
    ("lay", add_card),
    ("take", remove_item),
    ("at", go_to),
    ("open", unfold),
    ("type", type_in),
    ("fold", fold),
)


def tally_of(setup: Setup, field: str) -> ask.Tally | None:
    """The question that a field is a number of."""
    for question in setup.game.questions:
        if isinstance(question, ask.Tally) and field in places(question, question.name, setup):
            return question
    return None
