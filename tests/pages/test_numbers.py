"""A number such as a bid: a row of keys, a key that shows more of them, and the keypad for all others."""

import pytest

from tests.pages.browser import Pairs, Reply, Table, choices, fields, start_match, with_values

DECLARER = ("bidder", "0")


def bids(reply: Reply) -> list[str]:
    return [value for name, value in choices(reply.form) if name == "bid"]


def button_value(reply: Reply, label: str) -> str:
    """Return the value of the key with this label."""
    [value] = [button.get("value") for button in reply.form.all("button") if button.text == label]
    return value


def press_button(table: Table, reply: Reply, label: str) -> Reply:
    return table.press(button_value(reply, label), fields(reply.form))


def open_keypad(table: Table) -> Reply:
    """Open the keypad from the first row of keys."""
    reply = press_button(table, table.get(table.path), "14+")
    assert bids(reply) == [str(points) for points in range(80, 290, 10)]
    return press_button(table, reply, "29+")


def type_digits(table: Table, reply: Reply, digits: str) -> Reply:
    for digit in digits:
        reply = table.press(digit, fields(reply.form))
    return reply


@pytest.mark.parametrize(("digits", "bid"), [("29", 290), ("31", 310), ("310", 310), ("9", 90), ("1000", 1000)])
def test_a_bid_beyond_the_row_is_typed(digits: str, bid: int) -> None:
    table = start_match("pilotta")
    reply = type_digits(table, open_keypad(table), digits)
    assert reply.html.find("bid").get("value") == digits
    assert reply.html.find("bid-sum").text == str(bid)
    saved = table.post(table.path, with_values(fields(reply.form), DECLARER))
    assert [event["data"]["answers"] for event in saved.events] == [{"bidder": 0, "bid": bid}]


def test_the_keypad_can_be_closed_again() -> None:
    table = start_match("pilotta")
    back = press_button(table, type_digits(table, open_keypad(table), "31"), "8–28")
    assert bids(back)[-1] == "310"
    assert ("bid", "310") in fields(back.form)
    assert not [button for button in back.form.all("input") if button.get("id") == "bid"]


@pytest.mark.parametrize("text", ["7", "305", "x", "1234567"])
def test_an_invalid_number_is_explained_and_stays(text: str) -> None:
    table = start_match("pilotta")
    form: Pairs = with_values(fields(open_keypad(table).form), ("bid", text), DECLARER)
    reply = table.post(table.path, form)
    assert (reply.status, reply.events) == (422, [])
    assert reply.html.find("bid-problem").text
    assert reply.html.find("bid").get("value") == text


def test_a_complete_row_has_no_key_for_the_keypad() -> None:
    table = start_match("bisca_capixaba")
    reply = table.press("open:heley", with_values(table.form(), ("trump", "clubs")))
    reply = table.press("open:heley-trick", fields(reply.form))
    assert [value for name, value in choices(reply.form) if name == "heley-trick"] == [str(n) for n in range(1, 11)]
    assert not [button for button in reply.form.all("button") if button.get("value")[:5] == "type:"]


def test_an_opened_row_folds_after_the_choice_and_keeps_its_number() -> None:
    table = start_match("pilotta")
    opened = press_button(table, table.get(table.path), "14+")
    chosen = table.press("", with_values(fields(opened.form), ("bid", "150")))
    assert bids(chosen) == ["80", "90", "100", "110", "120", "150"]
    assert ("bid", "150") in fields(chosen.form)
    assert bids(press_button(table, chosen, "13+")) == bids(opened)
    by_keyboard = table.press("chosen:bid", with_values(fields(opened.form), ("bid", "150")))
    assert bids(by_keyboard) == bids(opened)
