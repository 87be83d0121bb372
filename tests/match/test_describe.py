"""The description of a game is complete, in order, and can be written as JSON."""

import json
from typing import Any

import pytest

from games.match.describe import describe, seating_variants
from games.rules import ask, catalogue
from games.rules.card import sentences
from games.rules.game import Game, Setup

# Attributes of a question that only pages need: when it applies, how it is entered, its worth, and the texts of its problems.
PRIVATE = {"when", "off", "over", "few", "keys", "turns", "seldom", "begins", "first", "worth", "usual_high", "offered"}
PRIVATE |= {
    "limits",
    "quick",
    "likely",
    "often",
    "sweep",
    "adds",
    "may_add",
    "aims",
    "incomplete",
    "beside",
    "has_room",
    "may_say",
    "others_zero",
    "remaining",
    "replaces",
    "alone",
}
OTHER_NAMES = {"values": "choices"}


def described(key: str) -> dict[str, Any]:
    game = catalogue.find(key)
    assert game is not None
    return describe(game, str)


def question(key: str, name: str) -> dict[str, Any]:
    description: dict[str, Any]
    [description] = [item for item in described(key)["questions"] if item["name"] == name]
    return description


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_every_game_can_be_described(game: Game) -> None:
    description = describe(game, str)
    assert json.loads(json.dumps(description)) == description
    assert (description["key"], description["name"]) == (game.key, game.name)
    assert description["players"] == list(game.players)
    for name in ("options", "questions", "parts", "figures"):
        assert [item["name"] for item in description[name]] == [item.name for item in getattr(game, name)]
    assert description["keep"] == list(game.pinned)
    assert len(description["card"]) == len(sentences(Setup(game, {}, game.players[0])))


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_all_public_attributes_of_a_question_are_described(game: Game) -> None:
    for question, description in all_questions(list(game.questions), describe(game, str)["questions"]):
        public = {OTHER_NAMES.get(name, name) for name in vars(question)} - PRIVATE
        assert public <= set(description), description["name"]


def all_questions(questions: list[Any], described: list[dict[str, Any]]) -> list[tuple[ask.Question, dict[str, Any]]]:
    """Return questions with their descriptions, including those within other questions."""
    pairs = []
    for question, description in zip(questions, described, strict=True):
        pairs.append((question, description))
        if "of" in vars(question):
            pairs += all_questions([question.of], [description["of"]])
        for inner in ("fields", "kinds"):
            pairs += all_questions(list(getattr(question, inner, ())), description.get(inner, []))
    return pairs


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_every_seating_variant_has_its_sides(game: Game) -> None:
    for variant in describe(game, str)["tables"]:
        assert Setup(game, variant["options"], variant["players"]).sides == variant["sides"]
    assert [variant.setup.players for variant in seating_variants(game) if not variant.options] == list(game.players)


def test_pisti_is_for_two_to_four_players_or_two_pairs() -> None:
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
    assert [item["value"] for item in most["values"]] == ["tricks", "cards"]
    assert (teams["kind"], teams["default"], teams["players"]) == ("switch", False, [4])
    pairing = described("pisa")["options"][1]
    assert (pairing["kind"], pairing["default"]) == ("pairing", None)
    assert [item["value"] for item in pairing["values"]] == ["red", "yellow", "green", "blue"]


def test_questions_have_their_limits() -> None:
    assert question("pisti", "cards")["total"] == [52, 52, 52, 52]
    assert question("pisti", "tricks")["most"] == [24, 24, 24, 24]
    assert question("pisti", "tricks")["total"] is None
    assert question("pisa", "tricks")["total"] == [10, 10, 8]
    assert question("pisa", "bids")["high"] == 111
    assert (question("pisa", "bids")["usual_sum"], question("points", "points")["usual_sum"]) == ("", "sum")
    bid = question("pilotta", "bid")
    assert (bid["kind"], bid["need"], bid["low"], bid["high"], bid["step"]) == ("number", "needed", 80, None, 10)
    assert [item["value"] for item in question("pilotta", "contra")["choices"]] == [1, 2, 4]
    assert question("bisca_capixaba", "knocked")["need"] == "sometimes"


def test_questions_within_questions_are_described() -> None:
    run, four = question("pilotta", "declarations")["of"]["of"]["kinds"]
    assert [item["name"] for item in run["fields"]] == ["length", "top", "suit", "seat"]
    assert [item["name"] for item in four["fields"]] == ["rank", "seat"]
    laid = question("pisa", "laid")
    assert laid["player"] is True
    assert [item["name"] for item in laid["of"]["fields"]] == ["trump", "goal", "value"]
    values = laid["of"]["fields"][0]["fields"][1]
    assert (values["of"]["low"], values["of"]["high"], values["least"], values["most"]) == (0, 13, 1, 3)


def test_all_texts_but_empty_ones_are_translated() -> None:
    translated = []

    def loud(text: str) -> str:
        translated.append(text)
        return f"¡{text}!"

    for game in catalogue.GAMES:
        description = describe(game, loud)
        assert description["aim"] == f"¡{game.aim}!"
        assert [item["label"] for item in description["questions"]] == [f"¡{item.label}!" for item in game.questions]
        assert all(line[0] == "¡" and line[-1] == "!" for line in description["card"])
        assert (description["key"], description["name"]) == (game.key, f"¡{game.name}!")
    assert "" not in translated
