"""Declarations: one tap each. The page asks whose declarations count only if both sides' are worth the same."""

from typing import Any

from tests.match.logs import event, id_of
from tests.pages.browser import Pairs, Reply, Table, fields, start_match, with_values

RUN = {"kind": "sequence", "length": 3}
PLAYED: Pairs = [("bidder", "0"), ("bid", "90"), ("trick_points-0", "97")]
ASK = "ask-declarations_to"


def press_declarations(table: Table, *keys: str) -> Reply:
    """Press these declarations, in a round that is complete otherwise."""
    form = [*table.form(), *PLAYED, ("open", "declarations")]
    for key in keys:
        form = fields(table.press(f"put:declarations-{key}", form).form)
    return table.press("", form)


def test_no_further_question_if_one_side_has_the_best_declaration() -> None:
    reply = press_declarations(start_match("pilotta"), "0:sequence:length:3", "1:sequence:length:4")
    assert not reply.html.has(ASK)
    assert "Missing:" not in reply.form.text


def test_every_key_says_what_its_declaration_is_worth() -> None:
    table = start_match("pilotta")
    form = table.press("open:declarations", [*table.form(), *PLAYED]).form
    keys = [button.text for button in form.all("button") if "declarations-0:" in (button.get("value") or "")]
    runs = ["3 = 20", "4 = 50", "5 = 100", "6 = 100", "7 = 100", "8 = 100"]
    assert keys == [*runs, "J = 200", "9 = 150", "A = 100", "10 = 100", "K = 100", "Q = 100"]


def test_one_tap_says_whose_declarations_count_if_both_are_equal() -> None:
    table = start_match("pilotta")
    reply = press_declarations(table, "0:sequence:length:3", "1:sequence:length:3")
    question = reply.html.find(ASK).text
    assert "Whose declarations count?" in question
    assert "Both sides' best declarations are worth the same" in question
    assert "Missing:" in reply.form.text
    form = with_values(fields(reply.form), ("declarations_to", "1"))
    assert "Missing:" not in table.press("", form).form.text
    [saved] = table.post(table.path, form).events
    assert saved["data"]["answers"]["declarations_to"] == 1
    assert table.sheet.totals == [19, 8]


def test_details_that_a_program_has_sent_are_shown_and_stay() -> None:
    table = start_match("pilotta")
    run = RUN | {"top": "K", "suit": "hearts", "seat": 2}
    answers: dict[str, Any] = {"bidder": 0, "bid": 90, "trick_points": [97, 65], "declarations": [[run], []]}
    table.store(event("written", "deal", None, deal=id_of("one"), answers=answers))
    path = table.round(id_of("one"))
    form = [*table.form(path), ("open", "declarations")]
    [chip] = [
        button for button in table.press("", form, path).form.all("button") if button.get("class") == "chip removable"
    ]
    assert chip.text.split() == ["Run", "3", "K", "Hearts", "Andreas"]
    [saved] = table.save(("trick_points-0", "99"), ("trick_points-1", "63"), path=path).events
    assert saved["data"]["answers"]["declarations"] == [[run], []]


def test_a_key_counts_in_its_place_and_the_last_declaration_is_taken_back() -> None:
    table = start_match("pilotta")
    form = [*table.form(), *PLAYED, ("open", "declarations")]
    for key in ("four:rank:J", "sequence:length:3", "sequence:length:3"):
        form = fields(table.press(f"put:declarations-1:{key}", form).form)
    reply = table.press("", form)
    pressed = [button for button in reply.form.all("button") if button.get("aria-pressed") == "true"]
    assert [button.text for button in pressed] == ["3 ×2 = 20", "J = 200"]
    assert not [button for button in reply.form.all("button") if button.get("class") == "chip removable"]
    taken = table.press("take:declarations-1-2", fields(reply.form))
    [less] = [button.get("value") for button in taken.form.all("button") if (button.get("value") or "")[:5] == "take:"]
    assert less == "take:declarations-1-1"
    [saved] = table.post(table.path, fields(taken.form)).events
    assert saved["data"]["answers"]["declarations"] == [None, [{"kind": "four", "rank": "J"}, RUN]]
