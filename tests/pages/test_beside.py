"""Keys in the line of a player, above the row of another question: a blind nil, a cannonball, a bonus."""

import pytest

from tests.pages.browser import Reply, Table, fields, start_match, with_values
from tests.rules.golden import NAMES

BIDS = (("bids-0", "3"), ("bids-1", "0"), ("bids-2", "4"), ("bids-3", "0"))
TRICKS = (("tricks-0", "3"), ("tricks-1", "0"), ("tricks-2", "10"))


@pytest.fixture
def table() -> Table:
    return start_match("spades", NAMES[:4], options={"blind_nil": True})


def preview(table: Table, *typed: tuple[str, str]) -> Reply:
    return table.press("", with_values(table.form(), *typed))


def offered(reply: Reply, name: str = "blind") -> list[str]:
    """Return the ids of the keys of this question."""
    return [one.get("id") for one in reply.form.all("input") if one.get("id").startswith(f"{name}-")]


def test_a_key_comes_with_the_bid_and_stays_while_tricks_are_entered(table: Table) -> None:
    assert offered(table.get(table.path)) == []
    assert offered(preview(table, *BIDS[:2])) == ["blind-1-true"]
    folded = preview(table, *BIDS)
    assert folded.html.has("tricks-0-3")
    assert offered(folded) == ["blind-1-true", "blind-3-true"]
    assert "open:blind" not in [one.get("value") for one in folded.form.all("button")]


def test_off_means_no(table: Table) -> None:
    table.save(*BIDS, ("blind-1", "true"), *TRICKS)
    assert table.sheet.rows[0].deal.given["blind"] == [False, True, False, False]
    assert table.sheet.rows[0].complete


def test_without_a_key_there_is_no_answer(table: Table) -> None:
    table.save(*BIDS, *TRICKS)
    assert "blind" not in table.sheet.rows[0].deal.given
    assert table.sheet.rows[0].complete


def test_a_correction_takes_the_only_key_back(table: Table) -> None:
    table.save(*BIDS, ("blind-1", "true"), *TRICKS)
    path = table.round(table.log.counted_deals()[0].id)
    form = [pair for pair in fields(table.get(path).form) if pair != ("blind-1", "true")]
    assert len(form) == len(fields(table.get(path).form)) - 1
    table.post(path, form)
    assert "blind" not in table.sheet.rows[0].deal.given


def test_another_bid_takes_the_key_away_and_forgets_it(table: Table) -> None:
    on = preview(table, BIDS[1], ("blind-1", "true"))
    assert {one.get("id") for one in on.form.all("input") if "checked" in one.attributes} == {
        "bids-1-0",
        "blind-1-true",
    }
    other = table.press("", with_values(fields(on.form), ("bids-1", "2")))
    assert offered(other) == []
    again = table.press("", with_values(fields(other.form), ("bids-1", "0")))
    assert offered(again) == ["blind-1-true"]
    assert ("blind-1", "true") not in fields(again.form)


def test_a_cannonball_is_offered_for_every_bid() -> None:
    table = start_match("skull_king", NAMES[:4], options={"scoring": "rascal", "cannonball": True})
    bids = [(f"bids-{seat}", "0") for seat in range(4)]
    assert offered(preview(table, *bids[:2]), "cannonballs") == ["cannonballs-0-true", "cannonballs-1-true"]
    table.save(*bids, ("cannonballs-3", "true"), ("tricks-0", "1"), ("tricks-1", "0"), ("tricks-2", "0"))
    assert table.sheet.rows[0].deal.given["cannonballs"] == [False, False, False, True]


def test_a_bonus_of_a_player_who_has_no_trick_after_all_can_be_taken_back() -> None:
    table = start_match("skull_king", NAMES[:4])
    bids = [(f"bids-{seat}", "1" if seat == 1 else "0") for seat in range(4)]
    wrong = preview(table, *bids, ("tricks-0", "1"), ("tricks-1", "0"), ("tricks-2", "0"), ("bonus-1", "10"))
    opened = table.press("open:bonus-1", fields(wrong.form))
    presses = [one.get("value") for one in opened.form.all("button")]
    assert "less:bonus-1" in presses
    mended = table.press("less:bonus-1", fields(opened.form))
    assert dict(fields(mended.form))["bonus-1"] == "0"


def test_the_keys_of_a_bonus_take_the_place_of_the_row_and_its_number_stays() -> None:
    table = start_match("skull_king", NAMES[:4])
    bids = [(f"bids-{seat}", "1" if seat == 1 else "0") for seat in range(4)]
    met = preview(table, *bids, ("tricks-0", "0"), ("tricks-1", "1"), ("tricks-2", "0"))
    opened = table.press("open:bonus-1", fields(met.form))
    assert offered(opened, "tricks-1") == []
    assert ("tricks-1", "1") in fields(opened.form)
    added = table.press("more:bonus-1:40", fields(opened.form))
    assert ("bonus-1", "40") in fields(added.form)
    closed = table.press("fold:bonus-1", fields(added.form))
    assert "tricks-1-1" in offered(closed, "tricks-1")
    table.post(table.path, fields(closed.form))
    assert table.sheet.rows[0].deal.given["bonus"] == [0, 40, 0, 0]
