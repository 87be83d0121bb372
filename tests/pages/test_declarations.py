"""Several things of a side: a tap each; whose count is asked where that is not plain, and nothing else is."""

from typing import Any

from tests.match.logs import event, id_of
from tests.pages.browser import Pairs, Reply, Table, fields, put, started

RUN = {"kind": "sequence", "length": 3}
PLAYED: Pairs = [("bidder", "0"), ("bid", "90"), ("trick_points-0", "97")]
ASK = "ask-declarations_to"


def stated(table: Table, *keys: str) -> Reply:
    """After these taps, in a round that is else complete."""
    form = [*table.form(), *PLAYED, ("open", "declarations")]
    for key in keys:
        form = fields(table.press(f"put:declarations-{key}", form).form)
    return table.press("", form)


def test_where_one_side_has_the_best_nothing_more_is_asked() -> None:
    reply = stated(started("pilotta"), "0:sequence:length:3", "1:sequence:length:4")
    assert not reply.html.has(ASK)
    assert "Still open" not in reply.form.text


def test_where_both_are_level_one_tap_says_whose_count() -> None:
    table = started("pilotta")
    reply = stated(table, "0:sequence:length:3", "1:sequence:length:3")
    told = reply.html.find(ASK).text
    assert "Whose declarations count" in told
    assert "The best of both sides are worth the same" in told
    assert "Still open" in reply.form.text
    form = put(fields(reply.form), ("declarations_to", "1"))
    assert "Still open" not in table.press("", form).form.text
    [saved] = table.post(table.here, form).events
    assert saved["data"]["answers"]["declarations_to"] == 1
    assert table.sheet.totals == [19, 8]


def test_what_a_program_said_of_a_declaration_is_shown_and_kept() -> None:
    table = started("pilotta")
    run = RUN | {"top": "K", "suit": "hearts", "seat": 2}
    answers: dict[str, Any] = {"bidder": 0, "bid": 90, "trick_points": [97, 65], "declarations": [[run], []]}
    table.store(event("written", "deal", None, deal=id_of("one"), answers=answers))
    where = table.round(id_of("one"))
    form = [*table.form(where), ("open", "declarations")]
    [taken] = [one for one in table.press("", form, where).form.all("button") if one.get("class") == "chip taken"]
    assert taken.text.split() == ["Run", "3", "K", "Hearts", "Andreas"]
    [saved] = table.save(("trick_points-0", "99"), ("trick_points-1", "63"), path=where).events
    assert saved["data"]["answers"]["declarations"] == [[run], []]
