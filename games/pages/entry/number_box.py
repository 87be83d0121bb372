"""The number of a side on the page, and the keys by which it is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.pages.entry.beside import AddingKeys, SideKey
    from games.pages.entry.rows import FurtherKey, NumberKey
    from games.rules.words import Words

    Label = Words | str


class NumberBox:
    """The number of one side or player. `rest` is the number that follows from the other answers."""

    def __init__(self, name: str, label: Label, text: str, rest: str) -> None:
        self.name = name
        self.label = label
        self.text = text
        self.rest = "" if text else rest
        self.is_sum_left = True  # the number that follows is what the others leave of a sum
        self.picks: list[NumberKey] = []
        self.further: FurtherKey | None = None
        self.is_now = False  # the keypad types into it
        self.high: int | None = None  # taps start again at 0 after this number
        self.usual_high: int | None = None
        self.is_signed = False  # it may be below zero
        self.is_in_use = False  # the count that was tapped last
        self.adds: Sequence[int] = ()  # the keys, by the number that each adds
        self.quick: Sequence[int] = ()  # numbers that have a key of their own
        self.aim = ""  # the number that the side aims at, such as its bid
        self.aim_label: Words | None = None
        self.switches: list[SideKey] = []
        self.adding: AddingKeys | None = None
        self.has_keys = False  # room for keys in the line of its name
