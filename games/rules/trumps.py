"""The suit of trumps, where it does not change the points: a question for notes, and what statistics count by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.rules.game import AnsweredDeal


def for_notes(suits: Sequence[tuple[str, str]], when: Callable[[AnsweredDeal], bool] = ask.always) -> ask.Choice:
    """Return the question for the trumps of a round."""
    return ask.Choice("trump", _("Trumps"), suits, need=ask.NEVER, when=when, help=_("For your notes only."))


def trump(deal: AnsweredDeal) -> str | None:
    suit: str | None = deal["trump"]
    return suit
