"""What a game says about itself is whole, in order, and fit for JSON."""

import json
from typing import Any

import pytest

from games.match.describe import describe, seating_variants
from games.rules import ask, catalogue
from games.rules.game import Game, Setup

# What a question keeps to itself: whether it is asked, the words of its problems.
UNTOLD = {"when", "off", "over", "few", "turns"}  # how a page asks
OTHER_NAMES = {"values": "choices"}


def described(key: str) -> dict[str, Any]:
    game = catalogue.find(key)
    assert game is not None
    return describe(game, str)


def question(key: str, name: str) -> dict[str, Any]:
    found: dict[str, Any]
    [found] = [one for one in described(key)["questions"] if one["name"] == name]
    return found


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_every_game_can_be_described(game: Game) -> None:
    found = describe(game, str)
    assert json.loads(json.dumps(found)) == found
    assert (found["key"], found["name"], found["players"]) == (game.key, game.name, list(game.players))
    for name in ("options", "questions", "parts", "figures"):
        assert [one["name"] for one in found[name]] == [one.name for one in getattr(game, name)]
    assert found["keep"] == list(game.pinned)
    assert found["card"] == list(game.card)


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_everything_a_question_knows_is_told(game: Game) -> None:
    for one, told in all_questions(list(game.questions), describe(game, str)["questions"]):
        known = {OTHER_NAMES.get(name, name) for name in vars(one)} - UNTOLD
        assert known <= set(told), told["name"]


def all_questions(questions: list[Any], told: list[dict[str, Any]]) -> list[tuple[ask.Question, dict[str, Any]]]:
    """The questions within questions too."""
    found = []
    for one, words in zip(questions, told, strict=True):
        found.append((one, words))
        if "of" in vars(one):
            found += all_questions([one.of], [words["of"]])
        for inner in ("fields", "kinds"):
            found += all_questions(list(getattr(one, inner, ())), words.get(inner, []))
    return found


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_every_table_can_be_sat_down_to(game: Game) -> None:
    for told in describe(game, str)["tables"]:
        assert Setup(game, told["options"], told["players"]).sides == told["sides"]
    assert [table.setup.players for table in seating_variants(game) if not table.options] == list(game.players)


def test_pisti_is_played_by_two_to_four_or_two_pairs() -> None:
    assert described("pisti")["tables"] == [
        {"players": 2, "options": {}, "sides": 2},
        {"players": 3, "options": {}, "sides": 3},
        {"players": 4, "options": {}, "sides": 4},
        {"players": 4, "options": {"teams": True}, "sides": 2},
    ]


def test_options_have_their_values() -> None:
    target, most, teams = described("pisti")["options"]
    assert (target["kind"], target["default"], target["usual"]) == ("target", 151, [151, 101])
    assert (most["kind"], most["default"]) == ("pick", "tricks")
    assert [one["value"] for one in most["values"]] == ["tricks", "cards"]
    assert (teams["kind"], teams["default"], teams["players"]) == ("switch", False, [4])
    pairing = described("pisa")["options"][1]
    assert (pairing["kind"], pairing["default"]) == ("pairing", None)
    assert [one["value"] for one in pairing["values"]] == ["red", "yellow", "green", "blue"]


def test_questions_have_their_limits() -> None:
    assert question("pisti", "cards")["total"] == [52, 52, 52, 52]
    assert question("pisti", "tricks")["most"] == [24, 24, 24, 24]
    assert question("pisti", "tricks")["total"] is None
    assert question("pisa", "tricks")["total"] == [10, 10, 8]
    assert question("pisa", "bids")["high"] == 111
    bid = question("pilotta", "bid")
    assert (bid["kind"], bid["need"], bid["low"], bid["high"], bid["step"]) == ("number", "needed", 80, None, 10)
    assert [one["value"] for one in question("pilotta", "contra")["choices"]] == [1, 2, 4]
    assert question("bisca_capixaba", "knocked")["need"] == "sometimes"


def test_questions_within_questions_are_told() -> None:
    run, four = question("pilotta", "declarations")["of"]["of"]["kinds"]
    assert [one["name"] for one in run["fields"]] == ["length", "top", "suit", "seat"]
    assert [one["name"] for one in four["fields"]] == ["rank", "seat"]
    laid = question("pisa", "laid")
    assert laid["player"] is True
    assert [one["name"] for one in laid["of"]["fields"]] == ["trump", "goal", "value"]
    values = laid["of"]["fields"][0]["fields"][1]
    assert (values["of"]["low"], values["of"]["high"], values["least"], values["most"]) == (0, 13, 1, 3)


def test_words_are_translated_and_no_empty_ones() -> None:
    asked = []

    def loud(text: str) -> str:
        asked.append(text)
        return text.upper()

    for game in catalogue.GAMES:
        found = describe(game, loud)
        assert found["aim"] == game.aim.upper()
        assert [one["label"] for one in found["questions"]] == [one.label.upper() for one in game.questions]
        assert (found["key"], found["name"]) == (game.key, game.name.upper())
    assert "" not in asked
