"""Rounds that might have been played, of any game."""

from collections import Counter
from random import Random

import pytest

from games.demo.answers import Answers, setting
from games.demo.dealing import Dealer
from games.match.describe import seating_variants
from games.match.document import Document
from games.match.sheet import Sheet
from games.rules import ask, catalogue
from games.rules.game import Game, Setup
from games.rules.pilotta import PILOTTA
from tests.rules.golden import NAMES

GAMES = pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)


def rounds(match: Setup, count: int, *skills: float) -> Sheet:
    """Rounds of a match that has none after its end: another one follows."""
    dealer = Dealer(Random(1), match, skills or [1.0] * match.sides)
    sheet = Sheet(Document(match, list(NAMES[: match.players]), [], closed=False))
    for number in range(count):
        sheet.winners = []
        sheet.rows = sheet.rows[-1:] if number else []
        sheet.add({"answers": dealer.round(len(sheet.rows), sheet.totals)})
        assert (sheet.rows[-1].problems, sheet.rows[-1].complete) == ([], True)
    return sheet


@GAMES
def test_every_round_is_whole_and_right_at_every_table(game: Game) -> None:
    for table in seating_variants(game):
        rounds(table.match, 12)


@GAMES
def test_house_rules_are_those_that_can_be(game: Game) -> None:
    for one in game.options:
        for number in range(20):
            assert one.wrong(setting(Random(number), one)) is None


def test_whoever_plays_better_wins_more() -> None:
    won = Counter[int]()
    for seed in range(40):
        match = Setup(PILOTTA, {}, 4)
        dealer = Dealer(Random(seed), match, [1.4, 0.8])
        sheet = Sheet(Document(match, list(NAMES[:4]), [], closed=False))
        while not sheet.finished:
            sheet.add({"answers": dealer.round(len(sheet.rows), sheet.totals)})
        won.update(sheet.winners)
    assert won[0] > 30


def test_a_round_of_a_game_that_cannot_be_is_told() -> None:
    match = Setup(PILOTTA, {}, 4)
    dealer = Dealer(Random(1), match, [1, 1])
    dealer.attempt = lambda number, before: {}  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="No round of pilotta comes right"):
        dealer.round(0, [0, 0])


@GAMES
def test_an_answer_fits_its_question(game: Game) -> None:
    match = Setup(game, {}, game.players[0])
    draw = Answers(Random(2), match)
    right = Counter[str]()
    for question in game.questions:
        for _ in range(30):
            right[question.name] += not question.problems(draw.answer(question), match)
        if isinstance(question, ask.Taker | ask.PlayerSeat | ask.Choice | ask.YesNo):
            assert right[question.name] == 30
    assert all(right[question.name] for question in game.questions)
