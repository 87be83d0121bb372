"""A folder of plug-in games that is loaded as at the start of a server, and forgotten after the test."""

import sys

import pytest

from games import rules
from games.plugins import load
from games.rules import catalogue

GAME = """
from typing import TYPE_CHECKING

from games.rules import ask
from games.rules.game import Ending, Game, Line, Part
from games.rules.words import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules.game import AnsweredDeal


def score(deal: "AnsweredDeal") -> "Sequence[Line]":
    winner = deal["winner"]
    return [Line(_("Won"), None if winner is None else deal.to(winner, 3))]


NAME = Game(
    key="KEY",
    name=_("NAME of the club"),
    aim=_("Win."),
    card=(_("Win."),),
    players=(2, 3),
    questions=(ask.Taker("winner", _("Winner")),),
    parts=(Part("all", _("All"), ("winner",)),),
    score=score,
    end=Ending(rounds=lambda setup: 3),
)
"""


def source(key, name=""):
    return GAME.replace("KEY", key).replace("NAME", (name or key).upper())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that writes these files, by their names, and loads the folder."""
    monkeypatch.setattr(catalogue, "GAMES", catalogue.GAMES)
    monkeypatch.setattr(load, "LOADED", load.LOADED)
    before = set(sys.modules)
    path = tmp_path / "games"
    path.mkdir()

    def load_files(**files):
        for name, text in files.items():
            (path / f"{name}.py").write_text(text, "utf-8")
        load.LOADED = load.load(path)
        return load.LOADED

    yield load_files
    for name in set(sys.modules) - before:
        if name.startswith("games.rules."):
            del sys.modules[name]
            vars(rules).pop(name.rpartition(".")[2], None)
    if str(path) in rules.__path__:
        rules.__path__.remove(str(path))
