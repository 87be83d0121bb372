"""What a page shows of a game beside its description: who plays it, its drawing, its questions by part."""

from collections.abc import Iterable
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.match.describe import describe
from games.rules.game import Game

Shown = dict[str, Any]


def game_context(game: Game) -> Shown:
    """The game in the language of the page."""
    found = describe(game, gettext)
    for option in found["options"]:
        option["who"] = so_many(option["players"] or ())
    return found | {"who": who(found["tables"]), "drawing": game.picture, "asked": list(questions_by_part(found))}


def who(tables: Iterable[Shown]) -> str:
    """Who sits down to it: "2–4 players or 2 against 2"."""
    alone = [table["players"] for table in tables if table["sides"] == table["players"]]
    teams = [team(table["sides"], table["players"]) for table in tables if table["sides"] < table["players"]]
    return get_text_list([*([so_many(alone)] if alone else []), *teams], gettext("or"))


def team(sides: int, players: int) -> str:
    each = players // sides
    if sides == 2:
        return gettext("%(each)s against %(each)s") % {"each": each}
    return gettext("%(sides)s teams of %(each)s") % {"sides": sides, "each": each}


def so_many(counts: Iterable[int]) -> str:
    """Players in words: a range where no number is left out."""
    known = sorted(counts)
    if not known:
        return ""
    if len(known) > 1 and known == list(range(known[0], known[-1] + 1)):
        listed = f"{known[0]}–{known[-1]}"
    else:
        # Translators: as in "2 or 4 players".
        listed = get_text_list([str(count) for count in known], gettext("or"))
    return ngettext("%(counts)s player", "%(counts)s players", known[-1]) % {"counts": listed}


def questions_by_part(found: Shown) -> Iterable[Shown]:
    """The questions under the part they belong to, in the order of asking."""
    questions = {question["name"]: question for question in found["questions"]}
    for part in found["parts"]:
        yield {"label": part["label"], "questions": [questions[name] for name in part["questions"]]}
