"""A correction that changes what numbers add up to fills in none of them: nobody has counted what would follow."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.demo.dealing import Dealer
from games.pages.entry.form_answers import answers_to_fields
from games.rules import ask, catalogue
from games.rules.game import AnsweredDeal, Game, Setup
from games.rules.option import Pick, Switch
from tests.pages.browser import Pairs, Table, fields, start_match, with_values
from tests.pages.test_last_numbers import numbers
from tests.rules.golden import NAMES

SEEDS = 4
Options = dict[str, Any]


def correction(table: Table) -> str:
    return table.round(table.log.counted_deals()[0].id)


def rifki() -> Table:
    table = start_match("king", NAMES[:4], options={"style": "turkey"})
    table.save(("contract", "men"), *numbers("taken", "1 3 0 ."))
    return table


def numbers_taken(form: Pairs) -> str:
    return " ".join(value for name, value in sorted(form) if name.startswith("taken-"))


def after_choice(table: Table, *typed: tuple[str, str]) -> Pairs:
    path = correction(table)
    return fields(table.press("", with_values(table.form(path), *typed), path).form)


def test_another_contract_keeps_the_number_that_was_filled_in() -> None:
    form = after_choice(rifki(), ("contract", "tricks"))
    assert numbers_taken(form) == "1 3 0 4"


def test_a_number_typed_before_the_contract_counts() -> None:
    assert numbers_taken(after_choice(rifki(), ("taken-0", "2"), ("contract", "tricks"))) == "2 3 0 3"


def test_a_contract_with_the_same_sum_changes_nothing() -> None:
    table = start_match("king", NAMES[:4], options={"style": "turkey"})
    table.save(("contract", "tricks"), *numbers("taken", "1 3 0 ."))
    assert numbers_taken(after_choice(table, ("contract", "hearts"))) == "1 3 0", "the last number follows as before"


def test_the_numbers_do_not_fit_until_someone_corrects_them() -> None:
    table = rifki()
    path = correction(table)
    refused = table.save(("contract", "tricks"), path=path)
    assert (refused.status, refused.events) == (422, [])
    assert "These add up to 8; they must add up to 13." in refused.html.find("round").text
    table.post(path, with_values(fields(refused.form), *numbers("taken", "1 3 0 9")))
    assert table.log.counted_deals()[0].answers == {"contract": "tricks", "taken": [1, 3, 0, 9]}


def test_a_kraken_leaves_the_last_player_the_tricks_of_before() -> None:
    table = start_match("skull_king", NAMES[:4], options={"expansion": True})
    for bids, tricks in (("0 0 0 1", "0 0 0 ."), ("1 0 0 1", "1 0 0 .")):
        table.save(*numbers("bids", bids), *numbers("tricks", tricks))
    path = table.round(table.log.counted_deals()[1].id)
    refused = table.save(("destroyed", "1"), path=path)
    assert refused.status == 422
    assert ("tricks-3", "1") in fields(refused.form)


def without_last_numbers(answers: dict[str, Any], game: Game) -> dict[str, Any]:
    """Return the answers as people type them: the last number of a sum is open."""
    for question in game.questions:
        typed = answers.get(question.name)
        if isinstance(question, ask.Tally) and question.total is not None and typed and None not in typed:
            answers = answers | {question.name: [*typed[:-1], None]}
    return answers


def sums(deal: AnsweredDeal) -> dict[str, tuple[int | None, list[int]]]:
    """Return what each tally adds up to, and its numbers."""
    tallies = [question for question in deal.setup.game.questions if isinstance(question, ask.Tally)]
    return {one.name: (ask.size(one.total, deal), deal[one.name]) for one in tallies if one.name in deal.answers}


def check(before: AnsweredDeal, table: Table) -> None:
    """Check that numbers with another sum are those of before."""
    earlier, later = sums(before), sums(table.sheet.rows[0].deal)
    for name in later:
        if name in earlier and earlier[name][0] != later[name][0]:
            assert earlier[name][1] == later[name][1], f"{name}: {earlier[name]} became {later[name]}"


def other_answers(game: Game) -> Iterator[tuple[str, str]]:
    """Return fields with answers to the questions that have no numbers of sides."""
    for question in game.questions:
        if isinstance(question, ask.Choice):
            yield from [(question.name, str(value)) for value, _label in question.values]
        elif isinstance(question, ask.YesNo):
            yield from [(question.name, "true"), (question.name, "false")]
        elif isinstance(question, (ask.Number, ask.Taker, ask.PlayerSeat)):
            yield from [(question.name, "0"), (question.name, "1")]


def settings() -> Iterator[tuple[Game, Options]]:
    """Return the games in which a sum depends on the round, each with its usual house rules and with each other one."""
    for game in catalogue.GAMES:
        totals = [one.total for one in game.questions if isinstance(one, ask.Tally)]
        if any(callable(total) for total in totals):
            yield game, {}
            for option in game.options:
                values = [value for value, _label in option.values] if isinstance(option, Pick) else [True, False]
                if isinstance(option, (Pick, Switch)):
                    yield from [(game, {option.name: value}) for value in values if value != option.default]


@pytest.mark.fifth
@pytest.mark.parametrize(("game", "options"), settings(), ids=lambda value: getattr(value, "key", None) or str(value))
def test_no_choice_fills_in_another_number(game: Game, options: Options) -> None:
    setup = Setup(game, options, game.players[-1])
    for seed in range(SEEDS):
        dealt = Dealer(Random(seed), setup, [1.0] * setup.sides).round(0, [0] * setup.sides)
        table = start_match(game.key, NAMES[: setup.players], options=options)
        table.save(*answers_to_fields(setup, without_last_numbers(dealt, game)))
        path, before = correction(table), table.sheet.rows[0].deal
        form = table.form(path)
        for typed in other_answers(game):
            reply = table.post(path, with_values(form, typed))
            if reply.events:
                check(before, table)
                table.logs[table.match].pop()
