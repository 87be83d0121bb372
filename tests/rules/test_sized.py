"""Limits that hang on the round or on another answer."""

from typing import Any

import pytest

from games.rules import ask
from games.rules.deal import AnyDeal
from games.rules.game import AnsweredDeal, Ending, Game, Line, Part, Setup
from games.rules.judge import judge
from games.rules.nested import Numbers


def cards(deal: AnsweredDeal) -> int:
    return deal.number + 1


def all_hearts(deal: AnsweredDeal) -> int | None:
    return {"hearts": 13, "queens": 4}.get(deal["contract"])


BIDS = ask.Tally("bids", "Bids", high=cards)
TRICKS = ask.Tally("tricks", "Tricks", total=cards)
TAKEN = ask.Tally("taken", "Taken", total=all_hearts)
CALLED = ask.Number("called", "Called", high=cards)
LAID = Numbers("laid", "Laid", low=0, high=cards, least=1, most=cards)

GAME = Game(
    key="growing",
    name="Growing",
    aim="Win.",
    card=("Win.",),
    players=(3, 4),
    questions=(
        ask.Choice("contract", "Contract", (("hearts", "Hearts"), ("queens", "Queens")), need=ask.NEVER),
        BIDS,
        TRICKS,
        ask.Tally("taken", "Taken", total=all_hearts, need=ask.NEVER),
        CALLED,
        LAID,
    ),
    parts=(Part("all", "All", ("contract", "bids", "tricks", "taken", "called", "laid")),),
    score=lambda deal: [Line("Tricks", deal["tricks"])],
    end=Ending(rounds=lambda setup: 10),
)
SETUP = Setup(GAME, {}, 3)


@pytest.mark.parametrize(
    ("number", "answers", "wrong"),
    [
        (0, {"bids": [0, 1, 1]}, []),
        (0, {"bids": [0, 2, 1]}, [("bids", "high")]),
        (6, {"bids": [0, 7, None]}, []),
        (0, {"tricks": [0, 1, 0]}, []),
        (1, {"tricks": [0, 1, 0]}, [("tricks", "sum")]),
        (6, {"called": 7, "laid": [7, 7]}, []),
        (0, {"called": 2, "laid": [1, 1]}, [("called", "high"), ("laid", "length")]),
        (0, {"contract": "queens", "taken": [5, 0, 0]}, [("taken", "high")]),
        (0, {"contract": "hearts", "taken": [5, 5, 3]}, []),
        (0, {"taken": [5, 50, 3]}, []),
        (0, {"taken": [-1, 0, 3]}, [("taken", "low")]),
    ],
)
def test_limits_hang_on_the_deal(number: int, answers: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    _deal, problems = judge(SETUP, number, [0, 0, 0], answers)
    assert [(problem.question, problem.code) for problem in problems] == wrong


def test_nothing_follows_from_a_total_that_is_not_known_yet() -> None:
    open_deal, _problems = judge(SETUP, 0, [0, 0, 0], {"taken": [1, None, 2]})
    assert open_deal["taken"] is None
    deal, _problems = judge(SETUP, 0, [0, 0, 0], {"taken": [1, None, 2], "contract": "queens"})
    assert deal["taken"] == [1, 1, 2]


@pytest.mark.parametrize("question", [BIDS, TRICKS, TAKEN, CALLED, LAID], ids=lambda question: question.name)
def test_a_schema_has_only_limits_of_every_deal(question: ask.Question) -> None:
    text = str(question.schema(SETUP))
    assert "maximum" not in text
    assert "maxItems" not in text or isinstance(question, ask.Tally)


def test_a_limit_of_the_whole_match_is_in_the_schema() -> None:
    of_players = ask.Number("called", "Called", high=lambda deal: deal.setup.players)
    assert of_players.schema(SETUP)["maximum"] == 3


def test_a_limit_that_reads_an_answer_or_the_round_is_not_fixed() -> None:
    for sized in (cards, all_hearts, lambda deal: deal.at("bids", 0), lambda deal: int(deal.known("bids"))):
        assert ask.fixed_size(sized, SETUP) is None
    assert ask.fixed_size(5, SETUP) == 5
    assert AnyDeal(SETUP).depends is False
