"""The number that is filled in: stored with a round where its sum depends on the place of the round in the match."""

import pytest

from games.rules import wizard as rules
from tests.pages.browser import Table, fields, start_match, with_values
from tests.rules.golden import NAMES


def numbers(question: str, text: str) -> list[tuple[str, str]]:
    """Return fields such as tricks-0, one for each number; a dot leaves a field open."""
    return [(f"{question}-{place}", "" if number == "." else number) for place, number in enumerate(text.split())]


def wizard(*rounds: tuple[str, str]) -> Table:
    table = start_match("wizard", NAMES[:3])
    for bids, tricks in rounds:
        table.save(*numbers("bids", bids), *numbers("tricks", tricks))
    return table


def cross_out(table: Table, number: int) -> None:
    deal = table.log.counted_deals()[number - 1]
    table.follow(table.post(table.round(deal.id), [("strike", "1")]))


def answers(table: Table) -> list[dict[str, object]]:
    return [deal.answers for deal in table.log.counted_deals()]


def test_the_last_trick_is_stored_with_a_complete_round() -> None:
    table = wizard(("0 0 1", "0 0 ."))
    assert answers(table) == [{"bids": [0, 0, 1], "tricks": [0, 0, 1]}]


def test_any_open_number_is_stored() -> None:
    assert answers(wizard(("0 0 1", ". 0 1")))[0]["tricks"] == [0, 0, 1]


def test_an_incomplete_round_stores_what_was_entered() -> None:
    table = start_match("wizard", NAMES[:3])
    table.save(*numbers("tricks", "0 0 ."))
    assert answers(table) == [{"tricks": [0, 0, None]}]


@pytest.mark.parametrize(("game", "options", "question"), [("bisca_tres", {}, "points"), ("hearts", {}, "hearts")])
def test_a_sum_that_is_the_same_in_every_round_keeps_its_document(
    game: str, options: dict[str, str], question: str
) -> None:
    names = NAMES[: 2 if game == "bisca_tres" else 4]
    table = start_match(game, names, options=options)
    entered = "71 ." if game == "bisca_tres" else "3 4 6 ."
    table.save(*numbers(question, entered), ("queen", "1"))
    assert answers(table)[0][question] == [int(number) if number != "." else None for number in entered.split()]


def test_a_contract_that_the_player_chooses_says_its_own_sum() -> None:
    table = start_match("king", NAMES[:4], options={"style": "turkey"})
    table.save(("contract", "queens"), *numbers("taken", "1 1 2 ."))
    assert answers(table) == [{"contract": "queens", "taken": [1, 1, 2, None]}]


def test_after_crossing_out_a_later_round_keeps_its_numbers_and_is_wrong() -> None:
    table = wizard(("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."), ("0 1 2", "0 1 ."))
    cross_out(table, 1)
    assert [row["tricks"] for row in answers(table)] == [[0, 1, 1], [0, 1, 2]]
    assert [[problem.code for problem in row.problems] for row in table.sheet.rows] == [["sum"], ["sum"]]
    assert table.sheet.totals == [0, 0, 0]


def test_a_contract_of_king_keeps_the_numbers_of_its_round() -> None:
    table = start_match("king", NAMES[:4])
    for taken in ("3 4 5 .", "0 0 13 .", "1 1 2 ."):
        table.save(*numbers("taken", taken))
    cross_out(table, 2)
    assert answers(table)[1]["taken"] == [1, 1, 2, 0]
    assert [problem.question for problem in table.sheet.rows[1].problems] == ["taken"]


def test_skull_king_keeps_the_trick_of_the_last_player() -> None:
    table = start_match("skull_king", NAMES[:4])
    table.save(*numbers("bids", "0 1 0 0"), *numbers("tricks", "0 1 0 ."))
    table.save(*numbers("bids", "0 0 1 1"), *numbers("tricks", "0 0 1 ."))
    cross_out(table, 1)
    assert answers(table)[0]["tricks"] == [0, 0, 1, 1]
    assert table.sheet.rows[0].problems


def test_a_correction_leaves_the_last_number_open() -> None:
    """A player who changes one number needs no second one, as in other games."""
    table = wizard(("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."))
    deal = table.log.counted_deals()[0]
    path = table.round(deal.id)
    assert ("tricks-2", "1") not in table.form(path)
    table.save(("tricks-1", "1"), path=path)
    assert answers(table)[0]["tricks"] == [0, 1, 0]


def test_saving_a_round_unchanged_stores_nothing() -> None:
    table = wizard(("0 0 1", "0 0 ."))
    deal = table.log.counted_deals()[0]
    assert table.save(path=table.round(deal.id)).events == []


def test_an_older_round_without_the_last_number_stays_as_it_is() -> None:
    table = wizard(("0 0 1", "0 0 ."))
    [event] = [event for event in table.events if event["kind"] == "deal"]
    event["data"]["answers"]["tricks"][2] = None
    table = Table(table.events)
    deal = table.log.counted_deals()[0]
    assert table.sheet.rows[0].deal["tricks"] == [0, 0, 1]
    assert table.save(path=table.round(deal.id)).events == []


def test_a_wrong_round_shows_all_its_numbers() -> None:
    table = wizard(("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."))
    cross_out(table, 1)
    path = table.round(table.log.counted_deals()[0].id)
    assert [value for name, value in table.form(path) if name.startswith("tricks-")] == ["0", "1", "1"]


def test_a_full_sheet_leads_to_the_round_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A further round could not count."""
    monkeypatch.setattr(rules.WIZARD.end, "rounds", lambda _setup: 2)
    table = wizard(("0 0 1", "0 0 ."), ("0 1 1", "0 1 ."))
    cross_out(table, 1)
    table.save(*numbers("bids", "0 1 1"), *numbers("tricks", "0 1 ."))
    deals = table.log.counted_deals()
    assert [row.complete for row in table.sheet.rows] == [False, True]
    reply = table.get(table.path)
    assert "Round 1 of 2" in reply.html.find("totals").text
    assert dict(table.form())["deal"] == deals[0].id


def test_another_contract_gives_nobody_the_difference() -> None:
    """The numbers of the old contract stay, and miss the new sum."""
    table = start_match("king", NAMES[:4], options={"style": "turkey"})
    table.save(("contract", "men"), *numbers("taken", "1 3 0 ."))
    path = table.round(table.log.counted_deals()[0].id)
    reply = table.press("", with_values(table.form(path), ("contract", "tricks")), path)
    assert [value for name, value in fields(reply.form) if name.startswith("taken-")] == ["1", "3", "0", "4"]
    assert table.save(("contract", "tricks"), path=path).events == []
    table.save(("contract", "tricks"), *numbers("taken", "4 5 1 3"), path=path)
    assert table.sheet.rows[0].deal.answers["taken"] == [4, 5, 1, 3]


def test_the_kraken_takes_no_trick_from_the_last_player() -> None:
    table = start_match("skull_king", NAMES[:4], options={"expansion": True})
    table.save(*numbers("bids", "0 1 0 0"), *numbers("tricks", "0 0 0 ."))
    path = table.round(table.log.counted_deals()[0].id)
    assert table.save(("destroyed", "1"), path=path).events == []
    table.save(("destroyed", "1"), *numbers("tricks", "0 0 0 0"), path=path)
    assert table.sheet.rows[0].deal.answers["tricks"] == [0, 0, 0, 0]
