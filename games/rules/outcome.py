"""How a round ended, in one word beside its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Words

if TYPE_CHECKING:
    from games.rules.game import AnsweredDeal


class Outcome:
    """A word for the result of a round, and the side that it is about. `is_good` is None if it is neither good nor bad."""

    def __init__(self, label: str, side: int, is_good: bool | None = True) -> None:
        self.words = Words(label)
        self.side = side
        self.is_good = is_good


def no_outcome(deal: AnsweredDeal) -> Outcome | None:
    return None
