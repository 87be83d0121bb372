"""The phone describes the games as the server does."""

import json
from pathlib import Path

import pytest

from games.match.describe import describe
from games.match.schema import document_schema
from games.rules import catalogue
from tests.phone import phone


@pytest.mark.slow
def test_descriptions_and_schemas_are_the_same_on_the_phone(node: str, tmp_path: Path) -> None:
    there = phone.run(node, "describe_games.py", b"", tmp_path).decode().splitlines()
    here = [made for game in catalogue.GAMES for made in (describe(game, str), document_schema(game))]
    assert [json.loads(line) for line in there] == here
