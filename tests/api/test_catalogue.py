"""The games, and the sheet of a document that is not stored. None of this asks the database."""

import json

import pytest
from jsonschema import Draft202012Validator

from games.match.describe import describe
from games.match.score import score
from games.rules import catalogue
from games.rules.words import plain_text
from tests.api.conftest import Caller
from tests.rules.documents import random_documents

pytestmark = pytest.mark.fifth


def test_every_game_is_described(stranger: Caller) -> None:
    games = stranger.get("games/").json()["games"]
    assert games == json.loads(json.dumps([describe(game, plain_text) for game in catalogue.GAMES]))


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_game_has_its_schemas(stranger: Caller, key: str) -> None:
    game = stranger.get(f"games/{key}/").json()
    Draft202012Validator.check_schema(game["schemas"]["document"])
    assert len(game["schemas"]["answers"]) == len(game["tables"])
    for schema in game["schemas"]["answers"]:
        Draft202012Validator.check_schema(schema)


def test_a_game_is_described_in_the_language_of_who_asks(stranger: Caller, pseudo: str) -> None:
    aim = stranger.get("games/pisti/", headers={"accept-language": pseudo}).json()["aim"]
    assert aim.startswith("⟦")
    assert stranger.get("games/pisti/").json()["aim"] == catalogue.find("pisti").aim  # type: ignore[union-attr]


def test_a_document_is_scored_as_on_the_command_line(stranger: Caller) -> None:
    for document in random_documents(seed=3, count=60):
        sent = json.dumps(document).encode()
        answer = stranger.post("score/", sent)
        if answer.status_code == 200:
            assert answer.json() == json.loads(json.dumps(score(sent, plain_text)))
        else:
            assert answer.status_code == 400
            assert answer.json()["code"] == "document"
