"""Playing a deal or a match in a test, from the game's key and the answers."""

from typing import Any

from games.match.document import Document
from games.match.sheet import Sheet, SheetRow
from games.rules import catalogue
from games.rules.game import Setup
from tests.rules.golden import NAMES


def match(key: str, deals: list[Any], players: int | None = None, closed: bool = False, **options: Any) -> Sheet:
    """The sheet of a match with these deals."""
    game = catalogue.find(key)
    assert game is not None, key
    players = players or game.players[0]
    played = Setup(game, options, players)
    return Sheet(Document(played, list(NAMES[:players]), [{"answers": answers} for answers in deals], closed))


def row(key: str, answers: Any, players: int | None = None, **options: Any) -> SheetRow:
    """The row of a single deal."""
    return match(key, [answers], players, **options).rows[0]


def points(key: str, answers: Any, players: int | None = None, **options: Any) -> list[int]:
    """What a single deal is worth; there must be nothing wrong with it."""
    found = row(key, answers, players, **options)
    assert told(found) == []
    assert all(type(number) is int for number in found.points)
    return found.points


def told(found: SheetRow) -> list[tuple[str | None, str]]:
    """Question and sentence of every problem of a row; each has its code too."""
    assert all(problem.code.isidentifier() for problem in found.problems)
    return [(problem.question, problem.words.translate(str)) for problem in found.problems]


def wrong(key: str, answers: Any, players: int | None = None, **options: Any) -> list[str | None]:
    """The questions that a single deal has problems with."""
    return [problem.question for problem in row(key, answers, players, **options).problems]


def codes(found: SheetRow) -> list[tuple[str | None, str]]:
    """Question and code of every problem of a row."""
    return [(problem.question, problem.code) for problem in found.problems]


def lines(found: SheetRow) -> list[tuple[str, list[int]]]:
    return [(line.label, list(line.points or ())) for line in found.lines]
