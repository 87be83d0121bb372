"""The JSON Schema (2020-12) of the answers of one deal, and of a whole match document.

Made from the questions and the options. A schema sees the shape of an answer; whether the
answers are right together is the judge's to say. A schema takes 7.0 for 7, the judge does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.describe import seating_variants, values
from games.match.document import FORMAT

if TYPE_CHECKING:
    from typing import Any

    from games.match.describe import SeatingVariant
    from games.match.sheet import Gettext
    from games.rules.ask import Question
    from games.rules.game import Game, Match

    Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

PLAYER = {
    "anyOf": [
        {"type": "string"},
        {"type": "object", "properties": {"id": {}, "name": {"type": "string"}}, "required": ["name"]},
    ]
}


def answers_schema(match: Match, gettext: Gettext = str) -> Schema:
    """The answers of one deal of this match."""
    return {"$schema": DIALECT, "title": gettext(match.game.name)} | answers(match, gettext)


def answers(match: Match, gettext: Gettext) -> Schema:
    asked = {question.name: answer(question, match, gettext) for question in match.game.questions}
    return {"type": "object", "properties": asked, "additionalProperties": False}


def answer(question: Question, match: Match, gettext: Gettext) -> Schema:
    return worded(question.label, question.help, or_null(question.schema(match)), gettext)


def or_null(schema: Schema) -> Schema:
    """Null is no answer, and that is never wrong."""
    return {"anyOf": [schema, {"type": "null"}]}


def worded(label: str, help: str, schema: Schema, gettext: Gettext) -> Schema:
    words = {"title": gettext(label)}
    if help:
        words["description"] = gettext(help)
    return words | schema


def document_schema(game: Game, gettext: Gettext = str) -> Schema:
    """A match document of this game, with as many players as it can have."""
    options = {one.name: worded(one.label, one.help, one.schema(), gettext) for one in game.options}
    return {
        "$schema": DIALECT,
        "title": gettext(game.name),
        "type": "object",
        "required": ["format", "game", "players"],
        "properties": {
            "format": {"const": FORMAT},
            "id": {"type": ["string", "null"]},
            "game": {"const": game.key},
            "options": {"type": "object", "properties": options, "additionalProperties": False},
            "players": {"type": "array", "items": PLAYER, "minItems": min(game.players), "maxItems": max(game.players)},
            "first_dealer": {"type": "integer", "minimum": 0, "maximum": max(game.players) - 1},
            "started": {"type": ["string", "null"]},
            "closed": {"type": "boolean"},
            "deals": {"type": "array", "items": {"type": "object"}},
        },
        "oneOf": [at_table(table, gettext) for table in seating_variants(game)],
    }


def at_table(table: SeatingVariant, gettext: Gettext) -> Schema:
    """What goes with so many players and these sides: the seats, the house rules, the answers."""
    players, one = table.match.players, answers(table.match, gettext)
    required = ["options"] if table.options else []
    return {
        "required": required,
        "properties": {
            "options": options_at(table),
            "players": {"type": "array", "minItems": players, "maxItems": players},
            "first_dealer": {"type": "integer", "maximum": players - 1},
            "deals": {"type": "array", "items": {"type": "object", "properties": {"answers": or_null(one)}}},
        },
    }


def options_at(table: SeatingVariant) -> Schema:
    """The values that leave the sides of this table as they are."""
    game, players = table.match.game, table.match.players
    found = {}
    for one in game.options:
        if one.name in table.options:
            found[one.name] = {"const": table.options[one.name]}
        else:
            others = [value for value in values(one) if not leaves(table, one.name, value)]
            if others:
                found[one.name] = {"not": {"enum": others}}
            elif one.players is not None and players not in one.players:
                found[one.name] = {"const": one.default}
    return {"type": "object", "properties": found, "required": sorted(table.options)}


def leaves(table: SeatingVariant, name: str, value: Any) -> bool:
    """Whether the option may have this value here, and the same sides score."""
    match = table.match
    return match.game.sides(match.players, match.options | {name: value}) == match.sides
