"""The words of the games and the table: data with placeholders, all of which are filled where they are said."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, SheetRow
from games.rules import ask, catalogue, nested
from games.rules.game import Game
from games.rules.words import Words
from tests.rules.documents import spoil
from tests.rules.matches import played

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "match", "display", "pages")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / "games" / folder).rglob("*.py"))
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
SAYERS = {"Problem", "Words", "Refused", "refused", "wrong", "Follows", "Moment"}  # what takes a text and its values
GIVEN = {"Moment": {"side"}}  # who shows a moment knows the name of its side

GAMES = pytest.mark.parametrize("game", catalogue.GAMES, ids=catalogue.keys())


def trees() -> Iterator[tuple[str, ast.AST]]:
    for path in SOURCES:
        yield path.name, ast.parse(path.read_text("utf-8"))


def is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"


def marks(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if is_mark(node))


def text_of(mark: ast.Call) -> str:
    return mark.args[0].value


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_every_text_is_written_out_where_it_is_marked() -> None:
    found = [(name, mark) for name, tree in trees() for mark in marks(tree)]
    assert len(found) > 300
    for name, mark in found:
        assert len(mark.args) == 1, (name, mark.lineno)
        assert isinstance(mark.args[0], ast.Constant), (name, mark.lineno)
        assert isinstance(text_of(mark), str), (name, mark.lineno)
        assert text_of(mark).strip() == text_of(mark) != "", (name, mark.lineno)


def test_a_percent_sign_begins_a_placeholder() -> None:
    for name, tree in trees():
        for mark in marks(tree):
            assert "%" not in PLACEHOLDER.sub("", text_of(mark)), (name, mark.lineno)


def test_no_sentence_is_put_together_from_pieces() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            pieces = [node.left, node.right] if isinstance(node, ast.BinOp) else ()
            pieces = (
                [part.value for part in node.values if hasattr(part, "value")]
                if isinstance(node, ast.JoinedStr)
                else pieces
            )
            pieces = [node.value] if isinstance(node, ast.Attribute) else pieces  # such as .format
            assert not any(is_mark(piece) for piece in pieces), (name, node.lineno)


def test_a_text_is_given_the_values_it_names() -> None:
    count = 0
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in SAYERS and all(keyword.arg for keyword in node.keywords):
                for mark in filter(is_mark, node.args):
                    count += 1
                    values = {keyword.arg for keyword in node.keywords} | GIVEN.get(called(node), set())
                    named = set(PLACEHOLDER.findall(text_of(mark)))
                    assert named - values == set(), (name, node.lineno)
                    assert values - named - {"side"} == set(), (name, node.lineno)
    assert count > 40


def say(words: Words) -> None:
    said = words.translate(lambda text: f"¿{text}?")
    assert "%(" not in said, words.text
    assert said.startswith("¿"), words.text


def rows(game: Game) -> Iterator[SheetRow]:
    """Of many matches, half of them with something odd in every deal."""
    chance = Random(game.key)
    for number in range(600):
        document = played(chance, game)
        if number % 2:
            for deal in document["deals"]:
                spoil(chance, deal)
        yield from Sheet(documents.read(document)).rows


@GAMES
def test_whatever_a_game_says_has_its_values(game: Game) -> None:
    problems, reasons, moments = set(), set(), set()
    for row in rows(game):
        for problem in row.problems:
            problems.add(problem.code)
            say(problem.words)
        for line in row.lines:
            assert line.why is None or len(line.why) == row.deal.setup.sides
            for words in filter(None, line.why or ()):
                reasons.add(words.text)
                say(words)
        for moment in game.moments(row.deal) if row.complete else ():
            moments.add(moment.name)
            say(Words(moment.words.text, side="Eleni", **moment.words.values))
            assert moment.side in [None, *range(row.deal.setup.sides)]
            assert ("%(side)s" in moment.words.text) == (moment.side is not None)
            assert moment.rare > 1
        for figure in game.figures if row.complete else ():
            counts = figure.count(row.deal)
            assert counts is None or [type(count) for count in counts] == [int] * row.deal.setup.sides
    assert len(problems) > 3
    assert moments


def inner(question: ask.Question) -> Iterator[ask.Question]:
    """The questions inside a question, however deep."""
    parts = [question.of] if isinstance(question, nested.Each | nested.Several | nested.Numbers) else ()
    parts = question.fields if isinstance(question, nested.Record) else parts
    parts = question.kinds if isinstance(question, nested.OneOf) else parts
    for part in parts:
        yield part
        yield from inner(part)


@GAMES
def test_every_question_has_words_for_it(game: Game) -> None:
    for question in game.questions:
        assert question.label, question.name
        assert question.help.endswith((".", "…")), question.name
        for part in inner(question):
            assert part.label, part.name
        for _value, label in getattr(question, "values", ()):
            assert label, question.name


@GAMES
def test_every_option_has_words_for_it(game: Game) -> None:
    for option in game.options:
        assert option.label, option.name
        assert option.help.endswith("."), option.name
        for _value, label in getattr(option, "values", ()):
            assert label, option.name


@GAMES
def test_a_game_explains_itself_on_a_card(game: Game) -> None:
    assert game.name
    assert game.aim.endswith(".")
    assert 3 <= len(game.card) <= 10
    for line in game.card:
        assert line.endswith((".", "…")), line


@GAMES
def test_every_question_is_asked_in_one_part(game: Game) -> None:
    names = [question.name for question in game.questions]
    asked = [name for part in game.parts for name in part.questions]
    assert sorted(asked) == sorted(names)
    assert len(set(names)) == len(names)
    assert all(part.label for part in game.parts)
    assert set(game.pinned) <= set(names)


@GAMES
def test_a_game_has_something_to_count(game: Game) -> None:
    assert game.figures
    assert all(figure.label for figure in game.figures)


@pytest.mark.parametrize("game", [game for game in catalogue.GAMES if game.key != "points"], ids=lambda game: game.key)
def test_a_game_of_known_cards_has_its_pack(game: Game) -> None:
    assert game.pack is not None
    cards = game.pack.cards()
    assert len(set(cards)) == len(cards) >= 32
    assert {fill.question for fill in game.pack.fills} <= {question.name for question in game.questions}
