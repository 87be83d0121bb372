"""The kinds of question a game may ask about a deal.

A question judges the answer to itself (`problems`), knows when it is answered in full
(`whole`) and describes itself for other programs (`schema`). What two answers mean
together is the game's to say. Kinds made of other kinds stand in `nested.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import Deal, Match

    Sized = int | Callable[[Match], int]  # the same for every match, or by its players and options
    Need = str | Callable[[Deal], str]  # the same for every deal, or by its other answers

NEEDED = "needed"  # a deal without it is not complete
ONCE_BEGUN = "once_begun"  # no answer is an answer; but what is begun must be finished
NEVER = "never"  # other answers can stand for it


def always(deal: Deal) -> bool:
    return True


def size(wanted: Sized | None, match: Match) -> int | None:
    return wanted(match) if callable(wanted) else wanted


class Question:
    """One question about a deal. `when` says whether it is asked, given the other answers."""

    kind = ""

    def __init__(
        self,
        name: str,
        label: str,
        *,
        help: str = "",
        need: Need = NEEDED,
        when: Callable[[Deal], bool] = always,
    ) -> None:
        self.name = name
        self.label = label
        self.help = help
        self.need = need
        self.when = when

    def is_needed(self, deal: Deal) -> bool:
        """Whether the deal is not complete without it."""
        return (self.need(deal) if callable(self.need) else self.need) == NEEDED

    def problems(self, value: Any, match: Match) -> list[Problem]:
        """What is wrong with an answer that is not null, whatever the other answers are."""
        return []

    def full_value(self, value: Any, match: Match) -> Any:
        """The answer with what follows from it, or None while a part is missing."""
        return value

    def schema(self, match: Match) -> dict[str, Any]:
        """The JSON Schema of an answer."""
        return {}

    def wrong(self, code: str, text: str, **values: Any) -> list[Problem]:
        return [Problem(self.name, code, text, **values)]


class Number(Question):
    """One whole number, such as a bid."""

    kind = "number"

    def __init__(
        self, name: str, label: str, *, low: int = 0, high: int | None = None, step: int = 1, **rest: Any
    ) -> None:
        super().__init__(name, label, **rest)
        self.low = low
        self.high = high
        self.step = step

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if type(value) is not int:
            return self.wrong("number", _("A whole number is needed here."))
        if value < self.low:
            return self.wrong("low", _("%(value)s is too low; the least is %(low)s."), value=value, low=self.low)
        if self.high is not None and value > self.high:
            return self.wrong("high", _("%(value)s is too high; the most is %(high)s."), value=value, high=self.high)
        if value % self.step:
            return self.wrong("step", _("%(value)s is not a multiple of %(step)s."), value=value, step=self.step)
        return []

    def schema(self, match: Match) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "integer", "minimum": self.low}
        if self.high is not None:
            found["maximum"] = self.high
        if self.step > 1:
            found["multipleOf"] = self.step
        return found


class Tally(Question):
    """A whole number for every side; together they are `total`, or `most` at most."""

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
        few: bool = False,
        off: str = _("These add up to %(sum)s; together they are %(total)s."),
        over: str = _("These add up to %(sum)s; together they are %(total)s at most."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.total = total
        self.most = most
        self.low = low
        self.high = high
        self.few = few  # mostly none or one: it is counted up, not typed
        self.off = off
        self.over = over

    def each(self, match: Match) -> Number:
        """One of the numbers, as a question of its own."""
        for limit in (self.high, size(self.total, match), size(self.most, match)):
            if limit is not None:
                return Number(self.name, self.label, low=self.low, high=limit)
        return Number(self.name, self.label, low=self.low)

    def problems(self, value: Any, match: Match) -> list[Problem]:
        found = list_problems(self, value, match.sides)
        if found:
            return found
        known = [number for number in value if number is not None]
        one = self.each(match)
        for number in known:
            found = one.problems(number, match)
            if found:
                return found
        return self.sum_problems(sum(known), len(known) == match.sides, match)

    def sum_problems(self, known: int, is_all: bool, match: Match) -> list[Problem]:
        total, most = size(self.total, match), size(self.most, match)
        if total is not None and (known > total or (is_all and known < total)):
            return self.wrong("sum", self.off, sum=known, total=total)
        if most is not None and known > most:
            return self.wrong("sum", self.over, sum=known, total=most)
        return []

    def full_value(self, value: Any, match: Match) -> Any:
        total, missing = size(self.total, match), [i for i, number in enumerate(value) if number is None]
        if not missing:
            return value
        if total is None or len(missing) > 1:
            return None
        rest = total - sum([number for number in value if number is not None])
        return [rest if number is None else number for number in value]

    def schema(self, match: Match) -> dict[str, Any]:
        number = self.each(match).schema(match)
        number["type"] = ["integer", "null"]
        return {"type": "array", "items": number, "minItems": match.sides, "maxItems": match.sides}


class Taker(Question):
    """The one side that took it, or holds it."""

    kind = "taker"

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if type(value) is not int or not 0 <= value < match.sides:
            return self.wrong("side", _("One of the sides is needed here: 0 to %(last)s."), last=match.sides - 1)
        return []

    def schema(self, match: Match) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": match.sides - 1}


class Seat(Question):
    """The one player who did it, by the seat."""

    kind = "seat"

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if type(value) is not int or not 0 <= value < match.players:
            return self.wrong("seat", _("One of the seats is needed here: 0 to %(last)s."), last=match.players - 1)
        return []

    def schema(self, match: Match) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": match.players - 1}


class Choice(Question):
    """One of a few values, each with a label."""

    kind = "choice"

    def __init__(
        self,
        name: str,
        label: str,
        values: Sequence[tuple[Any, str]],
        *,
        off: str = _("One of these is needed here: %(values)s."),
        **rest: Any,
    ) -> None:
        super().__init__(name, label, **rest)
        self.values = values
        self.off = off

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if is_one_of(value, self.values):
            return []
        return self.wrong("choice", self.off, values=listed(self.values))

    def schema(self, match: Match) -> dict[str, Any]:
        return {"enum": [value for value, _label in self.values]}


class YesNo(Question):
    """True or false."""

    kind = "yes_no"

    def problems(self, value: Any, match: Match) -> list[Problem]:
        if type(value) is not bool:
            return self.wrong("yes_no", _("True or false is needed here."))
        return []

    def schema(self, match: Match) -> dict[str, Any]:
        return {"type": "boolean"}


class Flag(YesNo):
    """True, or nothing: false is the same as no answer."""

    kind = "flag"

    def full_value(self, value: Any, match: Match) -> Any:
        return True if value else None


def is_one_of(value: Any, values: Sequence[tuple[Any, str]]) -> bool:
    """Whether it is one of the values; `true` is never 1."""
    return any(type(value) is type(known) and value == known for known, _label in values)


def listed(values: Sequence[tuple[Any, str]]) -> str:
    return ", ".join([str(value) for value, _label in values])


def list_problems(question: Question, value: Any, length: int) -> list[Problem]:
    if not isinstance(value, list):
        return question.wrong("list", _("A list is needed here, one place for each."))
    if len(value) != length:
        return question.wrong(
            "length", _("This list has %(length)s places; it needs %(wanted)s."), length=len(value), wanted=length
        )
    return []
