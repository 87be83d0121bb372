"""Deals and matches for tests, from the key of a game and the answers."""

from typing import Any

from games.match.document import Document
from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules import catalogue
from games.rules.game import AnsweredDeal, Line, Setup
from games.rules.words import plain_text
from tests.rules.golden import NAMES


def match(key: str, deals: list[Any], players: int | None = None, closed: bool = False, **options: Any) -> Sheet:
    """Return the sheet of a match with these deals."""
    game = catalogue.find(key)
    assert game is not None, key
    players = players or game.players[0]
    setup = Setup(game, options, players)
    return Sheet(Document(setup, list(NAMES[:players]), [{"answers": answers} for answers in deals], closed))


def row(key: str, answers: Any, players: int | None = None, **options: Any) -> SheetRow:
    """Return the row of a single deal."""
    return match(key, [answers], players, **options).rows[0]


def points(key: str, answers: Any, players: int | None = None, **options: Any) -> list[int]:
    """Return the points of a single deal, which must not have problems."""
    scored = row(key, answers, players, **options)
    assert problem_texts(scored) == []
    assert all(type(number) is int for number in scored.points)
    return scored.points


def problem_texts(scored: SheetRow) -> list[tuple[str | None, str]]:
    """Return question and sentence of every problem of a row. Each problem must have a code."""
    assert all(problem.code.isidentifier() for problem in scored.problems)
    return [(problem.question, problem.words.translated(str)) for problem in scored.problems]


def wrong(key: str, answers: Any, players: int | None = None, **options: Any) -> list[str | None]:
    """Return the questions of the problems of a single deal."""
    return [problem.question for problem in row(key, answers, players, **options).problems]


def codes(scored: SheetRow) -> list[tuple[str | None, str]]:
    """Return question and code of every problem of a row."""
    return [(problem.question, problem.code) for problem in scored.problems]


def lines(scored: SheetRow) -> list[tuple[str, list[int]]]:
    return [(plain_text(line.label), list(line.points or ())) for line in scored.lines]


def lines_of(deal: AnsweredDeal) -> list[Line]:
    """Return the lines of a deal without problems."""
    return SheetRow(None, deal, [], deal.totals_before).lines
