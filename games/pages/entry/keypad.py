"""The effects of the keys and buttons of the entry on its form.

Every key is a submit button, so the keypad works without a script: the page comes back with the changed form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages.entry.fields import COUNT, KEYS
from games.pages.entry.form_answers import answered_places
from games.pages.entry.last_numbers import tally_names, tally_of
from games.pages.entry.rows import FROM
from games.rules import ask, nested

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.pages.request import Form
    from games.rules.game import AnsweredDeal

LONGEST = 4  # digits that the keypad types
MINUS = "-"
FOLDED = "folded"  # the fields of a form with the names of tiles that someone has closed
PREFILLED = "prefilled"  # the field of a form with the number that the next digit replaces: "points-0:100"
TURNED = "±"  # before that number, if its sign was changed meanwhile
CHANGED = "="  # in place of that number: someone is typing another number into a field that had one
MOVED = ">"  # in place of that number: the cursor came into an empty field by itself


def press_key(form: Form, what: str, deal: AnsweredDeal) -> None:
    """Apply a key to the form. `what` is a digit, or an action with its arguments: "add:jacks-0"."""
    parts = what.split(":")
    if parts[0] in "0123456789" and len(parts[0]) == 1:
        digit(form, parts[0], deal)
    for name, action in ACTIONS:
        if name == parts[0]:
            action(form, parts[1:] + [""] * 4, deal)


def digit(form: Form, text: str, deal: AnsweredDeal) -> None:
    """Type a digit. The first one in a field replaces its number, but not a sign that was just pressed.

    The next empty field of the same question becomes current once another digit could not be right.
    """
    now = form.get("now")
    typed, prefilled = form.get(now), form.get(PREFILLED)
    minus, digits = (MINUS, typed[1:]) if typed[:1] == MINUS else ("", typed)
    mark = CHANGED if prefilled == f"{now}:{CHANGED}" or (digits and prefilled == f"{now}:{typed}") else ""
    if prefilled == f"{now}:{typed}":
        minus, digits = "", ""
    elif prefilled == f"{now}:{TURNED}{typed}":
        digits = ""
    if now and len(digits) < LONGEST:
        form.set(now, minus + (text if digits == "0" else digits + text))
        form.set(PREFILLED, f"{now}:{mark}")
        question = tally_of(deal, now)
        if question is not None and is_full(now, form, deal):
            go_on(question, form, deal)


def go_on(question: ask.Tally, form: Form, deal: AnsweredDeal) -> None:
    """Go to the next empty field of the question, unless its number follows from the others."""
    empty = [name for name in tally_names(question, deal) if not form.get(name)]
    left = rest(question, form, deal)
    if len(empty) > (0 if left is None or left < 0 else 1):
        form.set("now", empty[0])
        form.set(PREFILLED, f"{empty[0]}:{MOVED}")


def enter_number(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Enter a number that has a key of its own, and go on."""
    now = form.get("now")
    question = tally_of(deal, now)
    if question is not None and args[0] in [str(number) for number in question.quick]:
        form.set(now, args[0])
        form.set(PREFILLED, f"{now}:{args[0]}")
        go_on(question, form, deal)


def is_full(name: str, form: Form, deal: AnsweredDeal) -> bool:
    """Return whether another digit in this field could not be right, or would hardly ever be.

    Someone who chooses a field to change its number may type any.
    """
    question, number = tally_of(deal, name), count_in(form, name)
    if question is None or number is None:
        return False
    high, left = question.highest(deal), rest(question, form, deal)
    if question.usual_high is not None and form.get(PREFILLED) != f"{name}:{CHANGED}":
        high = question.usual_high
    if left is not None:
        total = left + number if left >= 0 else question.expected(deal) or 0
        high = min(high or total, total)
    return number == 0 or (high is not None and number * 10 > high)


def are_full(name: str | None, form: Form, deal: AnsweredDeal) -> bool:
    """Return whether no number that is typed for a tally can take another digit, so that its problem stays."""
    typed = [field for field, value in form.pairs if value and tally_of(deal, field) and field.split("-")[0] == name]
    return len(typed) > 0 and all(is_full(field, form, deal) for field in typed)


def rest(question: ask.Tally, form: Form, deal: AnsweredDeal) -> int | None:
    """Return what is left of the sum. Return None without a sum, or if a number is below zero."""
    names, total = tally_names(question, deal), question.expected(deal)
    if total is None or [name for name in names if form.get(name)[:1] == MINUS]:
        return None
    return total - sum([count_in(form, name) or 0 for name in names])


def count_in(form: Form, name: str) -> int | None:
    """Return the number in a field of counts, or None."""
    return parse_count(form.get(name))


def parse_count(text: str) -> int | None:
    return int(text) if 0 < len(text) <= LONGEST and all("0" <= digit <= "9" for digit in text) else None


def prefilled(form: Form, name: str, text: str) -> str:
    """Return the field and number that the next digit replaces: all of `text` when the field becomes current."""
    known = form.get(PREFILLED)
    return known if known.startswith(f"{name}:") else f"{name}:{text}"


def sign(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Change the sign of the number, before or after its digits are typed."""
    now = form.get("now")
    question, typed = tally_of(deal, now), form.get(now)
    if question is not None and question.low < 0:
        turned = typed[1:] if typed[:1] == MINUS else MINUS + typed
        form.set(now, turned)
        if form.get(PREFILLED) in (f"{now}:{typed}", f"{now}:{TURNED}{typed}"):
            form.set(PREFILLED, f"{now}:{TURNED}{turned}")


def back(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Delete a digit. In an empty field go back to the field before."""
    now = form.get("now")
    question = tally_of(deal, now)
    if question is not None and not form.get(now):
        names = tally_names(question, deal)
        now = names[max(names.index(now) - 1, 0)]
        form.set("now", now)
        form.set(PREFILLED, f"{now}:")
    if now:
        form.set(now, form.get(now)[:-1])


def choose_field(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Choose the field of the keypad, and close all tiles and parts but its own, so that its keys come back."""
    own = args[0].split("-")[0]
    names = [question.name for question in deal.setup.game.questions if question.name != own] + ["pile"]
    names += [part.name for part in deal.setup.game.parts if own not in part.questions]
    form.pairs = [pair for pair in form.pairs if pair[0] != "open" or pair[1] not in names]
    for question in deal.setup.game.questions:
        if isinstance(question, nested.Record) and question.first and question.name != own:
            close(form, [question.name], deal)
    form.set("now", args[0])
    form.set(PREFILLED, "")


def count_up(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Count up from the typed number. After the highest number start again at 0.

    A number that follows from the others starts at 1: one more than it would always be too many.
    """
    question = tally_of(deal, args[0])
    if question is not None:
        high = question.highest(deal) or 9 * question.step
        count = count_in(form, args[0]) or 0
        form.set(args[0], str(0 if count >= high else count + question.step))
        form.set(COUNT, args[0])


def less(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Count down from the typed number, or from the one that follows. Below 0 remove the answer."""
    question = tally_of(deal, args[0])
    if question is not None:
        typed = form.get(args[0])
        count = parse_count(typed or args[1]) or 0
        form.set(args[0], "" if typed == "0" else str(max(count - question.step, 0)))
        form.set(COUNT, args[0])


def add_more(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Add to a number, up to the highest."""
    question, more = tally_of(deal, args[0]), parse_count(args[1])
    if question is not None and more is not None:
        number = (count_in(form, args[0]) or 0) + more
        high = question.highest(deal)
        form.set(args[0], str(number if high is None else min(number, high)))


def sweep(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Give the whole total to the side that another question names."""
    question = tally_of(deal, args[0] + "-0")
    if question is not None and question.sweep is not None and deal.known(question.sweep[0]):
        for side, name in enumerate(tally_names(question, deal)):
            form.set(name, str(question.expected(deal) or 0) if side == deal[question.sweep[0]] else "0")


def nobody(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    question = tally_of(deal, args[0] + "-0")
    if question is not None:
        for place in tally_names(question, deal):
            form.set(place, "0")


def add_item(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Add an item of a kind to a list."""
    name, kind, key, value = args[:4]
    number = max(answered_places(form, name) + [-1]) + 1
    form.set(f"{name}-{number}-kind", kind)
    form.set(f"{name}-{number}-{key}", value)


def add_card(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Add a number to the list of a player, or remove it if it is there. Without a choice yet take the given one."""
    name, value, choice = args[:3]
    turn = "-".join(name.split("-")[:-1])
    go_to(form, [turn], deal)
    laid = [place for place in answered_places(form, name) if form.get(f"{name}-{place}") == value]
    for place in laid:
        form.set(f"{name}-{place}", "")
    if not laid:
        add_again(form, args, deal)
    if choice and not form.get(f"{turn}-card"):
        form.set(f"{turn}-card", choice)


def add_again(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Add a number to a list, even if it is there already."""
    name, value = args[:2]
    form.set(f"{name}-{max(answered_places(form, name) + [-1]) + 1}", value)


def remove_item(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Remove an item from a list, with all its fields."""
    name = args[0]
    form.pairs = [pair for pair in form.pairs if pair[0] != name and not pair[0].startswith(name + "-")]


def go_to(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    form.set("at-" + args[0].split("-")[0], args[0])


def show_from(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Show the numbers of a row from this one on."""
    form.set(f"{FROM}-{args[0]}", args[1])


def unfold(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    fold(form, args, deal)
    form.pairs[-1] = ("open", args[0])


def type_in(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Show the keypad, for a number that is not in the row."""
    unfold(form, [f"{args[0]}-{KEYS}"], deal)
    choose_field(form, args, deal)


def fold(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    form.pairs = [pair for pair in form.pairs if pair[0] not in ("open", FOLDED) or pair[1] != args[0]]
    form.pairs.append((FOLDED, args[0]))


def close(form: Form, args: list[str], deal: AnsweredDeal) -> None:
    """Fold a tile. One without an answer opens again with the first answer."""
    fold(form, args, deal)
    if not form.has_answer(args[0]):
        form.pairs.pop()


ACTIONS: tuple[tuple[str, Callable[[Form, list[str], AnsweredDeal], None]], ...] = (
    ("back", back),
    ("sign", sign),
    ("enter", enter_number),
    ("now", choose_field),
    ("add", count_up),
    ("less", less),
    ("more", add_more),
    ("sweep", sweep),
    ("nobody", nobody),
    ("put", add_item),
    ("lay", add_card),
    ("again", add_again),
    ("take", remove_item),
    ("at", go_to),
    (FROM, show_from),
    ("open", unfold),
    ("type", type_in),
    ("fold", close),
)
