"""The kinds of questions that a game may ask about a deal.

A question finds the problems of its own answer (`problems`), returns the answer once it is complete (`full_value`),
and describes itself for other programs (`schema`). The game checks what two answers mean together. Questions that
contain other questions are in `nested.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.flag import Flag, YesNo
from games.rules.question import (
    NEEDED,
    NEVER,
    ONCE_BEGUN,
    SITS_OUT,
    Question,
    always,
    fixed_size,
    is_one_of,
    list_problems,
    listed,
    resting_places,
    seat_problems,
    size,
    step_problems,
)
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup
    from games.rules.question import Sized

__all__ = [
    "NEEDED",
    "NEVER",
    "ONCE_BEGUN",
    "Flag",
    "Question",
    "Sized",
    "YesNo",
    "always",
    "fixed_size",
    "resting_places",
    "size",
]


class Number(Question):
    """A whole number, such as a bid."""

    kind = "number"

    def __init__(
        self, name: str, label: str, *, low: int = 0, high: Sized | None = None, step: int = 1, **rest: Any
    ) -> None:
        super().__init__(name, label, **rest)
        self.low = low
        self.high = high
        self.step = step

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        return step_problems(self, value, self.low, size(self.high, deal), self.step)

    def schema(self, setup: Setup) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer", "minimum": self.low}
        high = fixed_size(self.high, setup)
        if high is not None:
            schema["maximum"] = high
        if self.step > 1:
            schema["multipleOf"] = self.step
        return schema


class Tally(Question):
    """A whole number for every side, every player, or each of some columns, such as two parties.

    The numbers add up to `total`, or to `most` at most.
    """

    kind = "tally"
    can_nest = False

    def __init__(
        self,
        name: str,
        label: str,
        *,
        total: Sized | None = None,
        most: Sized | None = None,
        low: int = 0,
        high: Sized | None = None,
        step: int = 1,
        player: bool = False,
        columns: Sequence[str] = (),
        usual_high: int | None = None,
        few: bool = False,
        others_zero: bool = False,
        keys: bool = False,
        sweep: tuple[str, str] | None = None,
        adds: Sequence[int] = (),
        may_add: Callable[[AnsweredDeal, int], bool] | None = None,
        beside: Sequence[str] = (),
        has_room: Callable[[AnsweredDeal, int], bool] | None = None,
        aims: str = "",
        begins: str = "",
        usual_sum: str = "",
        quick: Sequence[int] = (),
        off: str = _("These add up to %(sum)s; they must add up to %(total)s."),
        over: str = _("These add up to %(sum)s; they can be at most %(total)s."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.total, self.most = total, most
        self.low, self.high, self.step = low, high, step
        self.limits = [limit for limit in (high, total, most) if limit is not None]  # one number is within the first
        self.player = player
        self.columns = columns  # their labels
        self.usual_high = usual_high  # while people type, the cursor moves on as if it were the highest
        self.few = few  # mostly 0 or 1: entered by counting up, not by typing
        self.others_zero = others_zero  # on a page one number is enough: the sides without one have 0
        self.keys = keys  # entered by one tap on a row of numbers
        self.sweep = sweep  # the question whose side one key gives all of it, and the label of that key
        self.adds, self.may_add = adds, may_add  # keys, by what each adds to a number; whether a side is offered them
        self.beside = beside  # the question in whose rows a page shows these keys
        self.has_room = has_room  # whether the line of a side keeps room for them
        self.aims = aims  # the question with the numbers that the sides aim at, such as bids
        self.begins = begins  # the question whose side the cursor begins with
        self.usual_sum = usual_sum  # the option with the sum of most deals; other sums are valid
        self.quick = quick  # numbers with a key of their own, which a group has chosen
        self.off, self.over = off, over

    def length(self, setup: Setup) -> int:
        return len(self.columns) or (setup.players if self.player else setup.sides)

    def highest(self, deal: AnsweredDeal) -> int | None:
        """Return the highest number of one side, or None if there is no limit."""
        for limit in self.limits:
            known = size(limit, deal)
            if known is not None:
                return known
        return None

    def expected(self, deal: AnsweredDeal) -> int | None:
        """Return what the numbers add up to: always, or usually. None if nobody knows."""
        return deal.setup.options[self.usual_sum] if self.usual_sum else size(self.total, deal)

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        problems = list_problems(self, value, self.length(deal.setup))
        if problems:
            return problems
        known, high = [number for number in value if number is not None], self.highest(deal)
        low, step = self.low, self.step
        for number in known:  # this is faster than to ask for the problems of each
            if type(number) is not int or number < low or (high is not None and number > high) or number % step:
                return step_problems(self, number, low, high, step)
        resting = resting_places(deal, len(value))
        if resting:
            if [seat for seat in resting if value[seat]]:
                return self.wrong("seat", SITS_OUT)
            known += [0 for seat in resting if value[seat] is None]
        amount = sum(known)
        total = None if self.total is None else size(self.total, deal)
        if total is not None and (amount > total or (len(known) == len(value) and amount < total)):
            return self.wrong("sum", self.off, sum=amount, total=total)
        most = None if self.most is None else size(self.most, deal)
        if most is not None and amount > most:
            return self.wrong("sum", self.over, sum=amount, total=most)
        return []

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        if None not in value:
            return list(value)
        resting = resting_places(deal, len(value))
        value = [0 if number is None and seat in resting else number for seat, number in enumerate(value)]
        total, missing = size(self.total, deal), value.count(None)
        if not missing:
            return value
        if total is None or missing > 1:
            return None
        rest = total - sum([number for number in value if number is not None])
        return [rest if number is None else number for number in value]

    def schema(self, setup: Setup) -> dict[str, Any]:
        limits = [fixed_size(limit, setup) for limit in (self.high, self.total, self.most)]
        highest = [limit for limit in limits if limit is not None]
        each = Number(self.name, self.label, low=self.low, high=highest[0] if highest else None, step=self.step)
        number = each.schema(setup) | {"type": ["integer", "null"]}
        return {"type": "array", "items": number, "minItems": self.length(setup), "maxItems": self.length(setup)}


class Taker(Question):
    """The side that took something, or holds it."""

    kind = "taker"

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if type(value) is not int or not 0 <= value < deal.setup.sides:
            return self.wrong("side", _("Choose one of the sides: 0 to %(last)s."), last=deal.setup.sides - 1)
        return []

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": setup.sides - 1}


class PlayerSeat(Question):
    """The player who did something, by the seat. `alone` is the question whose player, chosen again, plays alone."""

    kind = "seat"

    def __init__(self, name: str, label: str, *, alone: str = "", **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.alone = alone

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        return seat_problems(self, value, deal)

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": setup.players - 1}


class SeatList(Question):
    """Different players, by their seats. Their order means nothing."""

    kind = "seats"

    def __init__(self, name: str, label: str, least: int, most: int, **rest: Any) -> None:
        super().__init__(name, label, **rest)
        self.least = least
        self.most = most

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        if not isinstance(value, list):
            return self.wrong("list", _("Expected a list."))
        if len(value) > self.most:
            text = _("There are %(length)s entries here; at most %(most)s are allowed.")
            return self.wrong("length", text, length=len(value), most=self.most)
        if len(value) < self.least:
            text = _("There are %(length)s entries here; at least %(least)s are needed.")
            return self.wrong("length", text, length=len(value), least=self.least)
        for place, seat in enumerate(value):
            problems = seat_problems(self, seat, deal)
            if problems:
                return problems
            if seat in value[:place]:
                return self.wrong("doubled", _("One player is chosen twice."))
        return []

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        return sorted(value)

    def schema(self, setup: Setup) -> dict[str, Any]:
        seat = {"type": "integer", "minimum": 0, "maximum": setup.players - 1}
        limits = {"minItems": self.least, "maxItems": self.most}
        return {"type": "array", "items": seat, "uniqueItems": True} | limits


class Choice(Question):
    """One of a few values, each with a label. `offered` returns those that the house rules of a match allow."""

    kind = "choice"

    def __init__(
        self,
        name: str,
        label: str,
        values: Sequence[tuple[Any, str]],
        *,
        offered: Callable[[Setup], Sequence[Any]] | None = None,
        off: str = _("Choose one of: %(values)s."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.values = values
        self.offered = offered
        self.off = off

    def values_in(self, setup: Setup) -> Sequence[tuple[Any, str]]:
        """Return the values that can be chosen in a match, with their labels."""
        if self.offered is None:
            return self.values
        offered = self.offered(setup)
        return [pair for pair in self.values if pair[0] in offered]

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        values = self.values_in(deal.setup)
        if is_one_of(value, values):
            return []
        return self.wrong("choice", self.off, values=listed(values))

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"enum": [value for value, _label in self.values]}
