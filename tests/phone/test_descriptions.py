"""The phone describes the games like the server."""

import json
from pathlib import Path

import pytest

from games.match.describe import describe
from games.match.schema import document_schema
from games.rules import catalogue
from games.rules.words import plain_text
from tests.phone import phone


@pytest.mark.slow
def test_descriptions_and_schemas_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    theirs = phone.run(node, "describe_games.py", b"", tmp_path).decode().splitlines()
    ours = [value for game in catalogue.GAMES for value in (describe(game, plain_text), document_schema(game))]
    assert [json.loads(line) for line in theirs] == ours
