"""Answers to questions that are no longer asked, because another answer changed: no page shows or saves them."""

from functools import partial
from random import Random
from typing import Any

import pytest

from games.demo.answers import random_option_value
from games.demo.dealing import Dealer
from games.match.sheet_row import SheetRow
from games.rules import catalogue, faults
from games.rules.deal import AnsweredDeal
from games.rules.game import Setup
from games.rules.judge import judge, judge_answers, unasked_answers
from games.rules.question import always
from tests.pages.browser import start_match, with_values

ROUNDS = 150  # of each game
BY_OPTIONS = ("pisti", "skull_king", "hearts")  # the house rules alone decide there what is asked, or one rare answer


def asked_by_others(setup: Setup, answers: dict[str, Any], name: str) -> bool:
    deal, _problems = judge(setup, 0, [0] * setup.sides, {other: answers[other] for other in answers if other != name})
    return setup.game.question(name).when(deal)


def row_of(setup: Setup, answers: dict[str, Any]) -> SheetRow:
    deal = AnsweredDeal(setup, 0, [0] * setup.sides)
    return SheetRow(None, deal, judge_answers(deal, answers), [0] * setup.sides)


@pytest.mark.parametrize("key", catalogue.keys())
def test_an_answer_that_is_not_asked_never_counts(key: str) -> None:
    """Each round gets answers of another round, as if someone had changed the first answer."""
    game = catalogue.find(key)
    assert game is not None
    chance, count = Random(key), 0
    for _ in range(ROUNDS):
        options = {rule.name: random_option_value(chance, rule) for rule in game.options}
        setup = Setup(game, options, chance.choice(game.players))
        dealer, before = Dealer(chance, setup, [1.0] * setup.sides), [0] * setup.sides
        try:
            answers = dealer.round(0, before) | dealer.round(0, before)
        except RuntimeError:  # no round comes right by these house rules
            continue
        mixed = row_of(setup, answers)
        unasked = unasked_answers(mixed.deal, partial(AnsweredDeal, setup, 0, [0] * setup.sides), answers)
        rest = {name: answers[name] for name in answers if name not in unasked}
        assert not [name for name in unasked if asked_by_others(setup, rest, name)]
        count += len(unasked)
        if unasked and not mixed.problems:
            assert row_of(setup, rest).points == mixed.points
    assert count or key in BY_OPTIONS or all(question.when is always for question in game.questions)


def test_a_solo_that_became_a_game_of_two_is_not_saved() -> None:
    table = start_match("doppelkopf")
    form = with_values(table.form(), ("re-0", "0"), ("solo", "hearts"))
    changed = [*form, ("re-1", "1")]
    page = table.press("", changed)
    assert "solo" not in [element.get("name") for element in page.form.all("input") if element.get("type") == "radio"]
    table.post(table.path, changed)
    assert table.events[-1]["data"]["answers"] == {"re": [0, 1]}


def test_a_solo_that_became_a_game_of_two_does_not_come_back_with_a_fox() -> None:
    """The foxes of the other party follow from those of one, so no number is missing."""
    table = start_match("doppelkopf")
    form = with_values(table.form(), ("re-0", "0"), ("solo", "queens"))
    changed = [*form, ("re-1", "1"), ("re_points", "155"), ("foxes-0", "1")]
    page = table.press("", changed)
    assert "one player alone" not in page.text
    assert "solo" not in [element.get("name") for element in page.form.all("input") if element.get("type") == "radio"]
    table.post(table.path, changed)
    assert table.events[-1]["data"]["answers"] == {"re": [0, 1], "re_points": 155, "foxes": [1, 0]}


def test_a_stored_answer_that_is_not_asked_is_kept_until_the_round_is_changed() -> None:
    """Other programs may write such answers: they count nothing."""
    table = start_match("sueca")
    stored = {"points": [91, 29], "revoked": 0}
    deal = table.new_ids()[0]
    event = {"id": deal, "match": table.match, "kind": "deal", "after": [], "at": "2026-11-20T19:42:10+02:00"}
    table.store(event | {"data": {"deal": deal, "answers": stored}})
    assert table.log.deals[0].answers == stored
    path = table.round(deal)
    assert table.save(path=path).events == []
    table.save(("revoked", "1"), path=path)
    assert table.log.deals[0].answers == {"revoked": 1}


def test_a_wrong_text_in_a_field_that_is_gone_refuses_nothing() -> None:
    table = start_match("sueca")
    table.save(("revoked", "0"), ("points-0", "many"))
    assert table.events[-1]["data"]["answers"] == {"revoked": 0}


@pytest.mark.parametrize("field", ["when", "follows"])
def test_an_error_of_the_game_leaves_out_no_answer(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.find("sueca")
    assert game is not None
    setup, answers = Setup(game, {}, 4), {"points": [91, 29], "revoked": 0}
    blank = partial(AnsweredDeal, setup, 0, [0, 0])
    assert unasked_answers(judge(setup, 0, [0, 0], answers)[0], blank, answers) == ["points"]
    monkeypatch.setattr(faults, "LISTENERS", [])
    monkeypatch.setattr(game.question("points") if field == "when" else game, field, lambda deal: 1 / 0)
    assert unasked_answers(judge(setup, 0, [0, 0], answers)[0], blank, answers) == []
