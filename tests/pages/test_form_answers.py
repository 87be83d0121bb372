"""Answers of every kind of question become fields of a form, and the same answers again."""

from random import Random
from typing import Any

import pytest

from games.match import document
from games.match.deals import same_answers
from games.match.sheet_row import SheetRow
from games.pages.entry.fields import Fields
from games.pages.entry.form_answers import FormAnswers, answered_places, answers_to_fields, in_steps, place_of
from games.pages.request import Form
from games.rules import ask, catalogue, nested
from games.rules.game import AnsweredDeal, Setup
from games.rules.judge import judge
from tests.rules import golden
from tests.rules.documents import random_answers, random_options, spoil

CASES = [(case, number) for case in golden.CASES for number in range(len(case["deals"]))]


def match(key: str, players: int | None = None, **options: Any) -> Setup:
    game = catalogue.find(key)
    assert game is not None
    return Setup(game, options, players or game.players[0])


def typed(match: Setup, **fields: str) -> FormAnswers:
    return FormAnswers(match, Form([(name.replace("_0", "-0").replace("_1", "-1"), fields[name]) for name in fields]))


def read_back(match: Setup, answers: dict[str, Any]) -> FormAnswers:
    return FormAnswers(match, Form(answers_to_fields(match, answers)))


def is_valid(match: Setup, answers: Any) -> bool:
    return isinstance(answers, dict) and not judge(match, 0, [0] * match.sides, answers)[1]


def score_again(match: Setup, answers: dict[str, Any]) -> Any:
    deal, problems = judge(match, 0, [0] * match.sides, answers)
    row = SheetRow(None, deal, problems, [0] * match.sides)
    return row.points, row.complete, row.facts, [(problem.question, problem.code) for problem in problems]


def test_golden_deals_survive_a_form() -> None:
    valid_deals = 0
    for case, number in CASES:
        played = document.read(golden.document(case)).setup
        answers = case["deals"][number]
        if is_valid(played, answers):
            parsed = read_back(played, answers)
            assert parsed.invalid_fields == []
            assert same_answers(without_empty(parsed.answers), without_empty(answers)), case
            assert score_again(played, parsed.answers) == score_again(played, answers), case
            valid_deals += 1
    assert valid_deals > 200


@pytest.mark.parametrize("key", catalogue.keys())
def test_random_answers_survive_a_form(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    for _ in range(300):
        players = chance.choice(game.players)
        options = {
            name: value
            for name, value in random_options(chance, game, players).items()
            if all(option.refusal(value, players) is None for option in game.options if option.name == name)
        }
        played = Setup(game, options, players)
        answers = random_answers(chance, played)
        parsed = read_back(played, answers)
        assert parsed.invalid_fields == []
        assert same_answers(without_empty(parsed.answers), without_empty(answers))


@pytest.mark.parametrize("key", catalogue.keys())
def test_fields_of_parsed_answers_are_the_same_fields(key: str) -> None:
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    for _ in range(100):
        played = Setup(game, {}, chance.choice(game.players))
        fields = answers_to_fields(played, random_answers(chance, played))
        assert len({name for name, _value in fields}) == len(fields)
        assert sorted(answers_to_fields(played, FormAnswers(played, Form(fields)).answers)) == sorted(fields)


def without_empty(value: Any) -> Any:
    """Return the answers without objects and lists in which nothing is answered."""
    if isinstance(value, dict):
        values = {name: without_empty(item) for name, item in value.items()}
        return {name: item for name, item in values.items() if item is not None} or None
    if isinstance(value, list):
        return None if all(without_empty(item) is None for item in value) else [without_empty(item) for item in value]
    return value


@pytest.mark.parametrize("key", catalogue.keys())
def test_invalid_answers_become_fields_and_can_be_parsed(key: str) -> None:
    """They may fit other house rules, or come from another program."""
    chance, game = Random(key), catalogue.find(key)
    assert game is not None
    for _ in range(300):
        played = Setup(game, {}, chance.choice(game.players))
        answers = random_answers(chance, played)
        for _turn in range(3):
            if answers:
                spoil(chance, answers)
        fields = answers_to_fields(played, answers)
        assert all(isinstance(name, str) and isinstance(value, str) for name, value in fields)
        judge(played, 0, [0] * played.sides, FormAnswers(played, Form(fields)).answers)


# ---- every kind of question


class OneQuestionGame:
    """A game with one question."""

    def __init__(self, question: ask.Question, players: int = 3) -> None:
        self.questions = (question,)
        self.players = players
        self.sides = players
        self.game = self


def read(question: ask.Question, *pairs: tuple[str, str]) -> FormAnswers:
    return FormAnswers(OneQuestionGame(question), Form(pairs))  # type: ignore[arg-type]


def answer(question: ask.Question, *pairs: tuple[str, str]) -> Any:
    parsed = read(question, *pairs)
    assert parsed.invalid_fields == []
    assert set(parsed.answers) <= {question.name}
    return parsed.answers.get(question.name)


def invalid_fields(question: ask.Question, *pairs: tuple[str, str]) -> list[str]:
    return [name for name, _words in read(question, *pairs).invalid_fields]


NUMBER = ask.Number("n", "N", low=0, high=9)
BID = ask.Number("n", "N", low=80, step=10)
TALLY = ask.Tally("n", "N", total=10)
SUIT = ask.Choice("n", "N", (("hearts", "H"), ("spades", "S")))
CONTRA = ask.Choice("n", "N", ((1, "None"), (2, "Contra")))
RECORD = nested.Record(
    "r", "R", (ask.Choice("card", "C", (("red", "R"),)), nested.Numbers("values", "V", low=0, high=13, least=1, most=3))
)
EACH = nested.Each("n", "N", RECORD, player=True)
DECLARATION = nested.OneOf(
    "o",
    "O",
    (
        nested.Record(
            "four", "F", (ask.Choice("rank", "R", (("J", "J"),)), ask.PlayerSeat("seat", "S", need=ask.NEVER))
        ),
        nested.Record("sequence", "S", (ask.Number("length", "L", low=3, high=8),)),
    ),
)
SEVERAL = nested.Each("n", "N", nested.Several(DECLARATION, most=4))


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_field_is_no_answer(text: str) -> None:
    for question in (NUMBER, BID, ask.Taker("n", "N"), ask.PlayerSeat("n", "N")):
        assert answer(question, ("n", text)) is None
    assert answer(TALLY, ("n-0", text), ("n-1", "")) is None
    assert answer(SUIT, ("n", "")) is None
    assert answer(ask.Flag("n", "N"), ("n", "")) is None


def test_a_number_has_at_most_six_plain_digits() -> None:
    assert answer(NUMBER, ("n", "7")) == 7
    assert answer(NUMBER, ("n", " 07 ")) == 7
    assert answer(NUMBER, ("n", "12345")) == 12345  # the question explains that it is too high
    for text in ("-1", "+1", "1.0", "1e3", "x", "٣", "²", "1 2", "1\n", "\u00a01", "1234567"):
        assert invalid_fields(NUMBER, ("n", text)) == ["n"], text


def test_a_bid_can_be_typed_in_steps() -> None:
    assert answer(BID, ("n", "8")) == 80
    assert answer(BID, ("n", "16")) == 160
    assert answer(BID, ("n", "80")) == 80
    assert answer(BID, ("n", "85")) == 85  # the question explains the problem
    assert answer(BID, ("n", "7")) == 7
    assert answer(BID, ("n", "79")) == 790
    assert in_steps(NUMBER, 1) == 1
    assert in_steps(BID, None) is None


def test_a_tally_has_one_field_per_side() -> None:
    assert answer(TALLY, ("n-0", "7"), ("n-2", "0")) == [7, None, 0]
    assert answer(TALLY, ("n-3", "7")) is None
    assert invalid_fields(TALLY, ("n-0", "x"), ("n-1", "3"), ("n-2", "1.5")) == ["n-0", "n-2"]
    assert read(TALLY, ("n-0", "x"), ("n-1", "3")).answers == {"n": [None, 3, None]}


def test_a_choice_keeps_its_type_and_unknown_texts() -> None:
    assert answer(SUIT, ("n", "hearts")) == "hearts"
    assert answer(SUIT, ("n", "Hearts")) == "Hearts"
    assert answer(CONTRA, ("n", "2")) == 2
    assert answer(CONTRA, ("n", "02")) == "02"


def test_yes_or_no_accepts_only_true_and_false() -> None:
    assert answer(ask.YesNo("n", "N"), ("n", "true")) is True
    assert answer(ask.YesNo("n", "N"), ("n", "false")) is False
    for text in ("True", "1", "on", "yes"):
        assert invalid_fields(ask.YesNo("n", "N"), ("n", text)) == ["n"]


def test_a_record_has_fields_for_every_player() -> None:
    pairs = (("n-0-card", "red"), ("n-0-values-0", "13"), ("n-0-values-2", "4"), ("n-2-values-1", "0"))
    assert answer(EACH, *pairs) == [{"card": "red", "values": [13, 4]}, None, {"values": [0]}]
    assert invalid_fields(EACH, ("n-0-values-0", "x")) == ["n-0-values-0"]


def test_a_list_has_items_of_several_kinds() -> None:
    pairs = (
        ("n-0-3-kind", "four"),
        ("n-0-3-rank", "J"),
        ("n-0-1-kind", "sequence"),
        ("n-0-1-length", "5"),
        ("n-2-0-kind", "fives"),
    )
    assert answer(SEVERAL, *pairs) == [
        [{"kind": "sequence", "length": 5}, {"kind": "four", "rank": "J"}],
        None,
        [{"kind": "fives"}],
    ]


def test_places_of_a_list_have_one_or_two_digits() -> None:
    form = Form(
        (
            ("a-2-x", "1"),
            ("a-0", "1"),
            ("a-10", "1"),
            ("a-1", ""),
            ("a-100", "1"),
            ("a-x", "1"),
            ("ab-5", "1"),
            ("a-²", "1"),
        )
    )
    assert answered_places(form, "a") == [0, 2, 10]
    assert [place_of(text) for text in ("0", "7", "99", "100", "", "-1", "x", "٣", " 1")] == [0, 7, 99] + [None] * 6


def test_false_and_zero_become_fields() -> None:
    pilotta = match("pilotta")
    assert answers_to_fields(pilotta, {"passed_out": False, "kapo": 0, "trump": None, "trick_points": [None, 0]}) == [
        ("passed_out", "false"),
        ("trick_points-1", "0"),
        ("kapo", "0"),
    ]


def test_answers_without_a_question_become_no_field() -> None:
    assert answers_to_fields(match("bisca_tres"), {"nothing": 1, "points": [71, None]}) == [("points-0", "71")]


class Percent(ask.Question):
    """A kind of question that no form knows."""

    kind = "percent"


def test_an_unknown_kind_of_question_is_an_error() -> None:
    with pytest.raises(TypeError, match="percent"):
        read(Percent("p", "P"), ("p", "5"))
    game = catalogue.find("points")
    assert game is not None
    deal = AnsweredDeal(Setup(game, {}, 2), 0, [0, 0])
    with pytest.raises(TypeError, match="percent"):
        Fields(deal, Form([]), ["Eleni", "Deniz"], ["Eleni", "Deniz"]).field(Percent("p", "P"), "p")
