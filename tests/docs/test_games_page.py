"""docs/games.md has the questions of the form, and every house rule."""

import json
import re

import pytest

from games.rules import catalogue
from games.rules.game import Game
from tests.docs import markdown

CHAPTERS = markdown.GameChapters("games.md", "##")

every_game = pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)


def test_every_game_has_a_chapter() -> None:
    assert list(CHAPTERS) == catalogue.keys(), "add the chapter of the game to docs/games.md"


@every_game
def test_the_questions_are_those_of_the_form(game: Game) -> None:
    labels = [label for label, _text in markdown.rows(CHAPTERS[game.key], "question")]
    known = [question.label.split("\x04")[-1] for question in game.questions]  # without a context
    assert labels == known, f"write the questions of {game.key} in docs/games.md in the order of its `questions`"


@every_game
def test_options_and_defaults_are_those_of_the_game(game: Game) -> None:
    options = []
    for names, default, _text in markdown.rows(CHAPTERS[game.key], "option"):
        name, *only = markdown.codes(names)
        own = {key: value for value, key in re.findall(r"`([^`]+)` \(`(\w+)`\)", default)}
        if not only or game.key in only:
            options.append((name, json.loads(own.get(game.key, markdown.codes(default)[0]))))
    assert options == [(rule.name, rule.default) for rule in game.options]


@every_game
def test_the_chapter_says_where_the_sources_differ(game: Game) -> None:
    assert "\nWhere the sources differ: " in CHAPTERS[game.key]
