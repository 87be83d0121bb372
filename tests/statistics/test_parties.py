"""Figures of parties that change in every round, and figures counted apart by a value."""

from typing import Any

import pytest

from games.match import document as documents
from games.match.sheet import Sheet
from games.rules import catalogue
from games.rules.wizard import WIZARD
from games.statistics.figures import counted
from games.statistics.people import TablePerson
from games.statistics.rounds import side_rounds
from games.statistics.tally import Count, PersonTally, match_tally
from tests.rules.golden import NAMES
from tests.rules.play import match
from tests.rules.small_games import CALLED

ROUNDS = (
    {"party": [0, 2], "won": True, "trump": "hearts"},
    {"party": [0, 2], "won": False, "trump": "clubs"},
    {"party": [0, 1], "won": True, "trump": "hearts"},
)


@pytest.fixture(autouse=True)
def catalogued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "GAMES", (*catalogue.GAMES, CALLED))


def rounds(*changes: dict[str, Any]) -> list[dict[str, Any]]:
    deals = [{"id": str(number), "answers": answers} for number, answers in enumerate(ROUNDS)]
    match = {
        "format": documents.FORMAT_OF_CHANGES,
        "game": "called",
        "players": list(NAMES[:4]),
        "deals": deals,
        "changes": [*changes],
    }
    scored = Sheet(documents.read(match))
    assert scored.totals == [1, 1, -1, -1]
    return [side_rounds(scored, side) for side in range(4)]


def test_rounds_in_one_party_are_summed_up() -> None:
    """The first pair won the first round and lost the second, in which the other two were together, too."""
    assert [summed["together"] for summed in rounds()] == [
        {"2": [1, 2], "1": [1, 1]},
        {"3": [1, 2], "0": [1, 1]},
        {"0": [1, 2], "3": [0, 1]},
        {"1": [1, 2], "2": [0, 1]},
    ]


def test_nobody_has_rounds_in_one_party_that_others_played() -> None:
    """Someone else sits in the third seat in the last round, in which the second pair lost."""
    change = {"before": "2", "players": [*NAMES[:2], "Rosa", NAMES[3]], "points": "take_over"}
    assert [summed["together"] for summed in rounds(change)] == [
        {"1": [1, 1]},
        {"3": [1, 2], "0": [1, 1]},
        {"3": [0, 1]},
        {"1": [1, 2], "2": [0, 1]},
    ]


def test_defenders_win_a_round_that_the_declarer_loses() -> None:
    """In Skat only the declarer has points: −2 · 18 for the first game, 18 for the second."""
    lost = {"declarer": 0, "game": "diamonds", "matadors": 1, "won": False}
    sheet = match("skat", [lost, {**lost, "won": True}])
    assert [row.points for row in sheet.rows] == [[-36, 0, 0], [18, 0, 0]]
    assert [side_rounds(sheet, side).get("together") for side in range(3)] == [None, {"2": [1, 2]}, {"1": [1, 2]}]


def test_a_figure_is_counted_under_each_value() -> None:
    assert rounds()[0]["figures"] == {"won": [2, 3], "won:hearts": [2, 2], "won:clubs": [0, 1]}


def test_a_figure_is_counted_under_the_value_of_each_side() -> None:
    """In Wizard the first player met 0, 1 and 0, the second missed 1 and met 0 and 3."""
    bids_and_tricks = (([0, 1, 1], [0, 0, 1]), ([1, 0, 1], [1, 0, 1]), ([0, 3, 0], [0, 3, 0]))
    answers = [{"bids": bids, "tricks": tricks} for bids, tricks in bids_and_tricks]
    sheet = match("wizard", answers, 3)
    met = [
        {name: counted for name, counted in side_rounds(sheet, side)["figures"].items() if name.startswith("bids_met")}
        for side in (0, 1)
    ]
    assert met == [
        {"bids_met": [3, 3], "bids_met:0": [2, 2], "bids_met:1": [1, 1]},
        {"bids_met": [2, 3], "bids_met:0": [1, 1], "bids_met:1": [0, 1], "bids_met:3": [1, 1]},
    ]


def test_numbers_are_in_the_order_of_their_size() -> None:
    tally = PersonTally(figures={f"bids_met:{bid}": Count(1, 1, 3) for bid in (10, 9, 0)})
    labels = [figure.translated(str) for figure in counted(tally, WIZARD)]
    assert labels == ["Bids met: 0", "Bids met: 9", "Bids met: 10"]


@pytest.mark.parametrize(
    ("key", "name", "label"),
    [
        ("king", "points:hearts", "Points by contract: No hearts"),  # not the suit of trumps
        ("doppelkopf", "solos:hearts", "Solos: Hearts"),
        ("doppelkopf", "solos:silent", "Solos: Silent solo"),
        ("coinche", "contracts_made:all_trump", "Contracts made: All trumps"),
    ],
)
def test_a_value_has_its_label_among_those_of_the_figure(key: str, name: str, label: str) -> None:
    game, tally = catalogue.find(key), PersonTally(figures={name: Count(1, 1, 3)})
    assert game is not None
    [figure] = counted(tally, game)
    assert figure.translated(str) == label
    french = {"%(label)s: %(value)s": "%(label)s : %(value)s"}
    assert figure.translated(lambda text: french.get(text, text)) == label.replace(":", " :")


class PlayedStub:
    """What a tally reads of a match."""

    match, day, complete, is_changed = "m", "2026-11-20", 3, False
    sides_with_result = 4
    seconds, first_dealer, left = 0, 0, ()

    def side_of(self, seat: int) -> int:
        return seat

    def __init__(self) -> None:
        self.people = [TablePerson(str(seat), NAMES[seat]) for seat in range(4)]
        self.seated = [(person, seat) for seat, person in enumerate(self.people)]
        self.sides = [Side(place, [self.people[seat]]) for seat, place in enumerate((1, 2, 2, 4))]
        self.winners = self.sides[:1]


class Side:
    def __init__(self, place: int, people: list[TablePerson]) -> None:
        self.place = place
        self.total = -place
        self.is_winner = place == 1
        self.people = people


def test_partners_are_those_of_a_party() -> None:
    tally = match_tally(PlayedStub(), rounds())  # type: ignore[arg-type]
    assert tally.people["0"].together == {"1": Count(1, 1, 1), "2": Count(1, 2, 1)}
    assert tally.people["0"].partners == {}


def test_values_are_in_the_order_of_the_choices_with_their_labels() -> None:
    figures = {
        "won": Count(2, 3, 3),
        "won:clubs": Count(0, 3, 3),
        "won:hearts": Count(2, 3, 3),
        "won:x": Count(1, 1, 1),
    }
    tally = PersonTally(figures=figures)
    labels = [(figure.name, figure.translated(str)) for figure in counted(tally, CALLED)]
    assert labels == [("won", "Won"), ("won:hearts", "Won: Red hearts"), ("won:clubs", "Won: Black clubs")]
