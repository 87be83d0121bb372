"""A game that only a test knows: how a new kind of question or a new game is tried before it is in the catalogue."""

import pytest

from games.match.describe import describe
from games.rules import ask, catalogue
from games.rules.game import AnsweredDeal, Ending, Game, Line, Part
from tests.pages.browser import start_match
from tests.rules.golden import NAMES

POINTS = {"small": 1, "big": 3}


def score(deal: AnsweredDeal) -> list[Line]:
    size, winner = deal["size"], deal["winner"]
    return [Line("Size", None if size is None or winner is None else deal.to(winner, POINTS[size]))]


GAME = Game(
    key="award",
    name="Award",
    aim="Win.",
    card=("Win.",),
    picture="game-points",
    players=(2,),
    questions=(ask.Taker("winner", "Winner"), ask.Choice("size", "Size", (("small", "Small"), ("big", "Big")))),
    parts=(Part("all", "All", ("winner", "size")),),
    score=score,
    end=Ending(rounds=lambda setup: 3),
)


class Guess(ask.Question):
    kind = "guess"


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, GAME))


def test_own_game_is_played() -> None:
    table = start_match("award", NAMES[:2])
    table.save(("winner", "1"), ("size", "big"))
    assert table.sheet.totals == [0, 3]


def test_unknown_value_is_explained() -> None:
    answer = start_match("award", NAMES[:2]).save(("winner", "1"), ("size", "x"))
    assert answer.html.texts_of("problem") == ["Choose one of: small, big."]


def test_own_game_is_described() -> None:
    [_winner, size] = describe(GAME, str)["questions"]
    assert size["choices"][1] == {"value": "big", "label": "Big"}


def test_kind_without_a_description_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "questions", (Guess("guess", "Guess"),))
    with pytest.raises(TypeError, match="guess"):
        describe(GAME, str)
