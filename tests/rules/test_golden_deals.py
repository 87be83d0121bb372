"""The golden deals: scored by hand, each with its source. Only the fields in a case are compared.

`problems` has deal and question of each problem. `refused` has only the deals, for errors of several questions.
"""

from collections.abc import Iterable

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.rules import catalogue
from tests.rules.golden import CASES, Case, document


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['name']}")
def test_a_golden_deal_is_scored_as_by_hand(case: Case) -> None:
    sheet = as_json(Sheet(documents.read(document(case))), str)
    rows = sheet["deals"]
    result = {
        "points": [row["points"] for row in rows],
        "complete": [row["complete"] for row in rows],
        "asked": [row["asked"] for row in rows],
        "dealers": [row["dealer"] for row in rows],
        "leaders": [row["leader"] for row in rows],
        "problems": [[problem["deal"], problem["question"]] for problem in sheet["problems"]],
        "facts": [only(row["facts"], facts) for row, facts in zip(rows, case.get("facts", []), strict=False)],
        "sheet_facts": only(sheet["facts"], case.get("sheet_facts", {})),
        **{name: sheet[name] for name in ("totals", "places", "finished", "winners", "next_dealer", "next_leader")},
    }
    expected = {name: case[name] for name in result if name in case}
    assert {name: result[name] for name in expected} == expected
    if "problems" not in case:
        assert sorted({deal for deal, _question in result["problems"]}) == case.get("refused", [])


def only(facts: dict, names: Iterable[str]) -> dict:
    return {name: facts.get(name, "missing") for name in names}


def test_every_game_has_many_golden_deals() -> None:
    for game in catalogue.GAMES:
        count = len([case for case in CASES if case["game"] == game.key])
        assert count >= 25, f"{game.name}: add rounds to tests/rules/deals/{game.key}.json until there are 25"


def test_every_case_names_its_source() -> None:
    for case in CASES:
        assert case["source"], case["name"]
        assert {"points", "totals"} <= set(case), case["name"]
