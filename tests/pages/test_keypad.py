"""Every key has one effect on the form, and none if there is nothing to change."""

from typing import Any

import pytest

from games.pages.entry.keypad import PREFILLED, press_key
from games.pages.request import Form
from games.rules import catalogue
from games.rules.deal import AnyDeal
from games.rules.game import Setup
from tests.pages.browser import fields, start_match, with_values
from tests.rules.golden import NAMES

Pairs = list[tuple[str, str]]


def form_after(what: str, *pairs: tuple[str, str], game: str = "pisti", players: int = 2) -> Form:
    rules, form = catalogue.find(game), Form(pairs)
    assert rules is not None
    press_key(form, what, AnyDeal(Setup(rules, {}, players)))
    return form


@pytest.mark.parametrize(
    ("typed", "key", "then"),
    [
        ("", "7", "7"),
        ("1", "2", "12"),
        ("0", "5", "5"),
        ("0", "0", "0"),
        ("999", "9", "9999"),
        ("9999", "9", "9999"),
        ("12", "back", "1"),
        ("1", "back", ""),
        ("", "back", ""),
    ],
)
def test_the_keypad_types_into_the_tapped_field(typed: str, key: str, then: str) -> None:
    form = form_after(key, ("tricks-0", typed), ("tricks-1", "5"), ("now", "tricks-0"))
    assert form.get("tricks-0") == then
    assert form.get("tricks-1") == "5"


@pytest.mark.parametrize(
    ("typed", "key", "then"),
    [
        ("", "sign", "-"),
        ("-", "sign", ""),
        ("-", "1", "-1"),
        ("-0", "7", "-7"),
        ("12", "sign", "-12"),
        ("-12", "sign", "12"),
        ("-999", "9", "-9999"),
        ("-9999", "9", "-9999"),
        ("-1", "back", "-"),
        ("-", "back", ""),
    ],
)
def test_a_number_below_zero_is_typed_if_the_question_allows_it(typed: str, key: str, then: str) -> None:
    form = form_after(key, ("points-0", typed), ("now", "points-0"), game="points")
    assert form.get("points-0") == then


def test_the_minus_has_no_effect_if_numbers_cannot_be_negative() -> None:
    assert form_after("sign", ("tricks-0", "5"), ("now", "tricks-0")).get("tricks-0") == "5"
    assert form_after("sign", ("tricks-0", "5")).pairs == [("tricks-0", "5")]


@pytest.mark.parametrize("key", ["7", "back", "", "10", "x", ":", "٣", "seven"])
def test_without_a_tapped_field_no_key_has_an_effect(key: str) -> None:
    assert form_after(key, ("tricks-0", "5")).pairs == [("tricks-0", "5")]


def test_another_field_is_chosen() -> None:
    assert form_after("now:jacks-1", ("now", "jacks-0")).get("now") == "jacks-1"


def test_a_chosen_field_closes_tiles_and_leaves_open_rows() -> None:
    form = form_after(
        "now:trick_points-1", ("open", "kapo"), ("open", "pile"), ("open", "x-keys"), game="pilotta", players=4
    )
    assert form.all("open") == ["x-keys"]


@pytest.mark.parametrize(
    ("digits", "typed", "now"),
    [
        ("31", ["31", "", "", ""], "bids-1"),  # 310 is too high
        ("11", ["11", "", "", ""], "bids-1"),  # 110 and 111 are possible, but hardly ever bid
        ("351116", ["35", "11", "16", ""], "bids-3"),
        ("0", ["0", "", "", ""], "bids-1"),
        ("31242412", ["31", "24", "24", "12"], "bids-3"),
    ],
)
def test_the_cursor_goes_on_where_another_digit_could_not_be_right(digits: str, typed: list[str], now: str) -> None:
    game, form = catalogue.find("pisa"), Form((("now", "bids-0"),))
    assert game is not None
    for key in digits:
        press_key(form, key, AnyDeal(Setup(game, {}, 4)))
    assert [form.get(f"bids-{side}") for side in range(4)] == typed
    assert form.get("now") == now


@pytest.mark.parametrize(
    ("digits", "bid", "now"), [("11", "11", "bids-0"), ("111", "111", "bids-2"), ("31", "31", "bids-2")]
)
def test_a_chosen_field_takes_any_number(digits: str, bid: str, now: str) -> None:
    """The cursor waits for a third digit only where someone changes a number."""
    game = catalogue.find("pisa")
    form = Form((("bids-0", "12"), ("bids-1", "20"), ("now", "bids-0"), (PREFILLED, "bids-0:12")))
    assert game is not None
    for key in digits:
        press_key(form, key, AnyDeal(Setup(game, {}, 4)))
    assert (form.get("bids-0"), form.get("now")) == (bid, now)


def test_the_cursor_stays_where_the_rest_follows() -> None:
    form = form_after("4", ("points-0", "9"), ("now", "points-0"), game="bisca_tres")
    assert (form.get("points-0"), form.get("now")) == ("94", "points-0")


def test_delete_goes_back_from_an_empty_field() -> None:
    form = form_after("back", ("bids-0", "31"), ("now", "bids-1"), game="pisa", players=3)
    assert (form.get("bids-0"), form.get("now")) == ("3", "bids-0")
    assert form_after("back", ("now", "bids-0"), game="pisa", players=3).get("now") == "bids-0"


def test_a_tap_counts_up_and_starts_again_after_the_highest_number() -> None:
    form = Form(())
    game = catalogue.find("pisti")
    assert game is not None
    numbers = []
    for _tap in range(7):
        press_key(form, "add:jacks-1", AnyDeal(Setup(game, {}, 2)))
        numbers.append(form.get("jacks-1"))
    assert numbers == ["1", "2", "3", "4", "0", "1", "2"]


@pytest.mark.parametrize(
    ("typed", "key", "then"),
    [("", "add:jacks-0", "1"), ("1", "add:jacks-0", "2"), ("3", "add:jacks-0", "4"), ("4", "add:jacks-0", "0")],
)
def test_a_tap_counts_up_from_the_typed_number(typed: str, key: str, then: str) -> None:
    assert form_after(key, ("jacks-0", typed)).get("jacks-0") == then


@pytest.mark.parametrize("what", ["add:jacks-2", "add:jacks", "add:", "add", "add:two_of_clubs", "add:deal"])
def test_only_counts_are_counted_up(what: str) -> None:
    assert form_after(what, ("deal", "x")).pairs == [("deal", "x")]


def test_the_nobody_button_sets_all_sides_to_zero() -> None:
    form = form_after("nobody:pistis", ("pistis-0", "3"), ("jacks-0", "3"), players=3)
    assert [form.get(f"pistis-{side}") for side in range(3)] == ["0", "0", "0"]
    assert form.get("jacks-0") == "3"
    assert form_after("nobody:two_of_clubs").pairs == []


def test_declarations_are_added_and_removed() -> None:
    game = catalogue.find("pilotta")
    assert game is not None
    match, form = Setup(game, {}, 4), Form((("bid", "80"),))
    press_key(form, "put:declarations-0:four:rank:J", AnyDeal(match))
    press_key(form, "put:declarations-0:sequence:length:3", AnyDeal(match))
    press_key(form, "put:declarations-1:sequence:length:4", AnyDeal(match))
    assert sorted(form.pairs) == [
        ("bid", "80"),
        ("declarations-0-0-kind", "four"),
        ("declarations-0-0-rank", "J"),
        ("declarations-0-1-kind", "sequence"),
        ("declarations-0-1-length", "3"),
        ("declarations-1-0-kind", "sequence"),
        ("declarations-1-0-length", "4"),
    ]
    press_key(form, "take:declarations-0-0", AnyDeal(match))
    assert form.get("declarations-0-0-kind") == form.get("declarations-0-0-rank") == ""
    assert form.get("declarations-0-1-length") == "3"
    press_key(form, "put:declarations-0:four:rank:9", AnyDeal(match))
    assert form.get("declarations-0-2-rank") == "9"


def test_removing_item_1_leaves_item_10() -> None:
    form = form_after("take:x-1", ("x-1", "a"), ("x-1-kind", "b"), ("x-10", "c"), ("x-10-kind", "d"))
    assert form.pairs == [("x-10", "c"), ("x-10-kind", "d")]


def test_a_player_lays_cards_one_after_the_other() -> None:
    form = form_after("lay:laid-0-trump-values:13", game="pisa", players=3)
    assert form.get("laid-0-trump-values-0") == "13"
    press_key(form, "lay:laid-0-trump-values:2:red", AnyDeal(Setup(catalogue.find("pisa"), {}, 3)))  # type: ignore[arg-type]
    assert form.get("laid-0-trump-card") == "red"
    press_key(form, "lay:laid-0-trump-values:2:blue", AnyDeal(Setup(catalogue.find("pisa"), {}, 3)))  # type: ignore[arg-type]
    assert (form.get("laid-0-trump-values-1"), form.get("laid-0-trump-card")) == ("", "red")
    press_key(form, "again:laid-0-trump-values:13", AnyDeal(Setup(catalogue.find("pisa"), {}, 3)))  # type: ignore[arg-type]
    assert form.get("laid-0-trump-values-1") == "13"
    assert form.get("at-laid") == "laid-0-trump"
    assert form_after("at:laid-2-goal").get("at-laid") == "laid-2-goal"


def test_questions_are_opened_and_closed() -> None:
    form = form_after("open:kapo", ("open", "pilotta"))
    assert form.all("open") == ["pilotta", "kapo"]
    press_key(form, "fold:kapo", AnyDeal(Setup(catalogue.find("pilotta"), {}, 4)))  # type: ignore[arg-type]
    assert form.all("open") == ["pilotta"]


@pytest.mark.parametrize(
    ("typed", "key", "then"),
    [
        ("2", "less:pistis-0", "1"),
        ("1", "less:pistis-0", "0"),
        ("0", "less:pistis-0", ""),
        ("", "less:pistis-0", "0"),
        ("", "less:pistis-0:0", "0"),
        ("", "less:pistis-0:3", "2"),
        ("5", "less:pistis-0:3", "4"),
        ("x", "less:pistis-0", "0"),
    ],
)
def test_a_count_goes_down_to_zero_and_then_to_no_answer(typed: str, key: str, then: str) -> None:
    assert form_after(key, ("pistis-0", typed), ("pistis-1", "7")).get("pistis-0") == then


@pytest.mark.parametrize("what", ["less:jacks-2", "less:jacks", "less:", "less", "less:two_of_clubs", "less:deal"])
def test_only_counts_are_counted_down(what: str) -> None:
    assert form_after(what, ("deal", "x")).pairs == [("deal", "x")]


@pytest.mark.parametrize(
    ("typed", "prefilled", "keys", "then"),
    [
        ("100", "points-0:100", "62", "62"),
        ("100", "points-0:100", "0", "0"),
        ("-100", "points-0:-100", "62", "62"),
        ("9999", "points-0:9999", "62", "62"),
        ("100", "points-0:100", ("sign", "6", "2"), "-62"),
        ("100", "points-0:100", ("sign", "sign", "6", "2"), "62"),
        ("100", "points-0:100", ("6", "2", "sign", "5"), "-625"),
        ("100", "points-0:100", ("back", "5"), "105"),
        ("100", "points-0:100", ("back", "0", "0"), "1000"),
        ("", "points-0:", ("sign", "6", "2"), "-62"),
        ("10", "points-0:", "6", "106"),  # typed since the field became current
        ("10", "points-0:100", "6", "106"),  # typed by a keyboard
        ("100", "points-1:100", "6", "1006"),
    ],
)
def test_the_first_digit_replaces_the_number(typed: str, prefilled: str, keys: Any, then: str) -> None:
    form, game = Form((("points-0", typed), ("now", "points-0"), ("prefilled", prefilled))), catalogue.find("points")
    assert game is not None
    for key in keys:
        press_key(form, key, AnyDeal(Setup(game, {}, 2)))
    assert form.get("points-0") == then


def test_a_panel_with_a_problem_stays_closed_while_digits_are_typed_elsewhere() -> None:
    table = start_match("tarot", NAMES[:4])
    form = with_values(table.form(), ("taker", "0"), ("bid", "petite"), ("bouts", "3"))
    form = fields(table.press("chosen:bouts", form).form)
    form = fields(table.press("open:chelem", form).form)
    form = with_values(form, ("chelem", "unannounced"))
    reply = table.press("chosen:chelem", form)
    form = fields(reply.form)
    form = with_values(form, ("points", "9"))
    assert "chelem-announced" not in table.press("", form).text
