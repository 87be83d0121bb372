"""The template context of a game: its description, how many play it, its drawing, its questions by part."""

from collections.abc import Iterable
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.match.describe import describe
from games.rules.game import Game

Described = dict[str, Any]


def game_context(game: Game) -> Described:
    """Return the template context of a game, in the language of the page."""
    context = describe(game, gettext)
    for option in context["options"]:
        option["who"] = player_counts(option["players"] or ())
    return context | {
        "who": seating_text(context["tables"]),
        "drawing": game.picture,
        "parts_with_questions": list(questions_by_part(context)),
    }


def seating_text(tables: Iterable[Described]) -> str:
    """Return who can play, such as "2–4 players or 2 against 2"."""
    alone = [table["players"] for table in tables if table["sides"] == table["players"]]
    teams = [team_text(table["sides"], table["players"]) for table in tables if table["sides"] < table["players"]]
    return get_text_list([*([player_counts(alone)] if alone else []), *teams], gettext("or"))


def team_text(sides: int, players: int) -> str:
    each = players // sides
    if sides == 2:
        return gettext("%(each)s against %(each)s") % {"each": each}
    return gettext("%(sides)s teams of %(each)s") % {"sides": sides, "each": each}


def player_counts(counts: Iterable[int]) -> str:
    """Return the numbers of players as a text, with a range if no number is missing."""
    numbers = sorted(counts)
    if not numbers:
        return ""
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        listed = f"{numbers[0]}–{numbers[-1]}"
    else:
        # Translators: as in "2 or 4 players".
        listed = get_text_list([str(count) for count in numbers], gettext("or"))
    return ngettext("%(counts)s player", "%(counts)s players", numbers[-1]) % {"counts": listed}


def questions_by_part(game: Described) -> Iterable[Described]:
    """Yield each part with its questions, in the order of asking."""
    questions = {question["name"]: question for question in game["questions"]}
    for part in game["parts"]:
        yield {"label": part["label"], "questions": [questions[name] for name in part["questions"]]}
