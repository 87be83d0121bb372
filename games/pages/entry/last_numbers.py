"""The last number of a tally, which is filled in: when it is stored with a round, and when a form leaves it open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.judge import judge_answers
from games.rules.question import depends_on_place

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.position import Position
    from games.rules.game import AnsweredDeal


def tallies_of_place(deal: AnsweredDeal) -> list[ask.Tally]:
    """Return the tallies with an answer whose sum depends on the place of the round in the match."""
    tallies = [question for question in deal.setup.game.questions if isinstance(question, ask.Tally)]
    answered = [question for question in tallies if question.name in deal.answers]
    return [question for question in answered if depends_on_place(question.total, deal)]


def with_last_numbers(answers: dict[str, Any], deal: AnsweredDeal) -> dict[str, Any]:
    """Return the answers of a complete round with the numbers that would differ if earlier rounds were crossed out."""
    filled = {question.name: deal.answers[question.name] for question in tallies_of_place(deal)}
    return answers | {name: filled[name] for name in filled if name in answers}


def without_last_numbers(answers: dict[str, Any], position: Position) -> dict[str, Any]:
    """Return stored answers for a form: a number that follows in this place is open, so that it follows a correction."""
    deal = position.sheet.new_deal(position.number, position.lineup)
    if judge_answers(deal, answers):
        return answers
    shortened = {}
    for question in tallies_of_place(deal):
        numbers = answers.get(question.name)
        if numbers and None not in numbers:
            resting = ask.resting_places(deal, len(numbers))
            last = [place for place in range(len(numbers)) if place not in resting][-1]
            shortened[question.name] = [None if place == last else number for place, number in enumerate(numbers)]
    return answers | shortened
