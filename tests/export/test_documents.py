"""JSON exports are match documents: scoring them gives the exported sheet."""

import json

import pytest

from games.match.score import score
from games.rules.words import plain_text
from tests.export.conftest import HARD, ExportingTable
from tests.pages.in_browser.games import EVENINGS

EXTRA = ("aside", "differs")  # only a log has these


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_exported_match_scores_to_the_same_sheet(table: ExportingTable, evening) -> None:
    match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    again = score(table.file(match, "json"), plain_text)
    assert again == {name: value for name, value in table.sheet(match).items() if name not in EXTRA}


def test_evening_is_a_list_in_the_order_of_play(table: ExportingTable) -> None:
    matches = table.evening()
    documents = json.loads(table.evening_file(matches["pisa"], "json"))
    assert [document["id"] for document in documents] == [str(match) for match in matches.values()]
    assert [document["game"] for document in documents] == list(matches)
    assert {document["format"] for document in documents} == {"scorekeeper.match/1"}


@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_names_are_unchanged(table: ExportingTable, name: str) -> None:
    match = table.bisca(name, "Deniz")
    assert json.loads(table.file(match, "json"))["players"] == [name, "Deniz"]
