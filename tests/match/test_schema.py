"""The JSON Schemas: valid themselves, open to every answer without a problem, closed to a wrong shape."""

from itertools import product
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.match import document as documents
from games.match.describe import SeatingVariant, seating_variants, values
from games.match.errors import Refused
from games.match.schema import answers_schema, document_schema
from games.match.sheet import Sheet
from games.rules import catalogue, option
from games.rules.game import Game, Match
from tests.rules.documents import random_documents
from tests.rules.golden import CASES, NAMES, document

TABLES = [table for game in catalogue.GAMES for table in seating_variants(game)]


def name(table: SeatingVariant) -> str:
    return f"{table.match.game.key}, {table.match.players} players, {table.match.sides} sides"


def at(key: str, players: int | None = None, **options: Any) -> Draft202012Validator:
    game = catalogue.find(key)
    assert game is not None
    return Draft202012Validator(answers_schema(Match(game, options, players or game.players[0])))


def played(table: SeatingVariant, **more: Any) -> dict[str, Any]:
    """A document of this table."""
    return {
        "format": "scorekeeper.match/1",
        "game": table.match.game.key,
        "players": list(NAMES[: table.match.players]),
        **({"options": table.options} if table.options else {}),
        **more,
    }


def without_unknown(match: Match, answers: dict[str, Any] | None) -> dict[str, Any]:
    """An unknown question answered with null is as good as absent, and no business of a schema. So is an unknown field."""
    known = [question.name for question in match.game.questions]
    found = {key: value for key, value in (answers or {}).items() if key in known or value is not None}
    return {key: without_null_fields(value) for key, value in found.items()}


def without_null_fields(value: Any) -> Any:
    if isinstance(value, list):
        return [without_null_fields(one) for one in value]
    if isinstance(value, dict):
        return {key: without_null_fields(one) for key, one in value.items() if one is not None}
    return value


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_answers_schema_is_a_schema(table: SeatingVariant) -> None:
    Draft202012Validator.check_schema(answers_schema(table.match))


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_document_schema_is_a_schema(game: Game) -> None:
    Draft202012Validator.check_schema(document_schema(game))


def right_answers(cases: list[dict[str, Any]]) -> dict[str, list[tuple[Match, Any]]]:
    """The answers of all deals without a problem, by game."""
    found: dict[str, list[tuple[Match, Any]]] = {}
    for one in cases:
        try:
            read = documents.read(one)
        except Refused:
            continue
        for row, deal in zip(Sheet(read).rows, read.deals, strict=True):
            if not row.problems:
                found.setdefault(read.match.game.key, []).append((read.match, deal.get("answers")))
    return found


@pytest.mark.parametrize("key", catalogue.keys())
def test_golden_answers_without_a_problem_are_valid(key: str) -> None:
    right = right_answers([document(case) for case in CASES if case["game"] == key])[key]
    assert len(right) > 10
    for match, answers in right:
        assert [str(error) for error in Draft202012Validator(answers_schema(match)).iter_errors(answers)] == []


def test_random_answers_without_a_problem_are_valid() -> None:
    for right in right_answers(list(random_documents(seed=3, count=1500))).values():
        validators: dict[tuple[int, int], Draft202012Validator] = {}
        for match, answers in right:
            table = (match.players, match.sides)
            validator = validators.setdefault(table, Draft202012Validator(answers_schema(match)))
            assert validator.is_valid(without_unknown(match, answers)), answers


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['name']}")
def test_golden_documents_without_a_problem_are_valid(case: dict[str, Any]) -> None:
    one = document(case)
    read = documents.read(one)
    if not any(row.problems for row in Sheet(read).rows):
        schema = document_schema(read.match.game)
        assert [str(error) for error in Draft202012Validator(schema).iter_errors(one)] == []


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_null_is_no_answer_everywhere(table: SeatingVariant) -> None:
    validator = Draft202012Validator(answers_schema(table.match))
    assert validator.is_valid({})
    assert validator.is_valid({question.name: None for question in table.match.game.questions})


WORD, FRACTION, ANY_OBJECT = "7", 7.5, {"x": 1}


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_a_wrong_shape_is_wrong_for_every_question(table: SeatingVariant) -> None:
    validator = Draft202012Validator(answers_schema(table.match))
    for question in table.match.game.questions:
        for value in (WORD, FRACTION, ANY_OBJECT, -1, [1] * 9):
            assert not validator.is_valid({question.name: value}), (question.name, value)


BROKEN = [
    ("pisti", {}, {"jacks": [4]}, "too short"),
    ("pisti", {}, {"jacks": [1, 1, 2]}, "too long"),
    ("pisti", {}, {"jacks": ["1", 3]}, "a number as text"),
    ("pisti", {}, {"jacks": [True, 3]}, "true for 1"),
    ("pisti", {}, {"jacks": [5, None]}, "more than there are"),
    ("pisti", {}, {"tricks": [12.5, 9]}, "a fraction"),
    ("pisti", {}, {"two_of_clubs": 2}, "no side"),
    ("pisti", {}, {"points": [60, 60]}, "the question of another game"),
    ("pisti", {"players": 4, "teams": True}, {"jacks": [1, 1, 1, 1]}, "a number for each player of a team"),
    ("pilotta", {}, {"bid": 85}, "not in tens"),
    ("pilotta", {}, {"bid": 70}, "too low"),
    ("pilotta", {}, {"trump": "stars"}, "no suit"),
    ("pilotta", {}, {"contra": 3}, "no value"),
    ("pilotta", {}, {"passed_out": 1}, "1 for true"),
    ("pilotta", {}, {"declarations": [{}, {}]}, "no lists"),
    ("pilotta", {}, {"declarations": [[{"kind": "run"}], []]}, "no kind"),
    ("pilotta", {}, {"declarations": [[{"kind": "four", "rank": "7"}], []]}, "four sevens"),
    ("pilotta", {}, {"declarations": [[{"kind": "four", "length": 4}], []]}, "the field of a run"),
    ("pilotta", {}, {"declarations": [[{"kind": "sequence", "length": 2}], []]}, "too short a run"),
    ("pisa", {}, {"tricks": [11, None, None]}, "more tricks than there are"),
    ("pisa", {"players": 5}, {"tricks": [9, None, None, None, None]}, "more than eight with five"),
    ("pisa", {}, {"bids": [112, None, None]}, "more than anybody can lay"),
    ("pisa", {}, {"laid": [{"trump": {"card": "red", "values": []}}, None, None]}, "no card"),
    ("pisa", {}, {"laid": [{"trump": {"card": "red", "values": [1, 2, 3, 4]}}, None, None]}, "four cards"),
    ("pisa", {}, {"laid": [{"trump": {"card": "red", "values": [14]}}, None, None]}, "a 14"),
    ("pisa", {}, {"laid": [{"colour": None, "trump": {"suit": "red"}}, None, None]}, "an unknown field"),
    ("bisca_tres", {}, {"points": [121, None]}, "more than 120"),
    ("bisca_capixaba", {}, {"knocked": "yes"}, "a word for true"),
    ("bisca_capixaba", {}, {"indicator": "A"}, "an Ace"),
    ("bisca_capixaba", {}, {"heley": {"trick": 11}}, "no trick"),
    ("bisca_capixaba", {}, {"heley": [{"trick": 1}]}, "two heleys have no place"),
]


@pytest.mark.parametrize(("key", "table", "answers", "why"), BROKEN)
def test_broken_answers_are_not_valid(key: str, table: dict[str, Any], answers: dict[str, Any], why: str) -> None:
    assert not at(key, **table).is_valid(answers), why


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_the_document_of_every_table_is_valid(table: SeatingVariant) -> None:
    validator = Draft202012Validator(document_schema(table.match.game))
    for more in (
        {},
        {"id": None, "started": None, "closed": True, "first_dealer": table.match.players - 1, "other": 1},
        {"deals": [{"id": "1", "answers": {}}, {"answers": None}, {}]},
        {"players": [{"id": "1", "name": name} for name in NAMES[: table.match.players]]},
    ):
        assert [str(error) for error in validator.iter_errors(played(table, **more))] == []


@pytest.mark.parametrize("table", TABLES, ids=name)
@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "scorekeeper.match/2"},
        {"game": "whist"},
        {"players": ["Eleni"]},
        {"players": [1, 2, 3, 4]},
        {"options": {"colour": 1}},
        {"options": []},
        {"first_dealer": 8},
        {"first_dealer": "0"},
        {"deals": {}},
        {"deals": [1]},
        {"deals": [{"answers": []}]},
        {"deals": [{"answers": {"colour": 1}}]},
    ],
    ids=str,
)
def test_what_is_no_document_is_not_valid(table: SeatingVariant, wrong: dict[str, Any]) -> None:
    validator = Draft202012Validator(document_schema(table.match.game))
    assert not validator.is_valid(played(table, **wrong))


def test_the_dealer_has_a_seat_at_this_table() -> None:
    for table in TABLES:
        validator = Draft202012Validator(document_schema(table.match.game))
        assert not validator.is_valid(played(table, first_dealer=table.match.players))


def test_answers_are_those_of_the_sides_that_score() -> None:
    pisti = catalogue.find("pisti")
    assert pisti is not None
    validator = Draft202012Validator(document_schema(pisti))
    four = played(seating_variants(pisti)[2])
    for teams, jacks, is_right in (
        (False, [1, 1, 1, 1], True),
        (False, [2, 2], False),
        (True, [2, 2], True),
        (True, [1, 1, 1, 1], False),
    ):
        one = {**four, "options": {"teams": teams}, "deals": [{"answers": {"jacks": jacks}}]}
        assert validator.is_valid(one) is is_right


def test_teams_need_four_players() -> None:
    pisti = catalogue.find("pisti")
    assert pisti is not None
    validator = Draft202012Validator(document_schema(pisti))
    for table in seating_variants(pisti)[:2]:
        assert validator.is_valid(played(table) | {"options": {"teams": False}})
        assert not validator.is_valid(played(table) | {"options": {"teams": True}})


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_options_are_as_wide_as_the_game_has_them(game: Game) -> None:
    """What the schema lets pass as an option, the document's reader takes, and the other way round."""
    validator = Draft202012Validator(document_schema(game))
    odd: tuple[Any, ...] = (None, True, False, 0, 1, 4, -1, "", "tricks", "red", [], {})
    pairs = ({"red": "blue"}, {"red": "red"}, {"red": 1}, {"red": None}, {"brown": "red"})
    for table, one in product(seating_variants(game), game.options):
        if one.name not in table.options:
            usual = tuple(one.usual) if isinstance(one, option.Target) else ()
            for value in (*odd, *pairs, *values(one), *usual):
                document = played(table, options={**table.options, one.name: value})
                assert validator.is_valid(document) is (one.refused(value, table.match.players) is None), value


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_no_other_option_changes_the_shape_of_the_answers(table: SeatingVariant) -> None:
    """So that one schema holds for every match at this table."""
    usual = answers_schema(table.match)
    for one in table.match.game.options:
        for value in values(one):
            options = {one.name: value} | table.options
            other = Match(table.match.game, options, table.match.players)
            if one.refused(value, other.players) is None and other.sides == table.match.sides:
                assert answers_schema(other) == usual


def test_words_are_translated() -> None:
    for game in catalogue.GAMES:
        plain, loud = document_schema(game), document_schema(game, lambda text: f"<{text}>")
        assert texts(loud) == [f"<{text}>" for text in texts(plain)]
        assert "" not in texts(plain)


def texts(schema: Any) -> list[str]:
    """All titles and descriptions but the first title, which is the game's name."""
    found = []
    for key in schema if isinstance(schema, dict) else ():
        if key in ("title", "description") and "$schema" not in schema:
            found.append(schema[key])
        found += texts(schema[key])
    for one in schema if isinstance(schema, list) else ():
        found += texts(one)
    return found
