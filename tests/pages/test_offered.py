"""A choice whose values depend on the house rules."""

from copy import copy
from random import Random

import pytest

from games.demo.answers import Answers
from games.rules import ask, catalogue
from games.rules.capixaba import CAPIXABA
from games.rules.deal import AnyDeal
from games.rules.game import Game, Setup
from tests.pages.browser import start_match, with_values
from tests.rules.golden import NAMES

VALUES = (("clubs", "Clubs"), ("none", "No trumps"), ("all", "All trumps"))


def offered(setup: Setup) -> list[str]:
    return ["clubs", "all", "none"] if setup.options["rodar_literal"] else ["clubs"]


TRUMP = ask.Choice("trump", "Trumps", VALUES, offered=offered, need=ask.NEVER)


def setup(*, all_values: bool) -> Setup:
    return Setup(CAPIXABA, {"rodar_literal": all_values}, 4)


@pytest.mark.parametrize("value", ["clubs", "none", "all", "hearts"])
@pytest.mark.parametrize("all_values", [True, False])
def test_only_offered_values_are_accepted(value: str, all_values: bool) -> None:
    deal = AnyDeal(setup(all_values=all_values))
    is_right = value == "clubs" or (all_values and value != "hearts")
    assert [problem.code for problem in TRUMP.problems(value, deal)] == ([] if is_right else ["choice"])


def test_the_problem_lists_the_offered_values_and_the_schema_all() -> None:
    """One schema is for matches with any house rules."""
    deal = AnyDeal(setup(all_values=False))
    assert TRUMP.problems("all", deal)[0].words.translated(str) == "Choose one of: clubs."
    assert TRUMP.schema(deal.setup) == {"enum": ["clubs", "none", "all"]}


def test_invented_answers_are_offered_ones() -> None:
    chance = Random(1)
    few, many = setup(all_values=False), setup(all_values=True)
    assert {Answers(chance, few).answer(TRUMP) for _time in range(50)} == {"clubs"}
    assert {Answers(chance, many).answer(TRUMP) for _time in range(50)} == {"clubs", "none", "all"}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    game = copy(CAPIXABA)
    game.key = "offering"
    game.questions = [TRUMP if question.name == "trump" else question for question in game.questions]
    game.by_name = {**game.by_name, "trump": TRUMP}
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, game))
    return game


@pytest.mark.parametrize(("all_values", "expected"), [(True, ["clubs", "none", "all"]), (False, ["clubs"])])
def test_the_page_draws_only_offered_values(game: Game, all_values: bool, expected: list[str]) -> None:
    table = start_match(game.key, NAMES[:4], options={"rodar_literal": all_values})
    inputs = table.get(table.path).html.root.all("input")
    assert [one.get("value") for one in inputs if one.get("name") == "trump" and one.get("value")] == expected


def test_a_null_offers_only_ouvert() -> None:
    table = start_match("skat", NAMES[:3])
    form = table.press("open:announced", with_values(table.form(), ("declarer", "0"), ("game", "null"))).form
    assert [one.get("value") for one in form.all("input") if one.get("name") == "announced"] == ["ouvert"]


def test_belote_is_not_offered_at_no_trumps() -> None:
    table = start_match("coinche", NAMES[:4], options={"no_trumps": True})
    bid = (("taker", "0"), ("contract", "100"))
    assert "belote-0" in table.press("", with_values(table.form(), *bid, ("trump", "hearts"))).text
    assert "belote-0" not in table.press("", with_values(table.form(), *bid, ("trump", "no_trump"))).text
