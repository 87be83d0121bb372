"""What holds for every game, whatever was written down: of played deals and of odd ones."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.rules import ask
from tests import chance
from tests.rules.matches import Json, match_of, matches, sheet_of

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


def a_problem_leaves_nothing_of_its_deal(document: Json) -> None:
    sheet = sheet_of(document)
    for number in {problem["deal"] for problem in sheet["problems"]}:
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
            assert answers.get(problem["question"]) is not None  # what is not answered is never a problem
        assert problem["code"].isidentifier()
        assert problem["message"].endswith(".")


def a_prefix_of_the_deals_gives_the_prefix_of_the_rows(document: Json) -> None:
    whole = sheet_of(document)
    for count in range(len(document["deals"])):
        part = sheet_of(document | {"deals": document["deals"][:count]})
        assert part["deals"] == whole["deals"][:count]
        assert part["problems"] == [problem for problem in whole["problems"] if problem["deal"] < count]


def the_order_of_keys_does_not_matter(document: Json) -> None:
    assert as_text(shuffled(Random(0), document)) == as_text(document)


def shuffled(random: Random, value: Any) -> Any:
    if isinstance(value, list):
        return [shuffled(random, one) for one in value]
    if isinstance(value, dict):
        return {key: shuffled(random, value[key]) for key in random.sample(list(value), len(value))}
    return value


def as_text(document: Json) -> str:
    return json.dumps(sheet_of(document), sort_keys=True)


def a_default_written_out_changes_nothing(document: Json) -> None:
    match = match_of(document)
    assert sheet_of(document | {"options": match.options}) == sheet_of(document)


def null_is_no_answer(document: Json) -> None:
    names = [question.name for question in match_of(document).game.questions]
    fuller, barer = copy.deepcopy(document), document | {"deals": without_nulls(document["deals"])}
    for deal in fuller["deals"]:
        if isinstance(deal.get("answers"), dict):
            deal["answers"] = dict.fromkeys(names) | with_nulls(deal["answers"])
    assert sheet_of(fuller) == sheet_of(barer) == sheet_of(document)


def with_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [with_nulls(one) for one in value]
    if isinstance(value, dict):
        return {"tomorrow": None} | {key: with_nulls(one) for key, one in value.items()}
    return value


def without_nulls(value: Any) -> Any:
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return value


def places_are_those_of_the_totals(document: Json) -> None:
    sheet = sheet_of(document)
    order = sorted(sheet["totals"], reverse=not match_of(document).fewest)
    assert sheet["places"] == [order.index(total) + 1 for total in sheet["totals"]]


def the_deal_passes_on(document: Json) -> None:
    sheet, players = sheet_of(document), len(document["players"])
    dealers = [(document["first_dealer"] + number) % players for number in range(len(sheet["deals"]) + 1)]
    leaders = [(dealer + 1) % players for dealer in dealers]
    coming = (None, None) if sheet["finished"] else (dealers[-1], leaders[-1])
    assert [(row["dealer"], row["leader"]) for row in sheet["deals"]] == list(zip(dealers, leaders, strict=True))[:-1]
    assert (sheet["next_dealer"], sheet["next_leader"]) == coming


def who_leads_at_the_end_has_won(document: Json) -> None:
    sheet = sheet_of(document)
    leaders = [side for side, place in enumerate(sheet["places"]) if place == 1]
    assert sheet["winners"] == (leaders if sheet["finished"] else [])


def only_questions_not_answered_are_asked(document: Json) -> None:
    questions = match_of(document).game.questions
    for row in sheet_of(document)["deals"]:
        asked = [question for question in questions if question.name in row["asked"]]
        assert row["asked"] == [question.name for question in asked]
        assert not (row["complete"] and any(question.need == ask.NEEDED for question in asked))


def the_sheet_survives_json(document: Json) -> None:
    sheet = sheet_of(document)
    assert json.loads(json.dumps(sheet)) == sheet


def the_document_is_left_as_it_was(document: Json) -> None:
    before = copy.deepcopy(document)
    sheet_of(document)
    assert document == before


ALWAYS = (
    lines_add_up_to_the_points,
    totals_are_running_sums,
    a_problem_leaves_nothing_of_its_deal,
    problems_name_their_deal_and_question,
    a_prefix_of_the_deals_gives_the_prefix_of_the_rows,
    the_order_of_keys_does_not_matter,
    a_default_written_out_changes_nothing,
    null_is_no_answer,
    places_are_those_of_the_totals,
    the_deal_passes_on,
    who_leads_at_the_end_has_won,
    only_questions_not_answered_are_asked,
    the_sheet_survives_json,
    the_document_is_left_as_it_was,
)


@pytest.mark.parametrize("holds", ALWAYS, ids=lambda holds: holds.__name__)
@SOME
@given(matches())
def test_always(holds: Callable[[Json], None], document: Json) -> None:
    holds(document)
