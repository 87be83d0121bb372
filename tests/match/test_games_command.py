"""`manage.py games`."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from jsonschema import Draft202012Validator

from games.match.describe import describe
from games.match.schema import document_schema
from games.rules import catalogue
from games.rules.words import plain_text

pytestmark = pytest.mark.fifth


def games(*arguments: str) -> str:
    out = StringIO()
    call_command("games", *arguments, stdout=out)
    return out.getvalue()


def test_every_game_is_listed_with_its_options_and_questions() -> None:
    sections = games().rstrip().split("\n\n")
    assert [section.split(":")[0] for section in sections] == catalogue.keys()
    for section, game in zip(sections, catalogue.GAMES, strict=True):
        assert plain_text(game.name) in section
        lines = [line.split() for line in section.splitlines()]
        names = [words[0] for words in lines[4:] if words[0] != "Questions:"]
        assert names == [item.name for item in [*game.options, *game.questions]]


@pytest.mark.parametrize(
    "line",
    [
        "  Players: 2 (2 sides); 3 (3 sides); 4 (4 sides); 4 (2 sides, teams true)",
        "    target  [151]     from 1; usual: 151, 101  Target score",
        "    most    [tricks]  tricks, cards            Three points for most",
        "    two_of_clubs     taker  needed  2♣",
        "    subtrumps  [null]   pairs of red, yellow, green, blue  Lesser trumps",
        "    knocked    yes_no  sometimes needed  Knocked instead of cutting",
    ],
)
def test_the_list_has_this_line(line: str) -> None:
    assert line in games().splitlines()


def test_json_has_all_games() -> None:
    assert json.loads(games("--json")) == [describe(game, plain_text) for game in catalogue.GAMES]


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_the_schema_is_the_schema_of_the_game(game: Any) -> None:
    schema = json.loads(games("--schema", game.key))
    Draft202012Validator.check_schema(schema)
    assert schema == document_schema(game)


@pytest.mark.parametrize("arguments", [("--schema", "whist"), ("--schema",), ("--json", "--schema", "pisti")])
def test_invalid_arguments_are_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        games(*arguments)
