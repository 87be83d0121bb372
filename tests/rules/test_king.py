"""King: the order of the rounds, what earlier rounds leave to later ones, and the sum of a match."""

from random import Random
from typing import Any

import pytest

from games.demo.dealing import Dealer
from games.match.document import Document
from games.match.sheet import Sheet
from games.rules.game import Setup
from games.rules.king import KING, moments
from games.rules.king_contracts import CONTRACTS, ITEMS, NEGATIVE, PORTUGAL, TRUMPS, TURKEY
from tests.rules.golden import NAMES
from tests.rules.play import codes, lines, match, row, wrong

TURKISH = {"style": "turkey"}


def all_taken_by(count: int, seat: int = 0) -> list[int]:
    return [count if other == seat else 0 for other in range(4)]


def portugal(*positive: dict[str, Any], seat: int = 0) -> list[dict[str, Any]]:
    """Return the six negative rounds, in which one seat takes everything, and rounds of trumps."""
    return [*[{"taken": all_taken_by(ITEMS[name], seat)} for name in NEGATIVE], *positive]


def turkey(*names: str, seat: int = 0) -> list[dict[str, Any]]:
    return [{"contract": name, "taken": all_taken_by(ITEMS[name], seat)} for name in names]


def played(seed: int, **options: Any) -> Sheet:
    """Return a match with random rounds, from the first to the last."""
    setup = Setup(KING, options, 4)
    sheet = Sheet(Document(setup, list(NAMES[:4]), [], closed=False))
    dealer = Dealer(Random(seed), setup, [1.0] * 4)
    while not sheet.finished:
        sheet.add({"answers": dealer.round(len(sheet.rows), sheet.totals, sheet)})
    return sheet


@pytest.mark.parametrize(("style", "rounds"), [("portugal", 10), ("turkey", 20)])
@pytest.mark.parametrize("seed", range(3))
def test_all_rounds_of_a_match_are_worth_zero(style: str, rounds: int, seed: int) -> None:
    sheet = played(seed, style=style, nulos=style == "portugal")
    assert (len(sheet.rows), sum(sheet.totals)) == (rounds, 0)
    assert not any(row.problems for row in sheet.rows)


def test_the_table_of_contracts_is_worth_zero_in_both_styles() -> None:
    assert sum(ITEMS[name] * PORTUGAL[name] for name in NEGATIVE) + 4 * ITEMS[TRUMPS] * PORTUGAL[TRUMPS] == 0
    assert sum(2 * ITEMS[name] * TURKEY[name] for name in NEGATIVE) + 8 * ITEMS[TRUMPS] * TURKEY[TRUMPS] == 0
    assert [name for name, _label in CONTRACTS] == [*NEGATIVE, TRUMPS]


def test_an_open_or_wrong_round_takes_its_place_in_the_order() -> None:
    sheet = match("king", [{}, {"taken": [9, 9, 9, 9]}, {"taken": [1, 1, 2, 0]}])
    assert [row.facts.get("contract") for row in sheet.rows] == ["tricks", None, "queens"]
    assert sheet.rows[2].points == [-50, -50, -100, 0]


def test_a_turkish_contract_of_an_open_round_is_not_counted() -> None:
    rounds = [*turkey("king"), {"contract": "king"}, *turkey("king")]
    assert codes(match("king", rounds, **TURKISH).rows[2]) == []


def test_correcting_an_early_round_changes_what_later_ones_may_play() -> None:
    rounds = turkey("king", "king", "king")
    assert codes(match("king", rounds, **TURKISH).rows[2]) == [("contract", "too_many")]
    rounds[0] = turkey("men")[0]
    sheet = match("king", rounds, **TURKISH)
    assert [codes(row) for row in sheet.rows] == [[], [], []]
    assert sheet.totals == [-480 - 320 - 320, 0, 0, 0]


def test_each_declarer_has_three_negative_contracts_and_trumps_twice() -> None:
    """Seat 1 chooses in rounds 0, 4, 8, 12 and 16."""
    rest = ["trumps"] * 3
    own = ["tricks", *rest, "hearts", *rest, "men"]
    assert codes(match("king", turkey(*own), **TURKISH).rows[-1]) == []
    fourth = turkey(*own, "tricks", "hearts", "queens", "king")
    assert codes(match("king", fourth, **TURKISH).rows[-1]) == [("contract", "too_many")]
    third = turkey(*["trumps"] * 9)
    assert codes(match("king", third, **TURKISH).rows[-1]) == [("contract", "too_many")]


@pytest.mark.parametrize("number", [0, 5])
def test_a_negative_round_has_no_trumps_and_no_sale(number: int) -> None:
    before, counts = portugal()[:number], all_taken_by(ITEMS[NEGATIVE[number]])
    for more, question in (({"trump": "clubs"}, "trump"), ({"sold": {"to": 3, "tricks": 1}}, "sold")):
        sheet = match("king", [*before, {"taken": counts, **more}])
        assert codes(sheet.rows[-1]) == [(question, "contradiction")]


def test_a_sale_is_between_two_players() -> None:
    """The dealer of the seventh round is seat 2."""
    for buyer, problems in ((0, []), (1, []), (2, [("sold", "contradiction")]), (3, []), (4, [("sold", "seat")])):
        sheet = match("king", portugal({"taken": [13, 0, 0, 0], "sold": {"to": buyer, "tricks": 3}}))
        assert codes(sheet.rows[-1]) == problems
    sheet = match("king", portugal({"taken": [0, 13, 0, 0], "sold": {"to": 1, "tricks": 3}}))
    assert lines(sheet.rows[-1]) == [("Trumps", [0, 325, 0, 0]), ("Sale", [0, -75, 75, 0])]


def test_kinds_of_trumps_hang_on_the_house_rules() -> None:
    def problems(trump: str, **options: Any) -> list[tuple[str | None, str]]:
        return codes(match("king", portugal({"taken": all_taken_by(13), "trump": trump}), **options).rows[-1])

    assert problems("none") == []
    assert problems("nulos") == [("trump", "choice")]
    assert problems("nulos", nulos=True) == []
    for trump in ("none", "nulos"):
        answers = {"contract": "trumps", "trump": trump, "taken": all_taken_by(13)}
        assert wrong("king", answers, style="turkey", nulos=True) == ["trump"]


def test_nothing_is_scored_before_the_last_answer() -> None:
    for answers in ({"taken": [3, 4, None, None]}, {"contract": "tricks"}):
        scored = row("king", answers)
        assert (scored.complete, scored.points) == (False, [0, 0, 0, 0])


def names_of(sheet: Sheet) -> list[tuple[str, int | None]]:
    return [(moment.name, moment.side) for moment in moments(sheet.rows[-1].deal)]


def test_moments() -> None:
    assert names_of(match("king", portugal(seat=2)[:2])) == [("all_hearts", 2)]
    assert names_of(match("king", portugal(seat=2))) == [("last_two", 2), ("clean", 0), ("clean", 1), ("clean", 3)]
    bought = {"taken": [2, 5, 3, 3], "sold": {"to": 0, "tricks": 3}}
    assert names_of(match("king", portugal(bought))) == [("bad_buy", 0)]
    assert names_of(match("king", portugal(bought | {"sold": {"to": 1, "tricks": 5}}))) == []


def test_who_lost_nothing_in_turkey_is_known_after_the_last_negative_round() -> None:
    order = [*NEGATIVE, *NEGATIVE]
    assert names_of(match("king", turkey(*order[:11], seat=3), **TURKISH)) == []
    sheet = match("king", turkey(*order, seat=3), **TURKISH)
    assert names_of(sheet) == [("last_two", 3), ("clean", 0), ("clean", 1), ("clean", 2)]


def test_the_dealer_leads_in_portugal_and_the_next_seat_in_turkey() -> None:
    assert [row.deal.leader for row in match("king", portugal()[:3]).rows] == [0, 1, 2]
    assert [row.deal.leader for row in match("king", turkey("men", "king"), **TURKISH).rows] == [1, 2]


def figures(sheet: Sheet) -> dict[str, Any]:
    return {figure.name: figure.count(sheet.rows[-1].deal) for figure in KING.figures}


def test_figures() -> None:
    assert figures(match("king", portugal()[:5])) == {
        "points": [-160, 0, 0, 0],
        "kings": [1, 0, 0, 0],
        "best_positive": None,
    }
    assert figures(match("king", portugal({"taken": [5, 5, 3, 0]}))) == {
        "points": [125, 125, 75, 0],
        "kings": None,
        "best_positive": [1, 1, 0, 0],
    }
