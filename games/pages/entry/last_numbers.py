"""The last number of a tally, which is filled in: when a form leaves it open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.judge import judge_answers, tallies_of_place

if TYPE_CHECKING:
    from typing import Any

    from games.pages.entry.position import Position


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
