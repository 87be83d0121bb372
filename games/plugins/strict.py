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
    fields = Fields([*by_name, "kind"])
    fields.update({name: strict(answer[name], by_name.get(name, question)) for name in answer})
    return fields


class Fields(dict[str, "Any"]):
    """A record that knows its fields."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.names = names

    def get(self, name: str, default: Any = None) -> Any:
        self.check(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Any:
        self.check(name)
        return super().__getitem__(name)

    def check(self, name: str) -> None:
        if name not in self.names:
            raise LookupError(f"a record has no field “{name}”")
