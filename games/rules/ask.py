"""The kinds of questions that a game may ask about a deal.

A question finds the problems of its own answer (`problems`), returns the answer once it is complete (`full_value`),
and describes itself for other programs (`schema`). The game checks what two answers mean together. Questions that
contain other questions are in `nested.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup

    Sized = int | Callable[[Setup], int]  # the same for every match, or by its players and options
    Need = str | Callable[[AnsweredDeal], str]  # the same for every deal, or by its other answers

NEEDED = "needed"  # a deal without it is not complete
ONCE_BEGUN = "once_begun"  # may stay open; but an answer in part must be completed
NEVER = "never"  # the points need no answer to it


def always(deal: AnsweredDeal) -> bool:
    return True


def size(sized: Sized | None, setup: Setup) -> int | None:
    return sized(setup) if callable(sized) else sized


class Question:
    """A question about a deal. `when` returns whether the question applies, given the other answers."""

    kind = ""

    def __init__(
        self,
        name: str,
        label: str,
        *,
        help: str = "",
        need: Need = NEEDED,
        seldom: bool = False,
        when: Callable[[AnsweredDeal], bool] = always,
    ) -> None:
        self.name = name
        self.label = label
        self.help = help
        self.need = need
        self.seldom = seldom  # most rounds pass without an answer, so a form may fold it away
        self.when = when

    def is_needed(self, deal: AnsweredDeal) -> bool:
        """Return whether the deal is incomplete without an answer."""
        return (self.need(deal) if callable(self.need) else self.need) == NEEDED

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        """Return the problems of an answer that is not null, whatever the other answers are."""
        return []

    def full_value(self, value: Any, setup: Setup) -> Any:
        """Return the answer with the parts that follow from it, or None while a part is missing."""
        return value

    def schema(self, setup: Setup) -> dict[str, Any]:
        """Return the JSON Schema of an answer."""
        return {}

    def wrong(self, code: str, text: str, **values: Any) -> list[Problem]:
        return [Problem(self.name, code, text, **values)]


class Number(Question):
    """A whole number, such as a bid."""

    kind = "number"

    def __init__(
        self, name: str, label: str, *, low: int = 0, high: int | None = None, step: int = 1, **rest: Any
    ) -> None:
        super().__init__(name, label, **rest)
        self.low = low
        self.high = high
        self.step = step

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        problems = number_problems(self, value, self.low, self.high)
        if not problems and value % self.step:
            return self.wrong("step", _("%(value)s is not a multiple of %(step)s."), value=value, step=self.step)
        return problems

    def schema(self, setup: Setup) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer", "minimum": self.low}
        if self.high is not None:
            schema["maximum"] = self.high
        if self.step > 1:
            schema["multipleOf"] = self.step
        return schema


class Tally(Question):
    """A whole number for every side. The numbers add up to `total`, or to `most` at most."""

    kind = "tally"

    def __init__(
        self,
        name: str,
        label: str,
        *,
        total: Sized | None = None,
        most: Sized | None = None,
        low: int = 0,
        high: int | None = None,
        usual_high: int | None = None,
        few: bool = False,
        begins: str = "",
        usual_sum: str = "",
        off: str = _("These add up to %(sum)s; they must add up to %(total)s."),
        over: str = _("These add up to %(sum)s; they can be at most %(total)s."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.total = total
        self.most = most
        self.low = low
        self.high = high
        self.usual_high = usual_high  # while people type, the cursor moves on as if it were the highest
        self.few = few  # mostly 0 or 1: entered by counting up, not by typing
        self.begins = begins  # the question whose side the cursor begins with
        self.usual_sum = usual_sum  # the option with the sum of most deals; other sums are valid
        self.off = off
        self.over = over

    def each(self, setup: Setup) -> Number:
        """Return the question for the number of one side."""
        return Number(self.name, self.label, low=self.low, high=self.highest(setup))

    def highest(self, setup: Setup) -> int | None:
        """Return the highest number of one side, or None if there is no limit."""
        for limit in (self.high, size(self.total, setup), size(self.most, setup)):
            if limit is not None:
                return limit
        return None

    def expected(self, setup: Setup) -> int | None:
        """Return what the numbers add up to: always, or usually. None if nobody knows."""
        return setup.options[self.usual_sum] if self.usual_sum else size(self.total, setup)

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        problems = list_problems(self, value, setup.sides)
        if problems:
            return problems
        known, high = [number for number in value if number is not None], self.highest(setup)
        for number in known:
            problems = number_problems(self, number, self.low, high)
            if problems:
                return problems
        amount, total, most = sum(known), size(self.total, setup), size(self.most, setup)
        if total is not None and (amount > total or (len(known) == setup.sides and amount < total)):
            return self.wrong("sum", self.off, sum=amount, total=total)
        if most is not None and amount > most:
            return self.wrong("sum", self.over, sum=amount, total=most)
        return []

    def full_value(self, value: Any, setup: Setup) -> Any:
        total, missing = size(self.total, setup), [i for i, number in enumerate(value) if number is None]
        if not missing:
            return value
        if total is None or len(missing) > 1:
            return None
        rest = total - sum([number for number in value if number is not None])
        return [rest if number is None else number for number in value]

    def schema(self, setup: Setup) -> dict[str, Any]:
        number = self.each(setup).schema(setup)
        number["type"] = ["integer", "null"]
        return {"type": "array", "items": number, "minItems": setup.sides, "maxItems": setup.sides}


class Taker(Question):
    """The side that took something, or holds it."""

    kind = "taker"

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        if type(value) is not int or not 0 <= value < setup.sides:
            return self.wrong("side", _("Choose one of the sides: 0 to %(last)s."), last=setup.sides - 1)
        return []

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": setup.sides - 1}


class PlayerSeat(Question):
    """The player who did something, by the seat."""

    kind = "seat"

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        if type(value) is not int or not 0 <= value < setup.players:
            return self.wrong("seat", _("Choose one of the seats: 0 to %(last)s."), last=setup.players - 1)
        return []

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": setup.players - 1}


class Choice(Question):
    """One of a few values, each with a label."""

    kind = "choice"

    def __init__(
        self,
        name: str,
        label: str,
        values: Sequence[tuple[Any, str]],
        *,
        off: str = _("Choose one of: %(values)s."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.values = values
        self.off = off

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        if is_one_of(value, self.values):
            return []
        return self.wrong("choice", self.off, values=listed(self.values))

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"enum": [value for value, _label in self.values]}


class YesNo(Question):
    """True or false."""

    kind = "yes_no"

    def problems(self, value: Any, setup: Setup) -> list[Problem]:
        if type(value) is not bool:
            return self.wrong("yes_no", _("Must be true or false."))
        return []

    def schema(self, setup: Setup) -> dict[str, Any]:
        return {"type": "boolean"}


class Flag(YesNo):
    """True or no answer: false is the same as no answer."""

    kind = "flag"

    def full_value(self, value: Any, setup: Setup) -> Any:
        return True if value else None


def number_problems(question: Question, value: Any, low: int, high: int | None) -> list[Problem]:
    """Return the problems of one number within these limits."""
    if type(value) is not int:
        return question.wrong("number", _("Enter a whole number."))
    if value < low:
        return question.wrong("low", _("%(value)s is too low; the minimum is %(low)s."), value=value, low=low)
    if high is not None and value > high:
        return question.wrong("high", _("%(value)s is too high; the maximum is %(high)s."), value=value, high=high)
    return []


def is_one_of(value: Any, values: Sequence[tuple[Any, str]]) -> bool:
    """Return whether the value is one of these; `true` does not equal 1."""
    return any(type(value) is type(known) and value == known for known, _label in values)


def listed(values: Sequence[tuple[Any, str]]) -> str:
    return ", ".join([str(value) for value, _label in values])


def list_problems(question: Question, value: Any, length: int) -> list[Problem]:
    if not isinstance(value, list):
        return question.wrong("list", _("Expected a list with one entry per side or player."))
    if len(value) != length:
        return question.wrong(
            "length", _("This list has %(length)s entries; it needs %(wanted)s."), length=len(value), wanted=length
        )
    return []
