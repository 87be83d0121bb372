"""The judge of a deal: its problems, the answers that follow from others, and the questions that are still open.

Pages, API, phone and command line all use this judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask, faults
from games.rules.deal import once
from games.rules.game import AnsweredDeal, Setup
from games.rules.most import Most
from games.rules.question import always
from games.rules.words import Problem, _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.rules.question import Question

UNKNOWN = _("“%(name)s” is not a question in this game.")


def judge(
    setup: Setup, number: int, before: Sequence[int], answers: dict[str, Any]
) -> tuple[AnsweredDeal, list[Problem]]:
    """Return the deal with the answers that are valid, and all problems of the answers."""
    deal = AnsweredDeal(setup, number, before)
    return deal, judge_answers(deal, answers)


def judge_answers(deal: AnsweredDeal, answers: dict[str, Any]) -> list[Problem]:
    """Add the valid answers to a deal that has none. Return all problems of the answers.

    If the game raises an error, this is one more problem.
    """
    game = deal.setup.game
    unknown = [name for name in answers if name not in game.by_name and answers[name] is not None]
    problems = [Problem(name, "unknown", UNKNOWN, name=name) for name in sorted(unknown)]
    depends, deal.depends = False, False
    try:
        for question in game.questions:
            name = question.name
            value = answers.get(name)
            if value is not None:
                wrong = question.problems(value, deal)
                if wrong:
                    problems.extend(in_place(wrong, deal))
                    deal.wrong.append(name)
                elif not is_blank(value):
                    deal.given[name] = value
                    full = question.full_value(value, deal)
                    if full is not None:
                        deal.answers[name] = full
                if deal.depends:  # a problem of another question does not depend on what this one has read
                    depends, deal.depends = True, False
        deal.depends = depends
        for follows in game.follows(deal):  # in order, as later ones may depend on earlier ones
            if fits(deal.given.get(follows.question), follows.value):
                deal.answers[follows.question] = follows.value
            else:
                values = follows.words.values
                wrong = [Problem(follows.question, "contradiction", follows.words.text, **values)]
                problems.extend(in_place(wrong, deal))
        deal.results = {}
        for problem in game.problems(deal):
            problems.extend(in_place([problem], deal))
    except Exception as error:
        faults.note(game, error)
        problems.append(faults.problem())
    return in_order(deal.setup, problems) if problems else []


def in_place(problems: list[Problem], deal: AnsweredDeal) -> list[Problem]:
    """Return the problems, marked if the judge has read what differs from place to place before it found them."""
    for problem in problems:
        problem.is_of_place = deal.depends
    return problems


def is_blank(value: Any) -> bool:
    """Return whether the value is a list without a single answer, which counts as no answer."""
    return isinstance(value, list) and len(value) > 0 and value.count(None) == len(value)


def fits(given: Any, value: Any) -> bool:
    """Return whether the given answer agrees with the value, as far as it is answered."""
    if isinstance(given, list) and isinstance(value, list):
        return len(given) == len(value) and all(fits(item, other) for item, other in zip(given, value))
    return given is None or given == value


def in_order(setup: Setup, problems: list[Problem]) -> list[Problem]:
    """Return the problems in the order of the questions; those of unknown questions come last."""
    ordered = []
    for name in setup.game.question_names:
        ordered.extend([problem for problem in problems if problem.question == name])
    ordered.extend([problem for problem in problems if problem.question not in setup.game.by_name])
    return ordered


def open_questions(deal: AnsweredDeal) -> list[str]:
    """Return the open questions in order, including those that may stay open."""
    questions, answers = deal.setup.game.questions, deal.answers
    try:
        return [question.name for question in questions if question.name not in answers and question.when(deal)]
    except Exception:  # one by one, to leave out only those whose condition raises an error
        return [question.name for question in questions if question.name not in answers and is_asked(question, deal)]


def is_asked(question: Question, deal: AnsweredDeal, otherwise: bool = False) -> bool:
    """Return whether the other answers leave the question open, or `otherwise` if the game raises an error."""
    try:
        return question.when(deal)
    except Exception as error:
        faults.note(deal.setup.game, error)
        return otherwise


@once
def is_complete(deal: AnsweredDeal) -> bool:
    """Return whether the points of the deal need no more answers."""
    answers = deal.answers
    for question in deal.setup.game.needed_questions:
        if question.name in answers:
            continue
        if question.name in deal.given and question.need == ask.ONCE_BEGUN:
            return False
        if question.is_needed(deal) and question.when(deal):
            return False
    return True


def unasked_answers(deal: AnsweredDeal, new_deal: Callable[[], AnsweredDeal], answers: dict[str, Any]) -> list[str]:
    """Return the questions that are answered although the other answers leave them no room. The deal has all answers.

    Such an answer is left over from before another one changed, such as the partner of a game that is now played alone.
    There are none while another answer is wrong or begun, because the next key may complete it. There are none either
    if the game raises an error before all answers are judged.
    """
    unasked: list[str] = []
    for question in deal.setup.game.questions:
        is_left_over = question.name in answers and question.when is not always and not isinstance(question, Most)
        if is_left_over and (unasked or not is_asked(question, deal, otherwise=True)):
            others = {name: answers[name] for name in answers if name not in unasked and name != question.name}
            without = new_deal()
            judge_answers(without, others)
            if not is_asked(question, without, otherwise=True):
                unasked.append(question.name)
                deal = without
    begun = [name for name in deal.given if name not in deal.answers]
    return [] if unasked and (deal.wrong or begun or deal.results is None) else unasked


def tallies_of_place(deal: AnsweredDeal) -> list[ask.Tally]:
    """Return the answered tallies whose sum depends on the place of the round: on its number, its dealer or earlier rounds."""
    found = []
    depends, results = deal.depends, deal.results
    for question in deal.setup.game.questions:
        if isinstance(question, ask.Tally) and question.name in deal.answers:
            deal.depends, deal.results = False, None  # a result of `once` would be read without what it depends on
            ask.size(question.total, deal)
            if deal.depends:
                found.append(question)
            depends = depends or deal.depends
    deal.depends, deal.results = depends, results
    return found
