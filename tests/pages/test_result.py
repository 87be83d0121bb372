"""The line above Save: the sides in the order of the seats, each with its new total, and which state it is."""

import re

import pytest

from tests.pages.browser import Reply, Table, start_match, with_values
from tests.pages.test_last_numbers import numbers, wizard
from tests.rules.golden import NAMES


def line(reply: Reply) -> str:
    """Return the words of the line above Save in the order of the page."""
    inside = reply.text.split('id="worth"', 1)[1].split("</div>", 1)[0].split(">", 1)[1]
    return re.sub(r"\s+(,?)", r"\1 ", re.sub(r"<[^>]*>", "", inside)).strip()


def typed(table: Table, *fields: tuple[str, str], path: str | None = None) -> Reply:
    return table.press("", with_values(table.form(path), *fields), path)


def spades() -> Table:
    return start_match("spades", NAMES[:4])


def test_two_sides_stand_in_the_order_of_the_seats_whoever_has_more() -> None:
    table = spades()
    for tricks, result in (("1 4 2 .", "-60 → -60, {1} 73 → 73"), ("4 1 3 .", "61 → 61, {1} -70 → -70")):
        first, second = f"{NAMES[0]} &amp; {NAMES[2]}", f"{NAMES[1]} &amp; {NAMES[3]}"
        reply = typed(table, *numbers("bids", "3 3 3 4"), *numbers("tricks", tricks))
        assert line(reply) == f"{first} {result.format(first, second)}"


def test_with_an_outcome_its_side_comes_first_and_each_has_its_own_total() -> None:
    table = start_match("pilotta", NAMES[:4])
    table.save(("bidder", "0"), ("bid", "90"), ("trick_points-0", "112"))
    reply = typed(table, ("bidder", "1"), ("bid", "90"), ("trick_points-0", "112"))
    assert line(reply) == f"Failed: {NAMES[1]} &amp; {NAMES[3]} 0 → 5, the others 25 → 45"


def says_as_saved(reply: Reply) -> bool:
    [part] = [part for part in reply.html.root.all() if part.get("id") == "as-saved"]
    return "hidden" not in part.attributes


def test_a_correction_says_which_state_is_saved_and_which_is_not() -> None:
    table = wizard(("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."))
    path = table.round(table.log.counted_deals()[0].id)
    reply = typed(table, ("tricks-0", "1"), path=path)
    assert says_as_saved(reply)
    assert line(reply).startswith("Not saved yet:")
    assert line(table.get(path)).startswith("As saved:")
    assert line(table.get(table.path)) == ""


def test_a_round_that_is_completed_is_no_correction() -> None:
    table = start_match("pilotta", NAMES[:4])
    table.save(("bidder", "0"), ("bid", "90"))
    path = table.round(table.log.counted_deals()[0].id)
    reply = typed(table, ("trick_points-0", "112"), path=path)
    assert not says_as_saved(reply)
    assert line(reply).startswith("Made:")


def test_a_round_that_wins_games_has_no_points() -> None:
    reply = typed(start_match("sueca", NAMES[:4]), ("points-0", "70"))
    assert "games · new total" in reply.html.find("preview").text
    reply = typed(spades(), *numbers("bids", "3 3 3 4"), *numbers("tricks", "1 4 2 ."))
    assert "points · new total" in reply.html.find("preview").text


@pytest.mark.parametrize(("number", "is_wrong"), [("1", False), ("11", False), ("119", True)])
def test_an_impossible_number_is_named_before_a_save_once_no_digit_can_follow(number: str, is_wrong: bool) -> None:
    reply = typed(start_match("sueca", NAMES[:4]), ("points-0", number))
    assert ("1 and 119 card points are impossible" in reply.text) == is_wrong


def test_held_points_are_named_before_the_next_round() -> None:
    table = start_match("coinche", NAMES[:4], options={"bidding": "classic"})
    table.save(("taker", "0"), ("trick_points-0", "81"))
    assert "Held points: 81" in table.get(table.path).html.find("totals").text
