"""The golden deals: worked out by hand, each with its source. What a case does not mention is not compared.

`problems` names deal and question of each; `refused` only the deals, where several questions could be blamed.
"""

import pytest

from games.match import document as documents
from games.match.sheet import Sheet, as_json
from games.rules import catalogue
from tests.rules.golden import CASES, Case, document


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['game']}: {case['name']}")
def test_golden_deal(case: Case) -> None:
    sheet = as_json(Sheet(documents.read(document(case))), str)
    rows = sheet["deals"]
    found = {
        "points": [row["points"] for row in rows],
        "complete": [row["complete"] for row in rows],
        "asked": [row["asked"] for row in rows],
        "dealers": [row["dealer"] for row in rows],
        "leaders": [row["leader"] for row in rows],
        "problems": [[problem["deal"], problem["question"]] for problem in sheet["problems"]],
        "facts": [only(row["facts"], wanted) for row, wanted in zip(rows, case.get("facts", []), strict=False)],
        "sheet_facts": only(sheet["facts"], case.get("sheet_facts", {})),
        **{name: sheet[name] for name in ("totals", "places", "finished", "winners", "next_dealer", "next_leader")},
    }
    expected = {name: case[name] for name in found if name in case}
    assert {name: found[name] for name in expected} == expected
    if "problems" not in case:
        assert sorted({deal for deal, _question in found["problems"]}) == case.get("refused", [])


def only(facts: dict, wanted: dict) -> dict:
    return {name: facts.get(name, "missing") for name in wanted}


def test_every_game_has_its_golden_deals() -> None:
    for game in catalogue.GAMES:
        assert len([case for case in CASES if case["game"] == game.key]) >= 25, game.name


def test_every_case_names_its_source() -> None:
    for case in CASES:
        assert case["source"], case["name"]
        assert {"points", "totals"} <= set(case), case["name"]
