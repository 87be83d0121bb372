"""The files of games: with the bundle each is complete, and the bundle has none of their programs."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.bundle import contents, game_files
from games.bundle.strip import strip_python
from games.rules import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.fifth]


@pytest.fixture(scope="module")
def packed() -> tuple[contents.NamedText, list[contents.NamedText]]:
    return contents.bundles("en")


def modules(name: str) -> str:
    return name.split(".")[1]


def test_each_game_is_in_the_file_of_its_module_and_not_in_the_bundle(packed: Any) -> None:
    (_name, bundle), games = packed
    programs = {modules(name): contents.unpack(text) for name, text in games}
    pages = {game_files.PAGE + page for page in game_files.PAGES_APART}
    assert programs.keys() == {module for _game, module, _name in game_files.places()} | pages
    for module, own in programs.items():
        assert module in pages or f"games/rules/{module}.py" in own
        assert not own.keys() & contents.unpack(bundle).keys()


def test_a_file_with_the_bundle_is_complete(packed: Any) -> None:
    (_name, bundle), games = packed
    everything = contents.sources("en")
    for name, text in games:
        own = contents.unpack(text)
        needed = game_files.reached([f"games/rules/{modules(name)}.py"], everything)
        assert needed <= own.keys() | contents.unpack(bundle).keys(), name


def test_the_bundle_changes_with_each_game(packed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a phone never takes lines that an older game has calculated for those of its own."""
    with monkeypatch.context() as patch:
        patch.setattr(
            contents, "strip_python", lambda source: strip_python(source) + "MORE = 1\n" * ("PISTI = " in source)
        )
        (name, _bundle), games = contents.bundles("en")
    before = dict(packed[1])
    assert name != packed[0][0]
    assert {modules(game) for game, _text in games if game not in before} == {"pisti"}


def test_lists_know_a_game_without_its_file() -> None:
    listings = game_files.listings({module: module for _game, module, _name in game_files.places()}, str.upper)
    assert [listing[:8] for listing in listings] == [
        [
            game.key,
            game.name.upper(),
            game.picture,
            game.heading.upper(),
            game.search_names,
            [name.upper() for name in game.variants],
            game.players,
            game.counts,
        ]
        for game in catalogue.GAMES
    ]
    assert [listing[8:] for listing in listings if listing[0] == "pisa_ksr"] == [["pisa", "PISA_KSR", "pisa"]]


def test_each_file_has_an_address_that_answers() -> None:
    client = Client()
    script = client.get("/sw.js").content.decode()
    configuration = json.loads(re.match(r"self.configuration = (.+);\n", script)[1])  # type: ignore[index]
    assert [address for address in configuration["games"] if client.get(address).status_code != 200] == []
    assert any(f"/game.{game_files.PAGE}" in address for address in configuration["games"])
