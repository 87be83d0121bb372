"""Every mistake can be corrected at the table: with a script, without one, and by the worker."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening, sheet_of
from tests.pages.in_browser.hosts import by_both, in_every_way

pytestmark = pytest.mark.tenth

TRES = PlayedEvening("bisca_tres", 2, [])
QUATRO = PlayedEvening("bisca_quatro", 4, [])
FIRST, LEVEL, SECOND = ({"points": [points, 120 - points]} for points in (71, 60, 25))


def points(sheet):
    return [row["totals"] for row in sheet["deals"]]


def open_round(phone, number):
    phone.press(phone.link(f"Round {number}: details and corrections"))


def more(phone):
    phone.press(phone.link("More: seats, house rules, end early, history"))


@in_every_way
def test_saved_round_is_undone_and_saved_again(table, script):
    phone = table(TRES, script=script)
    phone.play({"points": [71, None]})
    phone.save()
    expect(phone.visible("Round 1 saved: 1 to 0.")).to_be_visible()
    phone.press(phone.button("Undo"))
    expect(phone.visible("Undone: the answers are below again.")).to_be_visible()
    assert (phone.totals, phone.rounds) == ([0, 0], [])
    expect(phone.find("points-0")).to_have_value("71")
    phone.press(phone.button("Redo"))
    expect(phone.visible("Round restored.")).to_be_visible()
    assert (phone.totals, phone.rounds) == ([1, 0], [[1, 0]])
    phone.press(phone.button("Undo"))
    phone.save()
    expect(phone.visible("Round 1 saved: 1 to 0.")).to_be_visible()
    assert (phone.totals, phone.rounds) == ([1, 0], [[1, 0]])


@pytest.mark.database
@in_every_way
def test_earlier_round_is_amended(table, script):
    phone = table(TRES, [FIRST, LEVEL], script=script)
    open_round(phone, 1)
    phone.clear("points-1")
    phone.clear("points-0")
    phone.type("points-0", 25)
    phone.save()
    expect(phone.visible("Round 1 corrected.")).to_be_visible()
    assert phone.rounds == points(sheet_of(TRES, [SECOND, LEVEL]))
    phone.press(phone.button("Undo"))
    expect(phone.visible("Correction of round 1 undone.")).to_be_visible()
    assert phone.rounds == points(sheet_of(TRES, [FIRST, LEVEL]))
    open_round(phone, 1)
    expect(phone.page.locator(".ruled li")).to_have_count(3)
    expect(phone.page.locator(".ruled b")).to_have_text(
        [re.compile(f": {first} · {second}$") for first, second in ((1, 0), (0, 1), (1, 0))]
    )


@in_every_way
def test_round_is_struck_and_restored(table, script):
    phone = table(TRES, [FIRST, SECOND], script=script)
    open_round(phone, 1)
    phone.press(phone.button("Cross out this round"))
    expect(phone.visible("Round 1 crossed out.")).to_be_visible()
    assert phone.rounds == points(sheet_of(TRES, [SECOND]))
    phone.press(phone.link("Details and chart"))
    phone.press(phone.link("Crossed-out round 1"))
    phone.press(phone.button("Restore this round"))
    expect(phone.visible("Round restored.")).to_be_visible()
    assert phone.rounds == points(sheet_of(TRES, [FIRST, SECOND]))


def test_only_round_is_reachable_after_it_was_struck(table):
    phone = table(TRES, [FIRST])
    open_round(phone, 1)
    phone.press(phone.button("Cross out this round"))
    phone.go(phone.path)
    phone.press(phone.link("Details and chart"))
    expect(phone.link("Crossed-out round 1")).to_be_visible()


@in_every_way
def test_forgotten_round_is_inserted_late(table, script):
    phone = table(TRES, [FIRST, LEVEL], script=script)
    open_round(phone, 2)
    phone.press(phone.link("Insert a round before"))
    expect(phone.visible("Forgotten round, inserted as round 2")).to_be_visible()
    phone.play({"points": [None, 95]})
    phone.save()
    expect(phone.visible("Round 2 saved: 0 to 1.")).to_be_visible()
    assert phone.rounds == points(sheet_of(TRES, [FIRST, SECOND, LEVEL]))


@by_both
def test_a_begun_round_comes_after_a_forgotten_one(table):
    phone = table(TRES, [FIRST, LEVEL])
    phone.type("points-0", 9)
    open_round(phone, 2)
    phone.press(phone.link("Insert a round before"))
    phone.play({"points": [None, 95]})
    phone.save()
    expect(phone.find("points-0")).to_have_value("9")
    phone.type("points-0", 96)
    phone.save()
    expect(phone.visible("Round 4 saved: 1 to 0.")).to_be_visible()
    assert len(phone.rounds) == 4
    expect(phone.link("Review")).to_have_count(0)


@in_every_way
def test_option_changes_during_the_match(table, script):
    rounds = [{"points": [95, 25]}, {"points": [20, 100]}, {"points": [70, 50]}]
    phone = table(QUATRO, rounds, script=script)
    assert phone.rounds == points(sheet_of(QUATRO, rounds))
    more(phone)
    phone.press(phone.link("House rules"))
    phone.tap(phone.find("option-conservative-true"))
    phone.press(phone.button("Save house rules"))
    expect(phone.visible("House rules changed. All rounds were recalculated.")).to_be_visible()
    assert phone.rounds == points(sheet_of(QUATRO, rounds, options={"conservative": True})) == [[1, 0], [1, 1], [2, 1]]


@in_every_way
def test_incomplete_round_is_left_and_completed_later(table, script):
    phone = table(PlayedEvening("pilotta", 4, []), script=script)
    phone.play({"bidder": 0, "bid": 100, "trump": "hearts"})
    phone.save()
    expect(phone.visible("Round 1 saved as incomplete. Add the rest later.")).to_be_visible()
    phone.press(phone.link("Next round"))
    expect(phone.page.locator(".turn")).to_contain_text("Round 2")
    phone.answer("passed_out", True)
    phone.save()
    expect(phone.visible("Round 1 is incomplete.")).to_be_visible()
    expect(phone.page.locator("#sheet tbody th").last).to_have_text("1 open")
    phone.press(phone.link("Add the rest"))
    phone.play({"trick_points": [112, None]})
    phone.save()
    expect(phone.visible("Round 1 saved: 21 to 5.")).to_be_visible()
    expect(phone.page.locator("#incomplete .notice")).to_have_count(0)
    expect(phone.page.locator("#sheet tbody th").last).to_have_text("1")
    expect(phone.page.locator("#sheet tbody th svg")).to_have_count(0)


@in_every_way
def test_seats_are_corrected(table, script):
    phone = table(TRES, [FIRST], script=script)
    more(phone)
    phone.press(phone.link("Change seats"))
    phone.press(phone.link("Two seats were mixed up"))
    phone.tap(phone.find("swap-0"))
    phone.press(phone.button("Save"))
    expect(phone.visible("Choose the two players who change seats.")).to_be_visible()
    expect(phone.find("swap-0")).to_be_checked()
    phone.tap(phone.find("swap-1"))
    phone.press(phone.button("Save"))
    expect(phone.visible("Seats corrected.")).to_be_visible()
    expect(phone.page.locator("#sheet thead th")).to_have_text(["Round", "Deniz", "Eleni"])
    expect(phone.page.locator(".turn")).to_contain_text("Eleni deals")
    phone.press(phone.button("Undo"))
    expect(phone.page.locator("#sheet thead th")).to_have_text(["Round", "Eleni", "Deniz"])
    expect(phone.page.locator(".turn")).to_contain_text("Deniz deals")


@in_every_way
def test_dealer_is_corrected_from_the_start(table, script):
    phone = table(TRES, [FIRST], script=script)
    more(phone)
    phone.press(phone.link("Wrong dealer"))
    phone.tap(phone.find("dealer-0"))
    phone.tap(phone.find("from-start"))
    phone.press(phone.button("Save"))
    expect(phone.visible("Dealer corrected.")).to_be_visible()
    expect(phone.page.locator(".turn")).to_contain_text("Eleni deals")
    phone.press(phone.button("Undo"))
    expect(phone.page.locator(".turn")).to_contain_text("Deniz deals")


@in_every_way
def test_match_is_finished_early_and_reopened(table, script):
    phone = table(TRES, [FIRST], script=script)
    more(phone)
    phone.press(phone.button("End early"))
    expect(phone.page.locator(".winner h2")).to_have_text("Eleni wins")
    expect(phone.page.locator(".winner")).to_contain_text("ended early")
    phone.press(phone.button("Not over? Reopen"))
    expect(phone.visible("Match reopened.")).to_be_visible()
    assert phone.totals == [1, 0]
    expect(phone.page.locator("#round")).to_be_visible()


@in_every_way
def test_match_is_deleted_and_undeleted(table, script):
    phone = table(TRES, [FIRST], script=script)
    match = phone.match
    more(phone)
    phone.press(phone.button("Delete match"))
    expect(phone.visible("This match is deleted.")).to_be_visible()
    phone.go("/")
    expect(phone.page.locator("a.match")).to_have_count(0)
    phone.go(f"/table/{match}/")
    phone.press(phone.button("Restore"))
    expect(phone.visible("Match restored.")).to_be_visible()
    phone.go("/")
    expect(phone.page.locator("a.match")).to_have_count(1)


@in_every_way
def test_rematch_begins_with_the_next_dealer(table, script):
    phone = table(TRES, [FIRST] * 3, script=script)
    phone.play({"points": [71, None]})
    phone.save()
    first = phone.match
    phone.press(phone.button("Rematch, Eleni deals"))
    phone.page.wait_for_url(lambda url: first not in url)
    assert (phone.totals, phone.rounds) == ([0, 0], [])
    expect(phone.page.locator(".turn")).to_contain_text("Eleni deals")
    phone.go("/")
    expect(phone.page.locator("a.match")).to_have_count(1)
    expect(phone.page.locator(".rows")).to_contain_text("Eleni")


@in_every_way
def test_invalid_round_is_reported_and_stays_in_the_form(table, script):
    """The input stays, and nothing invalid is stored."""
    phone = table(TRES, script=script)
    phone.play({"points": [71, 50]})
    phone.save()
    expect(phone.visible("The card points add up to 121; they must add up to 120.")).to_be_visible()
    expect(phone.find("points-0")).to_have_value("71")
    phone.clear("points-1")
    phone.save()
    expect(phone.visible("Round 1 saved: 1 to 0.")).to_be_visible()
