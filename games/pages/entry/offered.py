"""The values that a choice offers in this round, without those that the game has used up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import faults
from games.rules.words import Words, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.rules.ask import Question
    from games.rules.game import AnsweredDeal

    Label = Words | str


class OfferedValue:
    """A value with its label. `left` says how often it can still be chosen, if the game knows."""

    def __init__(self, value: Any, label: Label, left: int | None) -> None:
        self.value = str(value)
        self.label = label
        self.count = left
        self.left = Words(_("%(count)s left"), count=left) if left else None


def offered(
    question: Question, deal: AnsweredDeal, values: Sequence[tuple[Any, Label]], chosen: Sequence[str]
) -> list[OfferedValue]:
    """Return the values that can be chosen, and those that are chosen already. If none is left, return all."""
    game = deal.setup.game
    known = [
        OfferedValue(value, label, faults.value_of(game, question.remaining, deal, value)) for value, label in values
    ]
    return [one for one in known if one.count != 0 or one.value in chosen] or known
