"""A choice offers no value that is used up, and says of some how often they are left."""

import pytest

from games.match.errors import Refused
from games.rules import faults
from games.rules.king_contracts import ITEMS
from tests.pages.browser import NOW, Html, Table, start_match
from tests.pages.test_last_numbers import numbers
from tests.rules.golden import NAMES

ROUND_ROBIN = ("queens", "queens", "tricks", "tricks", "hearts", "hearts", "men", "men", "king", "king", "last_two")


def rifki(*contracts: str) -> Table:
    table = start_match("king", NAMES[:4], options={"style": "turkey"})
    for contract in contracts:
        table.save(("contract", contract), *numbers("taken", f"0 0 {ITEMS[contract]} ."))
    return table


def offers(html: Html, question: str = "contract") -> dict[str, str]:
    """Return the values that a page offers, with the words on their keys."""
    radios = [one for one in html.root.all("input") if one.get("name") == question]
    return {one.get("value"): one.parent.text for one in radios if one.parent}


def opened(table: Table, number: int) -> Html:
    """Return the page of a round whose contract someone edits."""
    path = table.round(table.log.counted_deals()[number - 1].id)
    return table.press("open:contract", table.form(path), path).html


def test_every_contract_is_offered_at_first() -> None:
    assert list(offers(rifki().get(rifki().path).html)) == list(ITEMS)


def test_a_contract_that_was_played_once_is_left_once() -> None:
    table = rifki("queens")
    keys = offers(table.get(table.path).html)
    assert (keys["queens"], keys["hearts"]) == ("No queens 1 left", "No hearts")


def test_a_contract_that_was_played_twice_is_not_offered() -> None:
    table = rifki("queens", "queens")
    assert list(offers(table.get(table.path).html)) == [name for name in ITEMS if name != "queens"]


def test_a_player_with_three_negative_contracts_may_only_choose_trumps() -> None:
    table = rifki(*ROUND_ROBIN, "last_two")
    assert list(offers(table.get(table.path).html)) == ["trumps"]


def test_trumps_are_counted_for_each_player() -> None:
    table = rifki("trumps", "queens", "queens", "hearts")
    assert offers(table.get(table.path).html)["trumps"] == "Trumps 1 left"


def test_a_correction_offers_the_own_contract() -> None:
    """The rounds after it do not count, as the rules judge a round after those before it."""
    table = rifki("hearts", "queens", "queens")
    assert "queens" in offers(opened(table, 3))
    assert list(offers(opened(table, 1))) == list(ITEMS)


def test_a_contract_that_an_earlier_correction_has_used_up_stays_on_its_key() -> None:
    table = rifki("hearts", "queens", "queens")
    first = table.round(table.log.counted_deals()[0].id)
    table.save(("contract", "queens"), *numbers("taken", "0 0 4 ."), path=first)
    assert "queens" in offers(opened(table, 3))
    assert table.sheet.rows[2].problems


def test_other_programs_are_refused_as_before() -> None:
    table = rifki("queens", "queens")
    data = {"deal": table.new_ids()[0], "answers": {"contract": "queens", "taken": [0, 0, 4, 0]}}
    with pytest.raises(Refused):
        table.store({"id": table.new_ids()[0], "match": table.match, "kind": "deal", "data": data, "at": NOW})


def test_the_dealer_does_not_buy_the_trumps() -> None:
    table = start_match("king", NAMES[:4])
    for taken in ("3 4 5 .", "0 0 13 .", "1 1 2 .", "2 2 2 .", "1 0 0 .", "1 1 0 ."):
        table.save(*numbers("taken", taken))
    html = table.press("open:sold", table.form()).html
    assert offers(html, "sold-to") == {"0": NAMES[0], "1": NAMES[1], "3": NAMES[3]}


def test_an_error_in_the_function_offers_all_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "LISTENERS", [])
    table = rifki()
    [question] = [one for one in table.sheet.setup.game.questions if one.name == "contract"]
    monkeypatch.setattr(question, "remaining", lambda deal, value: 1 // 0)
    assert list(offers(table.get(table.path).html)) == list(ITEMS)
