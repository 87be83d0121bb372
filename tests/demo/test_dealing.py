"""Invented rounds of every game are valid."""

from collections import Counter
from random import Random

import pytest

from games.demo.answers import Answers, random_option_value
from games.demo.dealing import Dealer
from games.match.describe import seating_variants
from games.match.document import Document
from games.match.sheet import Sheet
from games.rules import ask, catalogue
from games.rules.deal import AnyDeal
from games.rules.game import Game, Setup
from games.rules.pilotta import PILOTTA
from games.rules.spades import SPADES
from tests.rules.golden import NAMES
from tests.rules.small_games import SOLO

GAMES = pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)


def rounds(match: Setup, count: int, *skills: float) -> Sheet:
    """Play some rounds. After the end of a match the next one begins."""
    dealer = Dealer(Random(1), match, skills or [1.0] * match.sides)
    sheet = Sheet(Document(match, list(NAMES[: match.players]), [], closed=False))
    for number in range(count):
        sheet.winners, sheet.finished = [], False
        sheet.rows = sheet.rows[-1:] if number else []
        sheet.add({"answers": dealer.round(len(sheet.rows), sheet.totals, sheet)})
        assert (sheet.rows[-1].problems, sheet.rows[-1].complete) == ([], True)
    return sheet


@GAMES
def test_every_round_is_complete_and_valid_with_any_seating(game: Game) -> None:
    for variant in seating_variants(game):
        rounds(variant.setup, 12)


@GAMES
def test_random_house_rules_are_valid(game: Game) -> None:
    for rule in game.options:
        for number in range(20):
            assert rule.value_problem(random_option_value(Random(number), rule)) is None


def test_better_players_win_more() -> None:
    wins = Counter[int]()
    for seed in range(40):
        match = Setup(PILOTTA, {}, 4)
        dealer = Dealer(Random(seed), match, [1.4, 0.8])
        sheet = Sheet(Document(match, list(NAMES[:4]), [], closed=False))
        while not sheet.finished:
            sheet.add({"answers": dealer.round(len(sheet.rows), sheet.totals, sheet)})
        wins.update(sheet.winners)
    assert wins[0] > 30


def test_bids_of_tricks_are_likely_and_end_a_match() -> None:
    """They add up to about the 13 tricks, many are met, and some team soon has 500 points."""
    match = Setup(SPADES, {}, 4)
    dealer = Dealer(Random(1), match, [1.0, 1.0])
    sheet = Sheet(Document(match, list(NAMES[:4]), [], closed=False))
    errors = []
    while not sheet.finished:
        answers = dealer.round(len(sheet.rows), sheet.totals, sheet)
        assert 10 <= sum(answers["bids"]) <= 14
        errors += [bid - count for bid, count in zip(answers["bids"], answers["tricks"], strict=True)]
        sheet.add({"answers": answers})
    assert len(sheet.rows) < 25
    assert errors.count(0) > len(errors) / 3


def test_nobody_loses_a_trick_where_there_are_none() -> None:
    """In Skull King a house rule can take the only trick out of the first round."""
    dealer = Dealer(Random(1), Setup(SPADES, {}, 4), [1.0, 1.0])
    assert [dealer.near([0, 1], 0) for _ in range(20)] == [[0, 0]] * 20


def test_a_game_without_a_valid_round_raises() -> None:
    match = Setup(PILOTTA, {}, 4)
    dealer = Dealer(Random(1), match, [1, 1])
    dealer.attempt = lambda number, before: {}  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="No round of pilotta comes right"):
        dealer.round(0, [0, 0])


@GAMES
def test_random_answers_often_fit_their_question(game: Game) -> None:
    match = Setup(game, {}, game.players[0])
    draw = Answers(Random(2), match)
    valid = Counter[str]()
    for question in game.questions:
        for _ in range(30):
            valid[question.name] += not question.problems(draw.answer(question), AnyDeal(match))
        if isinstance(question, ask.Taker | ask.PlayerSeat | ask.Choice | ask.YesNo):
            assert valid[question.name] == 30
    assert all(valid[question.name] for question in game.questions)


@pytest.mark.parametrize("players", SOLO.players)
def test_rounds_that_know_each_other_are_right(players: int) -> None:
    sheet = rounds(Setup(SOLO, {}, players), 30)
    assert sheet.rows[-1].deal.carried
