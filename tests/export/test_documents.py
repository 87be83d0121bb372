"""JSON is the match document itself: scored again it gives the sheet that was exported."""

import json

import pytest

from games.match.score import score
from tests.export.conftest import HARD, Table
from tests.pages.in_browser.games import EVENINGS

EXTRA = ("aside", "differs")  # what only a log has


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda one: one.game)
def test_a_match_scored_again_is_the_same(table: Table, evening) -> None:
    match = table.played(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    again = score(table.file(match, "json"), str)
    assert again == {name: value for name, value in table.sheet(match).items() if name not in EXTRA}


def test_an_evening_is_a_list_in_the_order_of_play(table: Table) -> None:
    matches = table.evening()
    found = json.loads(table.evening_file(matches["pisa"], "json"))
    assert [one["id"] for one in found] == [str(match) for match in matches.values()]
    assert [one["game"] for one in found] == list(matches)
    assert {one["format"] for one in found} == {"scorekeeper.match/1"}


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_names_are_as_they_were_written(table: Table, name: str) -> None:
    match = table.bisca(name, "Deniz")
    assert json.loads(table.file(match, "json"))["players"] == [name, "Deniz"]
