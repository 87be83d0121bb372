"""Tables of a match have what was entered: a column for each number of a question, or one for the question."""

from typing import Any
from uuid import uuid4

import pytest

from games.rules import ask, catalogue
from games.services import actions
from tests.export.conftest import ExportingTable
from tests.export.test_csv import read
from tests.pages.in_browser.games import EVENINGS, PlayedEvening

BY_GAME = {evening.game: evening for evening in EVENINGS}


def entered(table: ExportingTable, evening: PlayedEvening, match: Any = None) -> list[dict[str, str]]:
    """Return the answers of each round, by the heads of their columns. Empty cells are left out."""
    match = match or table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    head, *rows = read(table.file(match, "csv"))
    first = 2 + 2 * len(table.sheet(match)["sides"])
    cells = [zip(head[first:-1], row[first:-1], strict=True) for row in rows if row[0].isdigit()]
    return [{label: cell for label, cell in pairs if cell} for pairs in cells]


@pytest.mark.parametrize(
    ("game", "number", "answers"),
    [
        ("hearts", 1, {"Hearts: Eleni": "5", "Hearts: Deniz": "4", "Hearts: Andreas": "3", "Hearts: Zeynep": "1", "Q♠": "Deniz", "J♦": "Andreas"}),
        ("pisa", 2, {"Bids: Eleni": "9", "Bids: Deniz": "35", "Bids: Andreas": "9", "Goal": "Few tricks", "Tricks: Eleni": "0", "Tricks: Deniz": "10", "Tricks: Andreas": "0"}),
        ("pilotta", 1, {"Everyone passed": "Yes"}),
        ("coinche", 2, {"Taking side": "Eleni & Andreas", "Contract": "100", "Trumps": "Hearts", "Trick points: Eleni & Andreas": "92", "Trick points: Deniz & Zeynep": "70", "Belote": "Eleni & Andreas"}),
        ("skat", 1, {"Declarer": "Deniz", "Game": "Spades", "Matadors": "2", "Card points of the declarer": "70", "Game won": "Yes"}),
        ("doppelkopf", 1, {"Re": "Deniz & Zeynep", "Announced by Re": "Re", "Card points of Re": "155", "Foxes caught: Re": "1", "Foxes caught: Kontra": "0"}),
    ],
)  # fmt: skip
def test_a_round_has_what_was_entered(table: ExportingTable, game: str, number: int, answers: dict[str, str]) -> None:
    assert entered(table, BY_GAME[game])[number - 1] == answers


def test_every_number_of_a_tally_has_its_cell(table: ExportingTable) -> None:
    for evening in EVENINGS:
        match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
        tallies = [
            question.name for question in catalogue.find(evening.game).questions if isinstance(question, ask.Tally)
        ]
        for cells, answers in zip(entered(table, evening, match), evening.rounds, strict=True):
            numbers = [str(number) for name in tallies for number in answers.get(name) or () if number is not None]
            assert {*numbers} <= {*cells.values()}, (evening.game, cells)


def test_numbers_name_the_people_if_others_came_to_the_table(table: ExportingTable) -> None:
    evening = PlayedEvening("hearts", 4, [{"queen": 0, "hearts": [13, 0, 0, 0]}])
    match = table.play(evening.game, evening.names, evening.rounds)
    players = [*evening.names[:3], "Iris"]
    actions.change_people(match=match, players=players, first_dealer=0, points="from_zero", **table.act)
    actions.add_deal(match=match, deal=str(uuid4()), answers={"queen": 3, "hearts": [1, 2, 4, 6]}, **table.act)
    first, second = entered(table, evening, match)
    assert first == {"Hearts": "Eleni 13 · Deniz 0 · Andreas 0 · Zeynep 0", "Q♠": "Eleni"}
    assert second == {"Hearts": "Eleni 1 · Deniz 2 · Andreas 4 · Iris 6", "Q♠": "Iris"}


def test_a_reason_says_why_as_the_page_does(table: ExportingTable) -> None:
    evening = BY_GAME["pisa"]
    match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    _head, first, *_rest = read(table.file(match, "csv"))
    assert "First award 2 (Bid: 29, points: 2)" in first[-1]
    assert "Second award 6 (Tricks: 2, points: 6)" in first[-1]
