"""The questions with one or two answers: yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.question import Question
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup


class YesNo(Question):
    """True or false."""

    kind = "yes_no"

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if type(value) is not bool:
            return self.wrong("yes_no", _("Must be true or false."))
        return []

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "boolean"}


class Flag(YesNo):
    """True or no answer: false is the same as no answer.

    With `replaces` it is true instead of another question. A page offers it while that one has no answer, and in every
    correction. A player who chooses it there gives up all answers that are not asked beside it.
    """

    kind = "flag"

    def __init__(self, name: str, label: str, *, replaces: str = "", **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.replaces = replaces

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        return True if value else None
