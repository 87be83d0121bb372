"""The notice after a correction names the other rounds that it changes."""

import pytest

from games.display.changed_rounds import RoundNumbers
from tests.pages.browser import NOW, Reply, Table, start_match, with_values
from tests.pages.test_last_numbers import numbers, wizard
from tests.rules.golden import NAMES


def notice(table: Table, reply: Reply) -> str:
    page = table.follow(reply).html
    assert page.find("said").text.startswith(page.find("notice").text.split(".")[0].split(":")[0])
    return page.find("notice").text.removesuffix(" Undo").removesuffix(" Redo")


def deal(table: Table, number: int) -> str:
    return table.log.counted_deals()[number - 1].id


def cross_out(table: Table, number: int) -> Reply:
    return table.post(table.round(deal(table, number)), [("strike", "1")])


def points(table: Table, *rounds: tuple[int, int]) -> Table:
    for won in rounds:
        table.save(*((f"points-{side}", str(number)) for side, number in enumerate(won)))
    return table


THREE_ROUNDS = (("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."), ("0 1 2", "0 1 ."))


def test_crossing_out_a_round_names_those_that_no_longer_fit() -> None:
    table = wizard(*THREE_ROUNDS)
    assert notice(table, cross_out(table, 1)) == (
        "Round 1 crossed out. The later rounds have moved up. Rounds 1–2 no longer fit."
    )


def test_the_table_names_rounds_that_do_not_fit_until_they_are_mended() -> None:
    table = wizard(*THREE_ROUNDS)
    crossed_out = cross_out(table, 2)
    page = table.get(table.path)
    assert page.html.find("incomplete").text == "Round 2 no longer fits. Correct round"
    last = table.log.counted_deals()[-1].id
    links = [link.text for link in page.html.root.all("a") if link.get("href") == table.round(last)]
    assert "Correct round" in links
    table.role = "reader"
    assert table.get(table.path).html.find("incomplete").text == ""
    table.role = "owner"
    table.undo(crossed_out)
    assert table.get(table.path).html.find("incomplete").text == ""


def test_undo_restores_the_rounds_and_names_them() -> None:
    table = wizard(*THREE_ROUNDS)
    restored = table.undo(cross_out(table, 2))
    assert notice(table, restored) == "Round restored. The later rounds have moved down. Round 3 counts again."
    assert table.sheet.totals == [60, 80, 100]


def test_a_round_without_consequences_names_no_other() -> None:
    table = wizard(*THREE_ROUNDS)
    assert notice(table, cross_out(table, 3)) == "Round 3 crossed out."
    plain = points(start_match("points", NAMES[:2]), (1, 2), (3, 4))
    assert notice(plain, cross_out(plain, 1)) == "Round 1 crossed out."


def test_screen_readers_hear_of_the_other_rounds() -> None:
    table = wizard(*THREE_ROUNDS)
    said = table.follow(cross_out(table, 2)).html.find("said").text
    assert said.startswith("Round 2 crossed out. The later rounds have moved up. Round 2 no longer fits. ")


def test_a_correction_that_ends_the_match_names_the_rounds_after_it() -> None:
    table = points(start_match("points", NAMES[:2], options={"target": 20}), (5, 5), (5, 5), (3, 3))
    corrected = table.save(("points-0", "15"), path=table.round(deal(table, 1)))
    assert notice(table, corrected) == ("Round 1 corrected. Round 3 no longer counts: the match is over before it.")
    assert notice(table, table.undo(corrected)) == "Correction of round 1 undone. Round 3 counts again."


def test_a_completed_round_that_ends_the_match_names_the_rounds_after_it() -> None:
    table = points(start_match("points", NAMES[:2], options={"target": 20}), (5, 5))
    table.save(("points-0", "15"))
    table.post(table.path, [*table.form(table.path + "?next=1"), ("points-0", "1"), ("points-1", "2")])
    completed = table.save(("points-1", "0"), path=table.round(deal(table, 2)))
    assert notice(table, completed).endswith(" Round 3 no longer counts: the match is over before it.")


def test_other_points_are_named() -> None:
    """Skull King: a bid of 0 is worth 10 for each card, so its points depend on the place of the round."""
    table = start_match("skull_king", NAMES[:2])
    for _round in range(3):
        table.save(*numbers("bids", "0 0"), *numbers("tricks", "0 0"))
    assert notice(table, cross_out(table, 1)) == (
        "Round 1 crossed out. The later rounds have moved up. Rounds 1–2 have other points now."
    )


def test_a_forgotten_round_names_those_that_it_moves() -> None:
    table = wizard(*THREE_ROUNDS)
    path = f"{table.round(deal(table, 3))}before/"
    late = table.save(*numbers("bids", "0 0 0"), *numbers("tricks", "0 0 3"), path=path)
    assert notice(table, late).endswith("The later rounds have moved down. Round 4 no longer fits.")


@pytest.mark.parametrize("kind", ["seats", "people"])
def test_another_dealer_names_the_rounds_that_it_changes(kind: str) -> None:
    """King: the price of the trumps goes to the dealer."""
    table = start_match("king", NAMES[:4])
    for taken in ("3 4 5 .", "0 0 13 .", "1 1 2 .", "2 2 2 .", "1 0 0 .", "1 1 0 ."):
        table.save(*numbers("taken", taken))
    table.save(("sold-to", "0"), ("sold-tricks", "3"), *numbers("taken", "3 3 3 ."))
    data = {"players": list(NAMES[:4]), "first_dealer": 1}
    event = {"id": table.new_ids()[0], "match": table.match, "kind": kind, "after": None, "at": NOW}
    table.store(
        event | {"data": data | ({"before": deal(table, 7), "points": "take_over"} if kind == "people" else {})}
    )
    assert "Round 7 has other points now." in table.get(f"{table.path}?saved={event['id']}").html.find("notice").text


def test_a_crossed_out_duplicate_has_no_number() -> None:
    table = points(start_match("points", NAMES[:2]), (1, 2))
    path = table.round(deal(table, 1))
    table.post(path, [("strike", "1")])
    assert notice(table, table.post(path, [("strike", "1")])) == "Round crossed out."


@pytest.mark.parametrize(
    ("listed", "text"), [([2], "2"), ([2, 3], "2–3"), ([2, 4, 5, 6], "2, 4–6"), ([1, 3, 5], "1, 3, 5")]
)
def test_numbers_in_a_row_have_a_dash(listed: list[int], text: str) -> None:
    rounds = RoundNumbers()
    rounds.numbers = listed
    assert (rounds.text, rounds.count) == (text, len(listed))


def test_the_page_of_a_round_after_the_end_shows_no_points() -> None:
    """The top and the line above Save agree: the round counts nothing."""
    table = points(start_match("points", NAMES[:2], options={"target": 20}), (5, 5), (5, 5), (3, 3))
    path = table.round(deal(table, 3))
    assert table.get(path).html.has("preview")
    table.save(("points-0", "15"), path=table.round(deal(table, 1)))
    page = table.get(path).html
    assert page.find("remarks").text == "The match had already ended before this round."
    assert not page.has("preview")
    assert page.find("worth").text == ""


def test_a_saved_round_after_the_end_says_that_it_does_not_count() -> None:
    """Another phone has corrected a round meanwhile, so that the match ends with it."""
    table = points(start_match("points", NAMES[:2], options={"target": 20}), (5, 5))
    form = with_values(table.form(), ("points-0", "12"), ("points-1", "3"))
    table.save(("points-0", "20"), path=table.round(deal(table, 1)))
    page = table.follow(table.post(table.path, form)).html
    words = "Round 2 saved, but it does not count: the match is over before it."
    assert page.find("notice").text.startswith(words)
    table.get(table.round(deal(table, 2)))
    assert "Round 2 entered: 12 · 3" in table.last.text
