"""Small counts, such as pişti: each is counted up and down by taps, and the first of a few makes the others 0."""

from typing import Any

import pytest

from tests.pages.browser import Html, Reply, Table, buttons, fields, put, started

PLAYERS = ("Rui", "Katharina", "Deniz", "Ana")
FEW = ("pistis", "jack_pistis")


def tapped(table: Table, *keys: str) -> Reply:
    """These keys one after the other, as a browser without a script presses them."""
    reply = table.get(table.here)
    for key in keys:
        [value] = [value for _name, value in buttons(reply.form) if value == key or value.startswith(key + ":")]
        reply = table.press(value, fields(reply.form))
    return reply


def counts(html: Html, question: str) -> list[str]:
    return [html.find(f"{question}-{side}-add").text for side in range(4)]


def saved(table: Table, reply: Reply, *typed: tuple[str, str]) -> Any:
    [event] = table.post(table.here, put(fields(reply.form), *typed)).events
    return event["data"]["answers"]


@pytest.mark.parametrize("question", FEW)
def test_the_first_one_makes_the_others_nothing(question: str) -> None:
    table = started("pisti", PLAYERS)
    reply = tapped(table, f"add:{question}-2")
    assert counts(reply.html, question) == ["0", "0", "1", "0"]
    ours = [side for side in range(4) if "rest" in reply.html.find(f"{question}-{side}-add").get("class").split()]
    assert ours == [0, 1, 3]
    assert "10 ·" in reply.html.find("worth").text or "20 ·" in reply.html.find("worth").text
    assert saved(table, reply) == {question: [0, 0, 1, 0]}


def test_what_is_filled_in_can_be_changed() -> None:
    table = started("pisti", PLAYERS)
    reply = tapped(table, "add:pistis-0", "add:pistis-2", "add:pistis-2")
    assert counts(reply.html, "pistis") == ["1", "0", "2", "0"]
    assert reply.html.find("worth").text.startswith("10 · 0 · 20 · 0")


@pytest.mark.parametrize("question", FEW)
def test_the_only_one_taken_back_leaves_nobody_and_then_an_untouched_row(question: str) -> None:
    table = started("pisti", PLAYERS)
    reply = tapped(table, f"add:{question}-0", f"less:{question}-0")
    assert counts(reply.html, question) == ["0"] * 4
    untouched = tapped(table, f"add:{question}-0", f"less:{question}-0", f"less:{question}-0")
    assert counts(untouched.html, question) == ["·"] * 4
    assert saved(table, reply) == {question: [0, 0, 0, 0]}


def test_a_question_that_nobody_has_answered_stays_open() -> None:
    table = started("pisti", PLAYERS)
    reply = tapped(table, "add:pistis-0", "add:jacks-1")
    assert counts(reply.html, "jack_pistis") == ["·"] * 4
    assert saved(table, reply) == {"jacks": [None, 1, None, None], "pistis": [1, 0, 0, 0]}


@pytest.mark.parametrize("question", FEW)
def test_nobody_is_offered_before_and_after_a_count(question: str) -> None:
    table = started("pisti", PLAYERS)
    reply = tapped(table, f"add:{question}-2", f"nobody:{question}")
    assert counts(reply.html, question) == ["0"] * 4
    assert ("press", f"nobody:{question}") in buttons(reply.form)


def test_nothing_costs_one_tap() -> None:
    reply = tapped(started("pisti", PLAYERS), "less:aces-3")
    assert counts(reply.html, "aces") == ["·", "·", "·", "0"]


def test_every_count_by_taps_goes_down() -> None:
    keys = [value for _name, value in buttons(tapped(started("pisti", PLAYERS)).form)]
    up = [value.split(":")[1] for value in keys if value.startswith("add:")]
    down = [value.split(":")[1] for value in keys if value.startswith("less:")]
    assert up == down
    assert len(up) == 16


def test_the_rest_goes_down_from_what_it_shows() -> None:
    reply = tapped(started("pisti", PLAYERS), "add:jacks-0", "less:jacks-1", "less:jacks-2")
    assert counts(reply.html, "jacks") == ["1", "0", "0", "3"]
    again = tapped(started("pisti", PLAYERS), "add:jacks-0", "less:jacks-1", "less:jacks-2", "less:jacks-3")
    assert counts(again.html, "jacks") == ["1", "0", "0", "2"]


def test_the_rest_goes_up_from_what_it_shows() -> None:
    before = ("add:jacks-0", "less:jacks-1", "less:jacks-2")
    assert counts(tapped(started("pisti", PLAYERS), *before, "add:jacks-3").html, "jacks") == ["1", "0", "0", "4"]
    around = tapped(started("pisti", PLAYERS), *before, "add:jacks-3", "add:jacks-3")
    assert counts(around.html, "jacks") == ["1", "0", "0", "0"]
