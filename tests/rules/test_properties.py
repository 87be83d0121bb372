"""Properties of every game, for valid deals and odd ones."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.rules import ask
from games.rules.deal import after_dealer, next_seat
from tests import chance
from tests.rules.matches import Json, matches, setup_of, sheet_of

SOME = chance.examples(60, 1_000)


def lines_add_up_to_the_points(document: Json) -> None:
    for row in sheet_of(document)["deals"]:
        columns = zip(*[points for _label, points in row["lines"]], strict=True)
        assert row["points"] == ([sum(column) for column in columns] or [0] * len(row["points"]))


def totals_are_running_sums(document: Json) -> None:
    sheet = sheet_of(document)
    totals = [0] * len(sheet["sides"])
    for row in sheet["deals"]:
        totals = [total + points for total, points in zip(totals, row["points"], strict=True)]
        assert row["totals"] == totals
    assert sheet["totals"] == totals


def a_deal_with_problems_scores_nothing(document: Json) -> None:
    sheet = sheet_of(document)
    for number in {problem["deal"] for problem in sheet["problems"] if "weight" not in problem}:  # notes change nothing
        row = sheet["deals"][number]
        assert (row["complete"], row["lines"], row["facts"]) == (False, [], {})
        assert not any(row["points"])


def problems_name_their_deal_and_question(document: Json) -> None:
    sheet = sheet_of(document)
    places = [problem["deal"] for problem in sheet["problems"]]
    assert places == sorted(places)
    for problem in sheet["problems"]:
        answers = document["deals"][problem["deal"]].get("answers")
        if problem["question"] is not None:
            assert answers.get(problem["question"]) is not None  # open questions have no problems
        assert problem["code"].isidentifier()
        assert problem["message"].endswith(".")


def a_prefix_of_the_deals_gives_the_prefix_of_the_rows(document: Json) -> None:
    sheet = sheet_of(document)
    for count in range(len(document["deals"])):
        part = sheet_of(document | {"deals": document["deals"][:count]})
        assert part["deals"] == sheet["deals"][:count]
        assert part["problems"] == [problem for problem in sheet["problems"] if problem["deal"] < count]


def the_order_of_keys_does_not_matter(document: Json) -> None:
    assert as_text(shuffled(Random(0), document)) == as_text(document)


def shuffled(random: Random, value: Any) -> Any:
    if isinstance(value, list):
        return [shuffled(random, item) for item in value]
    if isinstance(value, dict):
        return {key: shuffled(random, value[key]) for key in random.sample(list(value), len(value))}
    return value


def as_text(document: Json) -> str:
    return json.dumps(sheet_of(document), sort_keys=True)


def an_explicit_default_changes_nothing(document: Json) -> None:
    setup = setup_of(document)
    assert sheet_of(document | {"options": setup.options}) == sheet_of(document)


def null_is_no_answer(document: Json) -> None:
    names = [question.name for question in setup_of(document).game.questions]
    with_more, without = copy.deepcopy(document), document | {"deals": without_nulls(document["deals"])}
    for deal in with_more["deals"]:
        if isinstance(deal.get("answers"), dict):
            deal["answers"] = dict.fromkeys(names) | with_nulls(deal["answers"])
    assert sheet_of(with_more) == sheet_of(without) == sheet_of(document)


def with_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [with_nulls(item) for item in value]
    if isinstance(value, dict):
        return {"tomorrow": None} | {key: with_nulls(item) for key, item in value.items()}
    return value


def without_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return value


def places_follow_from_the_totals(document: Json) -> None:
    sheet = sheet_of(document)
    order = sorted(sheet["totals"], reverse=not setup_of(document).fewest)
    assert sheet["places"] == [order.index(total) + 1 for total in sheet["totals"]]


def players_deal_in_turn(document: Json) -> None:
    """A game may have rules of its own about the dealer, or about the player who leads."""
    sheet, players, game = sheet_of(document), len(document["players"]), setup_of(document).game
    if game.next_dealer is not next_seat or game.leads is not after_dealer:
        return
    dealers = [(document["first_dealer"] + number) % players for number in range(len(sheet["deals"]) + 1)]
    leaders = [(dealer + 1) % players for dealer in dealers]
    coming = (None, None) if sheet["finished"] else (dealers[-1], leaders[-1])
    assert [(row["dealer"], row["leader"]) for row in sheet["deals"]] == list(zip(dealers, leaders, strict=True))[:-1]
    assert (sheet["next_dealer"], sheet["next_leader"]) == coming


def the_leaders_at_the_end_win(document: Json) -> None:
    sheet = sheet_of(document)
    leaders = [side for side, place in enumerate(sheet["places"]) if place == 1]
    assert sheet["winners"] == (leaders if sheet["finished"] else [])


def only_open_questions_are_listed(document: Json) -> None:
    questions = setup_of(document).game.questions
    for row in sheet_of(document)["deals"]:
        listed = [question for question in questions if question.name in row["asked"]]
        assert row["asked"] == [question.name for question in listed]
        assert not (row["complete"] and any(question.need == ask.NEEDED for question in listed))


def the_sheet_survives_json(document: Json) -> None:
    sheet = sheet_of(document)
    assert json.loads(json.dumps(sheet)) == sheet


def the_document_is_not_changed(document: Json) -> None:
    before = copy.deepcopy(document)
    sheet_of(document)
    assert document == before


PROPERTIES = (
    lines_add_up_to_the_points,
    totals_are_running_sums,
    a_deal_with_problems_scores_nothing,
    problems_name_their_deal_and_question,
    a_prefix_of_the_deals_gives_the_prefix_of_the_rows,
    the_order_of_keys_does_not_matter,
    an_explicit_default_changes_nothing,
    null_is_no_answer,
    places_follow_from_the_totals,
    players_deal_in_turn,
    the_leaders_at_the_end_win,
    only_open_questions_are_listed,
    the_sheet_survives_json,
    the_document_is_not_changed,
)


@pytest.mark.fifth
@pytest.mark.parametrize("check", PROPERTIES, ids=lambda check: check.__name__)
@SOME
@given(matches())
def test_every_match_has_this_property(check: Callable[[Json], None], document: Json) -> None:
    check(document)
