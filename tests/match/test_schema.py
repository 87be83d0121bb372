"""The JSON Schemas are valid, accept every answer without a problem, and refuse a wrong shape."""

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
from games.rules.game import Game, Setup
from games.rules.words import plain_text
from tests.rules.documents import random_documents
from tests.rules.golden import CASES, NAMES, document

VARIANTS = [variant for game in catalogue.GAMES for variant in seating_variants(game)]


def name(variant: SeatingVariant) -> str:
    return f"{variant.setup.game.key}, {variant.setup.players} players, {variant.setup.sides} sides"


def at(key: str, players: int | None = None, **options: Any) -> Draft202012Validator:
    game = catalogue.find(key)
    assert game is not None
    return Draft202012Validator(answers_schema(Setup(game, options, players or game.players[0])))


def played(variant: SeatingVariant, **more: Any) -> dict[str, Any]:
    """Return a document of this seating variant."""
    return {
        "format": "scorekeeper.match/1",
        "game": variant.setup.game.key,
        "players": list(NAMES[: variant.setup.players]),
        **({"options": variant.options} if variant.options else {}),
        **more,
    }


def without_unknown(setup: Setup, answers: dict[str, Any] | None) -> dict[str, Any]:
    """Return the answers without unknown keys that are null: schemas refuse these, the judge does not."""
    known = [question.name for question in setup.game.questions]
    answered = {key: value for key, value in (answers or {}).items() if key in known or value is not None}
    return {key: without_null_fields(value) for key, value in answered.items()}


def without_null_fields(value: Any) -> Any:
    if isinstance(value, list):
        return [without_null_fields(item) for item in value]
    if isinstance(value, dict):
        return {key: without_null_fields(item) for key, item in value.items() if item is not None}
    return value


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_answers_schema_is_a_schema(variant: SeatingVariant) -> None:
    Draft202012Validator.check_schema(answers_schema(variant.setup))


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_document_schema_is_a_schema(game: Game) -> None:
    Draft202012Validator.check_schema(document_schema(game))


def right_answers(cases: list[dict[str, Any]]) -> dict[str, list[tuple[Setup, Any]]]:
    """Return the answers of all deals without a problem, by game."""
    right: dict[str, list[tuple[Setup, Any]]] = {}
    for case in cases:
        try:
            read = documents.read(case)
        except Refused:
            continue
        for row, deal in zip(Sheet(read).rows, read.deals, strict=True):
            if not row.problems:
                right.setdefault(read.setup.game.key, []).append((read.setup, deal.get("answers")))
    return right


@pytest.mark.parametrize("key", catalogue.keys())
def test_golden_answers_without_a_problem_are_valid(key: str) -> None:
    right = right_answers([document(case) for case in CASES if case["game"] == key])[key]
    assert len(right) > 10
    for setup, answers in right:
        assert [str(error) for error in Draft202012Validator(answers_schema(setup)).iter_errors(answers)] == []


def test_random_answers_without_a_problem_are_valid() -> None:
    for right in right_answers(list(random_documents(seed=3, count=1500))).values():
        validators: dict[tuple[int, int], Draft202012Validator] = {}
        for setup, answers in right:
            seating = (setup.players, setup.sides)
            validator = validators.setdefault(seating, Draft202012Validator(answers_schema(setup)))
            assert validator.is_valid(without_unknown(setup, answers)), answers


@pytest.mark.fifth
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['name']}")
def test_golden_documents_without_a_problem_are_valid(case: dict[str, Any]) -> None:
    golden = document(case)
    read = documents.read(golden)
    if not any(row.problems for row in Sheet(read).rows):
        schema = document_schema(read.setup.game)
        assert [str(error) for error in Draft202012Validator(schema).iter_errors(golden)] == []


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_null_is_valid_for_every_question(variant: SeatingVariant) -> None:
    validator = Draft202012Validator(answers_schema(variant.setup))
    assert validator.is_valid({})
    assert validator.is_valid({question.name: None for question in variant.setup.game.questions})


WORD, FRACTION, ANY_OBJECT = "77", 7.5, {"x": 1}


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_wrong_shape_is_not_valid_for_any_question(variant: SeatingVariant) -> None:
    validator = Draft202012Validator(answers_schema(variant.setup))
    for question in variant.setup.game.questions:
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
    ("pisa", {}, {"bids": [112, None, None]}, "more than a player can lay"),
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


@pytest.mark.parametrize(("key", "variant", "answers", "why"), BROKEN)
def test_broken_answers_are_not_valid(key: str, variant: dict[str, Any], answers: dict[str, Any], why: str) -> None:
    assert not at(key, **variant).is_valid(answers), why


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_the_document_of_every_seating_variant_is_valid(variant: SeatingVariant) -> None:
    validator = Draft202012Validator(document_schema(variant.setup.game))
    for more in (
        {},
        {"id": None, "started": None, "closed": True, "first_dealer": variant.setup.players - 1, "other": 1},
        {"deals": [{"id": "1", "answers": {}}, {"answers": None}, {}]},
        {"players": [{"id": "1", "name": name} for name in NAMES[: variant.setup.players]]},
    ):
        assert [str(error) for error in validator.iter_errors(played(variant, **more))] == []


@pytest.mark.fifth
@pytest.mark.parametrize("variant", VARIANTS, ids=name)
@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "scorekeeper.match/3"},
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
def test_an_invalid_document_is_not_valid(variant: SeatingVariant, wrong: dict[str, Any]) -> None:
    validator = Draft202012Validator(document_schema(variant.setup.game))
    assert not validator.is_valid(played(variant, **wrong))


def test_the_dealer_has_one_of_the_seats() -> None:
    for variant in VARIANTS:
        validator = Draft202012Validator(document_schema(variant.setup.game))
        assert not validator.is_valid(played(variant, first_dealer=variant.setup.players))


def test_answers_have_a_number_for_each_side() -> None:
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
        changed = {**four, "options": {"teams": teams}, "deals": [{"answers": {"jacks": jacks}}]}
        assert validator.is_valid(changed) is is_right


def test_teams_need_four_players() -> None:
    pisti = catalogue.find("pisti")
    assert pisti is not None
    validator = Draft202012Validator(document_schema(pisti))
    for variant in seating_variants(pisti)[:2]:
        assert validator.is_valid(played(variant) | {"options": {"teams": False}})
        assert not validator.is_valid(played(variant) | {"options": {"teams": True}})


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.key)
def test_schema_and_reader_accept_the_same_options(game: Game) -> None:
    validator = Draft202012Validator(document_schema(game))
    odd: tuple[Any, ...] = (None, True, False, 0, 1, 4, -1, "", "tricks", "red", [], {})
    pairs = ({"red": "blue"}, {"red": "red"}, {"red": 1}, {"red": None}, {"brown": "red"})
    for variant, rule in product(seating_variants(game), game.options):
        if rule.name not in variant.options:
            usual = tuple(rule.usual) if isinstance(rule, option.Target) else ()
            for value in (*odd, *pairs, *values(rule), *usual):
                document = played(variant, options={**variant.options, rule.name: value})
                assert validator.is_valid(document) is (rule.refusal(value, variant.setup.players) is None), value


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_no_other_option_changes_the_shape_of_the_answers(variant: SeatingVariant) -> None:
    """So one schema is right for every match of a seating variant."""
    schema = answers_schema(variant.setup)
    for rule in variant.setup.game.options:
        for value in values(rule):
            options = {rule.name: value} | variant.options
            other = Setup(variant.setup.game, options, variant.setup.players)
            if rule.refusal(value, other.players) is None and other.sides == variant.setup.sides:
                assert answers_schema(other) == schema


def test_all_texts_are_translated() -> None:
    for game in catalogue.GAMES:
        plain, loud = document_schema(game), document_schema(game, lambda text: f"<{plain_text(text)}>")
        assert texts(loud) == [f"<{text}>" for text in texts(plain)]
        assert "" not in texts(plain)


def texts(schema: Any) -> list[str]:
    """Return all titles and descriptions except the first title, which is the name of the game."""
    all_texts = []
    for key in schema if isinstance(schema, dict) else ():
        if key in ("title", "description") and "$schema" not in schema:
            all_texts.append(schema[key])
        all_texts += texts(schema[key])
    for item in schema if isinstance(schema, list) else ():
        all_texts += texts(item)
    return all_texts
