"""A question about a deal: the base of all kinds, and the sizes that its limits have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.deal import AnyDeal, all_seats
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.game import AnsweredDeal, Setup

    Sized = int | Callable[[AnsweredDeal], int | None]  # the same for every deal, or None until it is known
    Need = str | Callable[[AnsweredDeal], str]  # the same for every deal, or by its other answers

NEEDED = "needed"  # a deal without it is not complete
ONCE_BEGUN = "once_begun"  # may stay open; but an answer in part must be completed
NEVER = "never"  # the points need no answer to it
SITS_OUT = _("This player sits out in this round.")


def always(deal: AnsweredDeal) -> bool:
    return True


def never(deal: AnsweredDeal) -> bool:
    return False


def always_left(deal: AnsweredDeal, value: Any) -> int | None:
    return None


def size(sized: Sized | None, deal: AnsweredDeal) -> int | None:
    """Return a limit of this deal as far as it is judged, or None if it has none or nobody knows it yet."""
    return sized(deal) if callable(sized) else sized


def fixed_size(sized: Sized | None, setup: Setup) -> int | None:
    """Return a limit that is the same for every deal of a match, or None."""
    if not callable(sized):
        return sized
    deal = AnyDeal(setup)
    limit = sized(deal)
    return None if deal.depends else limit


class Question:
    """A question about a deal. `when` returns whether the question applies, given the other answers."""

    kind = ""
    can_nest = True  # whether other questions may contain it

    def __init__(
        self,
        name: str,
        label: str,
        *,
        help: str = "",
        need: Need = NEEDED,
        seldom: bool = False,
        often: bool = False,
        likely: Callable[[AnsweredDeal], bool] = never,
        when: Callable[[AnsweredDeal], bool] = always,
        remaining: Callable[[AnsweredDeal, Any], int | None] = always_left,
    ) -> None:
        self.name = name
        self.label = label
        self.help = help
        self.need = need
        self.seldom = seldom  # most rounds pass without an answer, so a form may fold it away
        self.often = often  # many rounds answer it although the points need no answer, so a form asks it in one tap
        self.likely = likely  # whether the other answers make one likely after all
        self.when = when
        self.remaining = remaining  # how often one of the values to choose is left, 0 for one that is not offered

    def is_needed(self, deal: AnsweredDeal) -> bool:
        """Return whether the deal is incomplete without an answer."""
        return (self.need(deal) if callable(self.need) else self.need) == NEEDED

    def problems(self, value: Any, deal: AnsweredDeal) -> list[Problem]:
        """Return the problems of an answer that is not null, given the deal as far as it is judged."""
        return []

    def full_value(self, value: Any, deal: AnsweredDeal) -> Any:
        """Return the answer with the parts that follow from it, or None while a part is missing."""
        return value

    def schema(self, setup: Setup) -> dict[str, Any]:
        """Return the JSON Schema of an answer."""
        return {}

    def all_inner(self) -> list[Question]:
        """Return the questions that this one contains, at any depth."""
        return []

    def wrong(self, code: str, text: str, **values: Any) -> list[Problem]:
        return [Problem(self.name, code, text, **values)]


def number_problems(question: Question, value: Any, low: int, high: int | None) -> list[Problem]:
    """Return the problems of one number within these limits."""
    if type(value) is not int:
        return question.wrong("number", _("Enter a whole number."))
    if value < low:
        return question.wrong("low", _("%(value)s is too low; the minimum is %(low)s."), value=value, low=low)
    if high is not None and value > high:
        return question.wrong("high", _("%(value)s is too high; the maximum is %(high)s."), value=value, high=high)
    return []


def step_problems(question: Question, value: Any, low: int, high: int | None, step: int) -> list[Problem]:
    """Return the problems of one number within these limits that must be a multiple of `step`."""
    problems = number_problems(question, value, low, high)
    if not problems and value % step:
        return question.wrong("step", _("%(value)s is not a multiple of %(step)s."), value=value, step=step)
    return problems


def seat_problems(question: Question, value: Any, deal: AnsweredDeal) -> list[Problem]:
    """Return the problems of a seat, which must play in this deal."""
    if type(value) is not int or not 0 <= value < deal.setup.players:
        return question.wrong("seat", _("Choose one of the seats: 0 to %(last)s."), last=deal.setup.players - 1)
    if deal.rests(value):
        return question.wrong("seat", SITS_OUT)
    return []


def resting_places(deal: AnsweredDeal, length: int) -> list[int]:
    """Return the places in a list of this length that belong to players who sit out."""
    if deal.setup.game.plays is all_seats or length < deal.setup.players:
        return []
    return [seat for seat in range(length) if deal.rests(seat)]


def is_one_of(value: Any, values: Sequence[tuple[Any, str]]) -> bool:
    """Return whether the value is one of these; `true` does not equal 1."""
    return type(value) in [type(known) for known, _label in values if known == value]


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
