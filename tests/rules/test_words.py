"""The texts of games and pages: every placeholder gets its value."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.match import document as documents
from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules import ask, catalogue, nested
from games.rules.card import Sentence, sentences
from games.rules.game import Game, Setup
from games.rules.words import Words
from tests.rules.documents import spoil
from tests.rules.matches import played

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("rules", "match", "display", "pages")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / "games" / folder).rglob("*.py"))
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TEXT_CALLS = {
    "Problem",
    "Words",
    "Refused",
    "refused",
    "wrong",
    "Follows",
    "Moment",
}  # calls with a text and its values
ADDED = {"Moment": {"side"}}  # pages add the name of the side

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


def test_every_marked_text_is_a_literal() -> None:
    all_marks = [(name, mark) for name, tree in trees() for mark in marks(tree)]
    assert len(all_marks) > 300
    for name, mark in all_marks:
        assert len(mark.args) == 1, (name, mark.lineno)
        assert isinstance(mark.args[0], ast.Constant), (name, mark.lineno)
        assert isinstance(text_of(mark), str), (name, mark.lineno)
        assert text_of(mark).strip() == text_of(mark) != "", (name, mark.lineno)


def test_every_percent_sign_begins_a_placeholder() -> None:
    for name, tree in trees():
        for mark in marks(tree):
            assert "%" not in PLACEHOLDER.sub("", text_of(mark)), (name, mark.lineno)


def test_no_sentence_is_concatenated_from_texts() -> None:
    for name, tree in trees():
        for node in ast.walk(tree):
            parts = [node.left, node.right] if isinstance(node, ast.BinOp) else ()
            parts = (
                [part.value for part in node.values if hasattr(part, "value")]
                if isinstance(node, ast.JoinedStr)
                else parts
            )
            parts = [node.value] if isinstance(node, ast.Attribute) else parts  # such as .format
            assert not any(is_mark(part) for part in parts), (name, node.lineno)


def test_a_text_gets_the_values_of_its_placeholders() -> None:
    count = 0
    for name, tree in trees():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and called(node) in TEXT_CALLS
                and all(keyword.arg for keyword in node.keywords)
            ):
                for mark in filter(is_mark, node.args):
                    count += 1
                    values = {keyword.arg for keyword in node.keywords} | ADDED.get(called(node), set())
                    placeholders = set(PLACEHOLDER.findall(text_of(mark)))
                    assert placeholders - values == set(), (name, node.lineno)
                    assert values - placeholders - {"side"} == set(), (name, node.lineno)
    assert count > 40


def check_words(words: Words) -> None:
    sentence = words.translated(lambda text: f"¿{text}?")
    assert "%(" not in sentence, words.text
    assert sentence.startswith("¿"), words.text


def rows(game: Game) -> Iterator[SheetRow]:
    """Yield the rows of many matches, half of them with odd values in every deal."""
    chance = Random(game.key)
    for number in range(600):
        document = played(chance, game)
        if number % 2:
            for deal in document["deals"]:
                spoil(chance, deal)
        yield from Sheet(documents.read(document)).rows


@pytest.mark.fifth
@GAMES
def test_all_words_of_a_game_have_their_values(game: Game) -> None:
    problems, reasons, moments = set(), set(), set()
    for row in rows(game):
        for problem in row.problems:
            problems.add(problem.code)
            check_words(problem.words)
        for line in row.lines:
            assert line.why is None or len(line.why) == row.deal.setup.sides
            for words in filter(None, line.why or ()):
                reasons.add(words.text)
                check_words(words)
        for moment in game.moments(row.deal) if row.complete else ():
            moments.add(moment.name)
            check_words(Words(moment.words.text, side="Eleni", **moment.words.values))
            assert moment.side in [None, *range(row.deal.setup.sides)]
            assert ("%(side)s" in moment.words.text) == (moment.side is not None)
            assert moment.rare > 1
        for figure in game.figures if row.complete else ():
            counts = figure.count(row.deal)
            assert counts is None or len(counts) == row.deal.setup.sides
            assert {type(count) for count in counts or ()} <= {int, type(None)}
    assert len(problems) > 3
    assert moments, (
        f"{game.key} needs a moment that happens once in a hundred rounds or so; none did in 600 random matches"
    )


def inner(question: ask.Question) -> Iterator[ask.Question]:
    """Yield the questions within a question, at any depth."""
    parts = [question.of] if isinstance(question, nested.Each | nested.Several | nested.Numbers) else ()
    parts = question.fields if isinstance(question, nested.Record) else parts
    parts = question.kinds if isinstance(question, nested.OneOf) else parts
    for part in parts:
        yield part
        yield from inner(part)


@GAMES
def test_every_question_has_a_label_and_help(game: Game) -> None:
    for question in game.questions:
        assert question.label, question.name
        assert question.help.endswith((".", "…")), f"give the question {question.name} a `help`, a sentence"
        for part in inner(question):
            assert part.label, part.name
        for _value, label in getattr(question, "values", ()):
            assert label, question.name


@GAMES
def test_every_option_has_a_label_and_help(game: Game) -> None:
    for option in game.options:
        assert option.label, option.name
        assert option.help.endswith("."), f"give the house rule {option.name} a `help`, a sentence"
        for _value, label in getattr(option, "values", ()):
            assert label, option.name


@GAMES
def test_every_game_has_a_card_with_its_rules(game: Game) -> None:
    assert game.name
    assert game.aim.endswith(".")
    for line in game.card:
        text = line.text if isinstance(line, Sentence) else line
        assert text.endswith((".", "…")), text
    assert 3 <= len(sentences(Setup(game, {}, game.players[0]))) <= 16


@GAMES
def test_every_question_is_in_one_part(game: Game) -> None:
    names = [question.name for question in game.questions]
    listed = [name for part in game.parts for name in part.questions]
    assert sorted(listed) == sorted(names)
    assert len(set(names)) == len(names)
    assert all(part.label for part in game.parts)
    assert set(game.pinned) <= set(names)


@GAMES
def test_every_game_has_figures(game: Game) -> None:
    assert game.figures
    assert all(figure.label for figure in game.figures)


@pytest.mark.parametrize("game", [game for game in catalogue.GAMES if game.pack is not None], ids=lambda game: game.key)
def test_a_pack_has_each_card_once(game: Game) -> None:
    assert game.pack is not None
    cards = game.pack.cards()
    assert len(set(cards)) == len(cards) >= 32
    assert {fill.question for fill in game.pack.fills} <= {question.name for question in game.questions}
