"""The question who has the most, for games that need no numbers to know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.ask import Taker

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup
    from games.rules.words import Problem

TIE = "tie"


class Most(Taker):
    """The side with the most, or "tie": one answer instead of a number for every side.

    `instead_of` is the question for the numbers. A deal with this answer is not asked for them.
    """

    kind = "most"
    can_nest = False

    def __init__(self, name: str, label: str, instead_of: str, **rest: Any) -> None:
        super().__init__(name, label, when=self.is_given, **rest)
        self.instead_of = instead_of

    def is_given(self, deal: AnsweredDeal) -> bool:
        return deal.known(self.name)

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        return [] if value == TIE else super().problems(value, deal)

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"enum": list(range(setup.sides)) + [TIE]}
