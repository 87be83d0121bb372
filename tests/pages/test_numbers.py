"""A number such as a bid: the first ones in a row, the others behind its key, and any other by the keypad."""

import pytest

from tests.pages.browser import Pairs, Reply, Table, choices, fields, put, started

DECLARER = ("bidder", "0")


def bids(reply: Reply) -> list[str]:
    return [value for name, value in choices(reply.form) if name == "bid"]


def key(reply: Reply, label: str) -> str:
    """What the key with this on it presses."""
    [found] = [one.get("value") for one in reply.form.all("button") if one.text == label]
    return found


def onward(table: Table, reply: Reply, label: str) -> Reply:
    return table.press(key(reply, label), fields(reply.form))


def keypad(table: Table) -> Reply:
    """From the first row to the keys."""
    reply = onward(table, table.get(table.here), "14+")
    assert bids(reply) == [str(points) for points in range(80, 290, 10)]
    return onward(table, reply, "29+")


def typed(table: Table, reply: Reply, digits: str) -> Reply:
    for digit in digits:
        reply = table.press(digit, fields(reply.form))
    return reply


@pytest.mark.parametrize(("digits", "bid"), [("29", 290), ("31", 310), ("310", 310), ("9", 90), ("1000", 1000)])
def test_a_bid_in_no_row_is_typed(digits: str, bid: int) -> None:
    table = started("pilotta")
    reply = typed(table, keypad(table), digits)
    assert reply.html.find("bid").get("value") == digits
    assert reply.html.find("bid-sum").text == str(bid)
    saved = table.post(table.here, put(fields(reply.form), DECLARER))
    assert [event["data"]["answers"] for event in saved.events] == [{"bidder": 0, "bid": bid}]


def test_the_keys_lead_back_to_the_row() -> None:
    table = started("pilotta")
    back = onward(table, typed(table, keypad(table), "31"), "8–28")
    assert bids(back)[-1] == "310"
    assert ("bid", "310") in fields(back.form)
    assert not [one for one in back.form.all("input") if one.get("id") == "bid"]


@pytest.mark.parametrize("text", ["7", "305", "x", "1234567"])
def test_a_number_that_cannot_be_is_told_and_stays(text: str) -> None:
    table = started("pilotta")
    form: Pairs = put(fields(keypad(table).form), ("bid", text), DECLARER)
    reply = table.post(table.here, form)
    assert (reply.status, reply.events) == (422, [])
    assert reply.html.find("bid-problem").text
    assert reply.html.find("bid").get("value") == text


def test_a_row_that_holds_all_there_is_has_no_key_behind_it() -> None:
    table = started("bisca_capixaba")
    reply = table.press("open:heley", put(table.form(), ("trump", "clubs")))
    reply = table.press("open:heley-trick", fields(reply.form))
    assert [value for name, value in choices(reply.form) if name == "heley-trick"] == [str(n) for n in range(1, 11)]
    assert not [one for one in reply.form.all("button") if one.get("value")[:5] == "type:"]
