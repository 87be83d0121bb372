"""Sums in every scored deal of a game, and the coverage of random matches."""

from functools import cache
from random import Random

import pytest

from games.match import document as documents
from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules import catalogue
from games.rules.game import Game
from tests.rules.golden import CASES, document
from tests.rules.matches import Json, played

pytestmark = pytest.mark.fifth

KEYS = catalogue.keys()
TEAM_LINES = ("bisca_capixaba", "bisca_quatro", "bisca_seis")  # every line has points for one side at most


@cache
def many(game: Game, count: int = 300) -> list[tuple[Json, Sheet]]:
    chance = Random(game.key)
    random_matches = [played(chance, game) for _ in range(count)]
    return [(played_match, Sheet(documents.read(played_match))) for played_match in random_matches]


def scored(key: str) -> list[SheetRow]:
    """Return rows with points. Without many of them the tests would prove nothing."""
    game = catalogue.find(key)
    assert game is not None
    rows = [row for _match, sheet in many(game) for row in sheet.rows if row.lines]
    assert len(rows) > 50
    return rows


@pytest.mark.parametrize("key", ["pisa", "pisa_ksr"])
def test_the_second_award_of_pisa_has_a_constant_sum(key: str) -> None:
    rows = [row for row in scored(key) if "second" in row.facts]
    assert {row.deal.setup.players for row in rows} == {3, 4, 5}
    for row in rows:
        players = row.deal.setup.players
        assert sum(row.facts["second"]) == players * (players + 1)
        assert all(type(points) is int for points in row.facts["second"])


def test_the_tricks_of_pilotta_are_sixteen_tens_or_a_kapo() -> None:
    for row in scored("pilotta"):
        tricks = [line.points for line in row.lines if line.label == "Tricks"]
        assert [sum(points or ()) for points in tricks] == [25 if row.deal.known("kapo") else 16]


@pytest.mark.parametrize("key", TEAM_LINES)
def test_a_line_of_bisca_has_points_for_one_team_at_most(key: str) -> None:
    for row in scored(key):
        for line in row.lines:
            assert 0 in (line.points or ()), line.label


# Questions about what chance hardly ever gives: a moon of which the shooter chooses, a player without a trick in Ramsch.
SELDOM = {"hearts": {"moon"}, "skat": {"no_trick"}}


@pytest.mark.fifth
@pytest.mark.parametrize("game", catalogue.GAMES, ids=KEYS)
def test_every_question_can_be_answered_in_a_complete_deal(game: Game) -> None:
    golden = [document(case) for case in CASES if case["game"] == game.key]
    seldom = SELDOM.get(game.key, set())
    assert answered(many(game)) | seldom == {question.name for question in game.questions}
    assert answered([(case, Sheet(documents.read(case))) for case in golden]) >= seldom


def answered(matches: list[tuple[Json, Sheet]]) -> set[str]:
    """Return the questions that complete deals of these matches answer."""
    names = set()
    for played_match, sheet in matches:
        for deal, row in zip(played_match["deals"], sheet.rows, strict=True):
            if row.complete:
                names.update(deal["answers"])
    return names


@pytest.mark.parametrize("game", catalogue.GAMES, ids=KEYS)
def test_random_matches_include_finished_open_and_wrong_ones(game: Game) -> None:
    sheets = [sheet for played_match, sheet in many(game) if "closed" not in played_match]
    rows = [row for sheet in sheets for row in sheet.rows]
    of_both = "tests/rules/documents.py invents matches of both kinds: change how it answers the questions of this game"
    assert {sheet.finished for sheet in sheets} == {True, False}, (
        f"{game.key}: finished matches, and open ones. {of_both}"
    )
    assert {row.complete for row in rows} == {True, False}, (
        f"{game.key}: complete rounds, and incomplete ones. {of_both}"
    )
    assert {len(row.problems) > 0 for row in rows} == {True, False}, (
        f"{game.key}: right rounds, and wrong ones. {of_both}"
    )
