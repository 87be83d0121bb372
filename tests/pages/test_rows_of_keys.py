"""Rows of number keys: the part that a narrow screen shows, and the key that leads to the other numbers."""

import pytest

from tests.pages.browser import Reply, Table, buttons, fields, start_match, with_values
from tests.rules.golden import NAMES


def near_values(reply: Reply, name: str) -> list[str]:
    """Return the numbers of a row that a narrow screen shows."""
    labels = [one for one in reply.html.root.all("label") if "far" not in one.get("class").split()]
    return [one.get("value") for label in labels for one in label.all("input") if one.get("name") == name]


def further(reply: Reply, name: str) -> str:
    return "".join([value for _name, value in buttons(reply.form) if value.startswith(f"from:{name}:")])


def preview(table: Table, *typed: tuple[str, str], press: str = "") -> Reply:
    return table.press(press, with_values(table.form(), *typed))


def test_a_row_of_fourteen_numbers_has_two_parts() -> None:
    table = start_match("hearts", NAMES[:4])
    first = table.get(table.path)
    assert near_values(first, "hearts-0") == list("0123456")
    assert further(first, "hearts-0") == "from:hearts-0:7"
    second = table.press("from:hearts-0:7", fields(first.form))
    assert near_values(second, "hearts-0") == ["7", "8", "9", "10", "11", "12", "13"]
    assert near_values(second, "hearts-1") == list("0123456")
    assert further(second, "hearts-0") == "from:hearts-0:0"
    later = table.press("", with_values(fields(second.form), ("hearts-1", "2")))  # it stays where someone has turned to
    assert near_values(later, "hearts-0")[0] == "7"
    assert near_values(table.press("from:hearts-0:0", fields(later.form)), "hearts-0") == list("0123456")


def test_a_row_shows_its_number_until_someone_turns_to_another_part() -> None:
    table = start_match("hearts", NAMES[:4])
    chosen = preview(table, ("hearts-2", "9"))
    assert near_values(chosen, "hearts-2")[0] == "7"
    turned = table.press("from:hearts-2:0", fields(chosen.form))
    assert near_values(turned, "hearts-2")[0] == "0"
    assert ("hearts-2", "9") in fields(turned.form)
    assert near_values(table.press("", fields(turned.form)), "hearts-2")[0] == "7"


def test_a_number_that_follows_is_in_sight() -> None:
    table = start_match("hearts", NAMES[:4])
    known = preview(table, ("hearts-0", "1"), ("hearts-1", "1"), ("hearts-2", "1"))
    assert near_values(known, "hearts-3")[0] == "7"


def test_a_row_of_tricks_begins_at_the_bid() -> None:
    table = start_match("spades", NAMES[:4])
    known = preview(table, *[(f"bids-{seat}", bid) for seat, bid in enumerate("1083")], ("bids-1", "10"))
    assert [near_values(known, f"tricks-{seat}")[0] for seat in range(4)] == ["0", "7", "7", "0"]


@pytest.mark.parametrize(("game", "is_parted"), [("king", True), ("wizard", False)])
def test_eight_numbers_or_fewer_are_shown_together(game: str, is_parted: bool) -> None:
    table = start_match(game, NAMES[:4])
    name = "taken-0" if is_parted else "bids-0"
    assert bool(further(table.get(table.path), name)) == is_parted


def test_a_row_of_twenty_numbers_has_three_parts() -> None:
    table = start_match("wizard", NAMES[:3])
    for number in range(1, 16):
        table.save(("bids-0", "0"), ("bids-1", "0"), ("bids-2", "0"), ("tricks-0", "0"), ("tricks-1", str(number)))
    reply, firsts = table.get(table.path), []
    for _part in range(3):
        firsts.append(near_values(reply, "bids-0")[0])
        reply = table.press(further(reply, "bids-0"), fields(reply.form))
    assert firsts == ["0", "7", "14"]
    assert near_values(reply, "bids-0")[0] == "0"


def test_an_unanswered_capot_is_named_beside_the_winner() -> None:
    table = start_match("coinche", options={"target": 500})
    form = with_values(table.form(), ("taker", "0"), ("contract", "250"), ("trick_points-0", "162"))
    page = table.press("", form)
    [worth] = [element for element in page.form.all("div") if element.get("id") == "worth"]
    assert "Not answered: Capot" in worth.text
    assert "Deniz & Zeynep win" in worth.text


def test_a_capot_that_was_bid_is_asked_openly() -> None:
    """162 card points alone would fail, and nobody would look for the key among the others."""
    table = start_match("coinche")
    auction = with_values(table.form(), ("taker", "0"))
    for contract, is_open in (("180", False), ("250", True)):
        page = table.press("", [*auction, ("contract", contract)])
        names = [element.get("name") for element in page.form.all("input") if element.get("type") == "radio"]
        assert ("all_tricks" in names) is is_open
        typed = table.press("", [*fields(page.form), ("trick_points-0", "162")])
        [worth] = [element for element in typed.form.all("div") if element.get("id") == "worth"]
        assert ("Not answered: Capot" in worth.text) is is_open
    table.post(table.path, [*auction, ("contract", "250"), ("all_tricks", "0")])
    assert table.events[-1]["data"]["answers"] == {"taker": 0, "contract": 250, "all_tricks": 0}
