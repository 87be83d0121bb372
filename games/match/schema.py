"""The JSON Schema (2020-12) of the answers of a deal, and of a match document.

The schema is built from the questions and the options. It describes the shape of each answer. The judge decides
whether the answers are right together. A schema accepts 7.0 as 7, the judge does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.match.describe import seating_variants, values
from games.match.document import FORMAT, FORMAT_OF_CHANGES
from games.match.event_fields import NO_RESULT
from games.match.limits import MOST_CHANGES
from games.match.lineups import POINTS
from games.rules.words import plain_text

if TYPE_CHECKING:
    from typing import Any

    from games.match.describe import SeatingVariant
    from games.match.sheet import Gettext
    from games.rules.ask import Question
    from games.rules.game import Game, Setup

    Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

PLAYER = {
    "anyOf": [
        {"type": "string"},
        {"type": "object", "properties": {"id": {}, "name": {"type": "string"}}, "required": ["name"]},
    ]
}


def answers_schema(setup: Setup, gettext: Gettext = plain_text) -> Schema:
    """Return the schema of the answers of a deal."""
    return {"$schema": DIALECT, "title": gettext(setup.game.name)} | answers_object(setup, gettext)


def answers_object(setup: Setup, gettext: Gettext) -> Schema:
    properties = {question.name: question_schema(question, setup, gettext) for question in setup.game.questions}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def question_schema(question: Question, setup: Setup, gettext: Gettext) -> Schema:
    return with_texts(question.label, question.help, or_null(question.schema(setup)), gettext)


def or_null(schema: Schema) -> Schema:
    """Return a schema that also accepts null: no answer, which is never wrong."""
    return {"anyOf": [schema, {"type": "null"}]}


def with_texts(label: str, help: str, schema: Schema, gettext: Gettext) -> Schema:
    texts = {"title": gettext(label)}
    if help:
        texts["description"] = gettext(help)
    return texts | schema


def document_schema(game: Game, gettext: Gettext = plain_text) -> Schema:
    """Return the schema of a match document of this game, for every number of players."""
    options = {rule.name: with_texts(rule.label, rule.help, rule.schema(), gettext) for rule in game.options}
    return {
        "$schema": DIALECT,
        "title": gettext(game.name),
        "type": "object",
        "required": ["format", "game", "players"],
        "properties": {
            "format": {"enum": [FORMAT, FORMAT_OF_CHANGES]},
            "id": {"type": ["string", "null"]},
            "game": {"const": game.key},
            "options": {"type": "object", "properties": options, "additionalProperties": False},
            "players": {"type": "array", "items": PLAYER, "minItems": min(game.players), "maxItems": max(game.players)},
            "first_dealer": {"type": "integer", "minimum": 0, "maximum": max(game.players) - 1},
            "started": {"type": ["string", "null"]},
            "closed": {"type": "boolean"},
            "result": {"enum": [None, NO_RESULT]},
            "deals": {"type": "array", "items": {"type": "object"}},
            "totals": {"type": "array", "items": {"type": "integer"}},
            "changes": {"type": "array", "items": change_schema(game), "maxItems": MOST_CHANGES},
        },
        # Where the people change, so may the number of answers.
        "if": {"properties": {"format": {"const": FORMAT}}},
        "then": {"oneOf": [variant_schema(variant, gettext) for variant in seating_variants(game)]},
    }


def change_schema(game: Game) -> Schema:
    """Return the schema of a change of the people."""
    return {
        "type": "object",
        "required": ["players", "points"],
        "properties": {
            "before": {"type": ["string", "null"]},
            "players": {"type": "array", "items": PLAYER, "minItems": min(game.players), "maxItems": max(game.players)},
            "first_dealer": {"type": ["integer", "null"], "minimum": 0, "maximum": max(game.players) - 1},
            "points": {"enum": list(POINTS)},
        },
    }


def variant_schema(variant: SeatingVariant, gettext: Gettext) -> Schema:
    """Return what differs between seating variants: the number of players, the house rules and the answers."""
    players, answers = variant.setup.players, answers_object(variant.setup, gettext)
    required = ["options"] if variant.options else []
    return {
        "required": required,
        "properties": {
            "options": variant_options(variant),
            "players": {"type": "array", "minItems": players, "maxItems": players},
            "first_dealer": {"type": "integer", "maximum": players - 1},
            "deals": {"type": "array", "items": {"type": "object", "properties": {"answers": or_null(answers)}}},
        },
    }


def variant_options(variant: SeatingVariant) -> Schema:
    """Return the schema of the options that leave the sides of this variant unchanged."""
    game, players = variant.setup.game, variant.setup.players
    properties = {}
    for rule in game.options:
        if rule.name in variant.options:
            properties[rule.name] = {"const": variant.options[rule.name]}
        else:
            others = [value for value in values(rule) if not leaves_sides(variant, rule.name, value)]
            if others:
                properties[rule.name] = {"not": {"enum": others}}
            elif rule.players is not None and players not in rule.players:
                properties[rule.name] = {"const": rule.default}
    return {"type": "object", "properties": properties, "required": sorted(variant.options)}


def leaves_sides(variant: SeatingVariant, name: str, value: Any) -> bool:
    """Return whether the same sides score if the option has this value."""
    setup = variant.setup
    return setup.game.sides(setup.players, setup.options | {name: value}) == setup.sides
