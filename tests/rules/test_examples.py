"""The example matches: points, totals and problems of every round are as the examples say."""

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, SheetRow
from games.rules import catalogue
from tests.rules.example_matches import EXAMPLES, FOLDER, ExampleRound, read
from tests.rules.play import codes


def last_row(example: ExampleRound, **answers: object) -> SheetRow:
    """Return the row of the example, with more answers."""
    document = example.document()
    document["deals"][-1]["answers"] = answers | example.answers
    sheet = Sheet(documents.read(document))
    assert not any(row.problems for row in sheet.rows[:-1])
    return sheet.rows[-1]


def check(example: ExampleRound, row: SheetRow) -> None:
    if example.is_refused:
        assert example.problem in codes(row)
        assert row.points == [0] * len(row.points)
    else:
        assert codes(row) == []
        assert row.complete
        assert [row.points, row.totals] == example.points_and_totals


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_a_round_is_as_the_example_says(example: ExampleRound) -> None:
    check(example, last_row(example))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.label)
def test_null_is_the_same_as_no_answer(example: ExampleRound) -> None:
    game = catalogue.find(example.game)
    assert game is not None
    check(example, last_row(example, **{question.name: None for question in game.questions}))


def test_every_file_has_examples_of_a_game() -> None:
    assert {example.game for example in EXAMPLES} == {path.stem for path in FOLDER.iterdir()}
    assert {example.game for example in EXAMPLES} <= set(catalogue.keys())


def test_a_refused_line_is_not_part_of_its_match() -> None:
    text = 'match 2 {}\n{"a": 1} -> 1 0 | 1 0\n{"a": 2} -> refused a choice\n{"a": 3} -> -1 2 | 0 2\n\nmatch 3 {"x": 4}\n{} -> refused - over\n'
    first, refused, third, other = read("points", text)
    assert [example.deals for example in (first, refused, third, other)] == [
        [{"a": 1}],
        [{"a": 1}, {"a": 2}],
        [{"a": 1}, {"a": 3}],
        [{}],
    ]
    assert [refused.problem, other.problem] == [("a", "choice"), (None, "over")]
    assert [third.points_and_totals, other.players, other.options] == [[[-1, 2], [0, 2]], 3, {"x": 4}]
