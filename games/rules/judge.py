"""The one judge of a deal: is it right, what follows from it, and what is still to be asked?

The same judge for the page, the API, the phone and the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.ask import ONCE_BEGUN
from games.rules.game import Deal, Match
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def judge(match: Match, number: int, before: Sequence[int], answers: dict[str, Any]) -> tuple[Deal, list[Problem]]:
    """The deal as far as its answers hold, and everything that is wrong with them."""
    deal = Deal(match, number, before)
    found = unknown(match, answers)
    for question in match.game.questions:
        value = answers.get(question.name)
        if value is not None:
            wrong = question.problems(value, match)
            if wrong:
                found.extend(wrong)
                deal.wrong.append(question.name)
            elif not is_blank(value):
                add_answer(deal, question.name, value, question.full_value(value, match))
    found.extend(follow(deal))
    found.extend(match.game.problems(deal))
    return deal, in_order(match, found)


def unknown(match: Match, answers: dict[str, Any]) -> list[Problem]:
    known = [question.name for question in match.game.questions]
    return [
        Problem(name, "unknown", _("“%(name)s” is not a question of this game."), name=name)
        for name in sorted(answers)
        if name not in known and answers[name] is not None
    ]


def is_blank(value: Any) -> bool:
    """A list in which no place is answered is no answer."""
    return isinstance(value, list) and len(value) > 0 and all(one is None for one in value)


def add_answer(deal: Deal, name: str, value: Any, whole: Any) -> None:
    deal.given[name] = value
    if whole is not None:
        deal.answers[name] = whole


def follow(deal: Deal) -> list[Problem]:
    """Fill in what follows, one after the other, so that the next may build on it."""
    found = []
    for follows in deal.match.game.follows(deal):
        if fits(deal.given.get(follows.question), follows.value):
            deal.answers[follows.question] = follows.value
        else:
            values = follows.words.values
            found.append(Problem(follows.question, "contradiction", follows.words.text, **values))
    return found


def fits(given: Any, value: Any) -> bool:
    """Whether what is given says the same, as far as it goes."""
    if isinstance(given, list) and isinstance(value, list):
        return len(given) == len(value) and all(fits(one, other) for one, other in zip(given, value))
    return given is None or given == value


def in_order(match: Match, problems: list[Problem]) -> list[Problem]:
    """In the order of the questions; those about unknown ones last."""
    names = [question.name for question in match.game.questions]
    found = []
    for name in names:
        found.extend([problem for problem in problems if problem.question == name])
    found.extend([problem for problem in problems if problem.question not in names])
    return found


def open_questions(deal: Deal) -> list[str]:
    """The questions still open, in order, those that may stay open too."""
    return [
        question.name
        for question in deal.match.game.questions
        if question.name not in deal.answers and question.when(deal)
    ]


def is_complete(deal: Deal) -> bool:
    """Whether nothing more is needed to know the deal's points."""
    for question in deal.match.game.questions:
        missing = question.name not in deal.answers and question.when(deal)
        if missing and question.is_needed(deal):
            return False
        if question.need == ONCE_BEGUN and deal.begun(question.name):
            return False
    return True
