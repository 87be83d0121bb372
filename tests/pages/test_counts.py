"""Small counts, such as pişti: taps count up and down, and the first count of a rare thing sets the others to 0."""

from typing import Any

import pytest

from tests.pages.browser import Html, Reply, Table, buttons, fields, start_match, with_values

pytestmark = pytest.mark.fifth

PLAYERS = ("Rui", "Katharina", "Deniz", "Ana")
FEW = ("pistis", "jack_pistis")


def press_keys(table: Table, *keys: str) -> Reply:
    """Press keys one after the other, as a browser without a script does."""
    reply = table.get(table.path)
    for key in keys:
        [value] = [value for _name, value in buttons(reply.form) if value == key or value.startswith(key + ":")]
        reply = table.press(value, fields(reply.form))
    return reply


def counts(html: Html, question: str) -> list[str]:
    return [html.find(f"{question}-{side}-add").text for side in range(4)]


def save_answers(table: Table, reply: Reply, *typed: tuple[str, str]) -> Any:
    [event] = table.post(table.path, with_values(fields(reply.form), *typed)).events
    return event["data"]["answers"]


@pytest.mark.parametrize("question", FEW)
def test_the_first_count_sets_the_others_to_zero(question: str) -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, f"add:{question}-2")
    assert counts(reply.html, question) == ["0", "0", "1", "0"]
    filled = [side for side in range(4) if "rest" in reply.html.find(f"{question}-{side}-add").get("class").split()]
    assert filled == [0, 1, 3]
    assert {"0", "10" if question == "pistis" else "20"} == {b.text for b in reply.html.find("preview").all("b")}
    assert save_answers(table, reply) == {question: [0, 0, 1, 0]}


def test_a_filled_in_count_can_be_changed() -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, "add:pistis-0", "add:pistis-2", "add:pistis-2")
    assert counts(reply.html, "pistis") == ["1", "0", "2", "0"]
    assert [b.text for b in reply.html.find("preview").all("b")] == ["10", "0", "20", "0"]


@pytest.mark.parametrize("question", FEW)
def test_counting_down_leaves_zeros_and_then_an_untouched_row(question: str) -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, f"add:{question}-0", f"less:{question}-0")
    assert counts(reply.html, question) == ["0"] * 4
    untouched = press_keys(table, f"add:{question}-0", f"less:{question}-0", f"less:{question}-0")
    assert counts(untouched.html, question) == ["·"] * 4
    assert save_answers(table, reply) == {question: [0, 0, 0, 0]}


def test_a_question_that_nobody_has_answered_stays_open() -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, "add:pistis-0", "add:jacks-1")
    assert counts(reply.html, "jack_pistis") == ["·"] * 4
    assert save_answers(table, reply) == {"jacks": [None, 1, None, None], "pistis": [1, 0, 0, 0]}


@pytest.mark.parametrize("question", FEW)
def test_the_nobody_button_is_there_before_and_after_a_count(question: str) -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, f"add:{question}-2", f"nobody:{question}")
    assert counts(reply.html, question) == ["0"] * 4
    assert ("press", f"nobody:{question}") in buttons(reply.form)


def test_one_tap_enters_zero() -> None:
    reply = press_keys(start_match("pisti", PLAYERS), "less:aces-3")
    assert counts(reply.html, "aces") == ["·", "·", "·", "0"]


def test_every_count_with_an_add_button_has_a_less_button() -> None:
    keys = [value for _name, value in buttons(press_keys(start_match("pisti", PLAYERS)).form)]
    up = [value.split(":")[1] for value in keys if value.startswith("add:")]
    down = [value.split(":")[1] for value in keys if value.startswith("less:")]
    assert up == down
    assert len(up) == 16


ELSE = (("jacks-0", "4"), ("aces-0", "4"), ("two_of_clubs", "0"), ("ten_of_diamonds", "0"), ("most_tricks", "0"))


def test_rare_counts_without_an_answer_are_zero_in_a_complete_round() -> None:
    table = start_match("pisti", PLAYERS)
    reply = table.press("", with_values(table.form(), *ELSE))
    assert counts(reply.html, "pistis") == counts(reply.html, "jack_pistis") == ["0"] * 4
    assert "pistis-0" not in dict(fields(reply.form))
    answers = save_answers(table, reply)
    assert answers["pistis"] == answers["jack_pistis"] == [0] * 4
    assert answers["most_tricks"] == 0
    assert table.sheet.rows[0].complete


def test_a_round_saved_for_now_has_no_zeros() -> None:
    table = start_match("pisti", PLAYERS)
    reply = table.press("", with_values(table.form(), *ELSE[:-1]))
    assert counts(reply.html, "pistis") == ["·"] * 4
    assert "Save round 1 for now" in reply.form.text
    assert "Most tricks" in reply.html.find("worth").text
    answers = save_answers(table, reply)
    assert sorted(answers) == ["aces", "jacks", "ten_of_diamonds", "two_of_clubs"]


def test_a_tie_takes_one_tap() -> None:
    table = start_match("pisti", PLAYERS)
    answers = save_answers(table, table.get(table.path), *ELSE[:-1], ("most_tricks", "tie"))
    assert answers["most_tricks"] == "tie"
    assert table.sheet.rows[0].points == [13, 0, 0, 0]


def test_the_count_tapped_last_has_a_minus() -> None:
    table = start_match("pisti", PLAYERS)
    reply = press_keys(table, "add:jacks-0", "add:aces-2")
    in_use = [element for element in reply.form.all("div") if "in-use" in element.get("class").split()]
    assert [element.all("button")[1].get("id") for element in in_use] == ["aces-2-add"]


def test_numbers_of_tricks_replace_who_has_most() -> None:
    table = start_match("pisti", PLAYERS)
    opened = table.press("open:tricks", table.form())
    assert opened.html.has("tricks-0")
    typed = table.press("", with_values(fields(opened.form), ("tricks-0", "5")))
    assert typed.html.has("tricks-0")
    assert not typed.html.has("most_tricks-0")


def test_a_filled_in_rest_counts_down_from_its_number() -> None:
    reply = press_keys(start_match("pisti", PLAYERS), "add:jacks-0", "less:jacks-1", "less:jacks-2")
    assert counts(reply.html, "jacks") == ["1", "0", "0", "3"]
    lower = press_keys(start_match("pisti", PLAYERS), "add:jacks-0", "less:jacks-1", "less:jacks-2", "less:jacks-3")
    assert counts(lower.html, "jacks") == ["1", "0", "0", "2"]


def test_taps_on_a_filled_in_rest_count_what_the_side_has() -> None:
    """One more than the rest would always be too many."""
    keys = ["add:jacks-0", "less:jacks-1", "less:jacks-2"]
    for number in ("1", "2", "3", "4", "0"):
        keys.append("add:jacks-3")
        reply = press_keys(start_match("pisti", PLAYERS), *keys)
        assert counts(reply.html, "jacks") == ["1", "0", "0", number]
        assert ("must add up" in reply.form.text) == (number == "4")
