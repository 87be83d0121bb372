"""A sheet for trials: a wrong name raises an error there that in play has no value, for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.sheet import Sheet
from games.rules.deal import AnsweredDeal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.match.lineups import Lineup
    from games.rules.question import Question


class StrictSheet(Sheet):
    """A sheet whose deals know the fields of their records."""

    def deal_after(self, number: int, lineup: Lineup, before: list[int]) -> AnsweredDeal:
        deal = super().deal_after(number, lineup, before)
        return StrictDeal(deal.setup, deal.place, deal.totals_before, deal.dealer_seat, deal.carried_facts)


class StrictDeal(AnsweredDeal):
    """A deal whose records know their fields."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.given = NamedValues(self.setup.game.question_names, "the game has no question")

    def __getitem__(self, question: str) -> Any:
        answer = super().__getitem__(question)
        return strict(answer, self.setup.game.question(question)) if isinstance(answer, list | dict) else answer


def strict(answer: Any, question: Question) -> Any:
    """Return an answer whose records raise an error for a field that the question does not have."""
    if isinstance(answer, list):
        return [strict(item, question) for item in answer]
    if not isinstance(answer, dict):
        return answer
    inner = question.all_inner()
    by_name = {field.name: field for field in inner}
    fields = NamedValues([*by_name, "kind"], "a record has no field")
    fields.update({name: strict(answer[name], by_name.get(name, question)) for name in answer})
    return fields


class NamedValues(dict[str, "Any"]):
    """A dict that knows its names."""

    def __init__(self, names: Sequence[str], problem: str) -> None:
        super().__init__()
        self.names = names
        self.problem = problem  # the start of the sentence about another name

    def get(self, name: str, default: Any = None) -> Any:
        self.check(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self.check(name)
        return super().__getitem__(name)

    def check(self, name: str) -> None:
        if name not in self.names:
            raise LookupError(f"{self.problem} “{name}”")
