"""What a tally shows besides its numbers: their sum, and keys that enter some of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words, _

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.fields import Field
    from games.rules import ask
    from games.rules.game import AnsweredDeal


class SweepKey:
    """The key that gives a side the whole total."""

    def __init__(self, press: str, label: Words, side: str) -> None:
        self.press = press
        self.label = label
        self.side = side


def sweep_key(question: ask.Tally, deal: AnsweredDeal, sides: list[str]) -> SweepKey | None:
    """Return the key for the side that another question names, or None."""
    if question.sweep is None:
        return None
    named, label = question.sweep
    return SweepKey(f"sweep:{question.name}", Words(label), sides[deal[named]]) if deal.known(named) else None


def sides_with_adding_keys(question: ask.Tally, deal: AnsweredDeal) -> list[int]:
    """Return the sides that have keys to add to their numbers. No key takes a number from a side that has one."""
    if question.may_add is None:
        return []
    sides = range(question.length(deal.setup))
    offered = [side for side in sides if question.may_add(deal, side)]
    return [side for side in sides if side in offered or deal.at(question.name, side)] if offered else []


def sum_words(question: ask.Tally, field: Field, deal: AnsweredDeal) -> Words | None:
    """Return the sum of the numbers so far, and the total that they must or usually reach."""
    numbers: list[Any] = deal.answers.get(question.name) or deal.given.get(question.name) or []
    known = [number for number in numbers if number is not None]
    total = question.expected(deal)
    if total is not None and not known:
        return Words(_("of %(total)s"), total=total)
    if total is not None and field.widget == "amounts" and len(known) == 2 == question.length(deal.setup):
        return Words("%(one)s + %(other)s = %(sum)s", one=known[0], other=known[1], sum=sum(known))
    if total is not None:
        return Words(_("%(sum)s of %(total)s"), sum=sum(known), total=total)
    return Words("%(sum)s", sum=sum(known)) if sum(known) else None
