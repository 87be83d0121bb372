"""Undo brings the answers of a round back into its form, and keeps what was begun of other rounds."""

import re

import pytest
from playwright.sync_api import expect

from games import models
from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

PILOTTA = PlayedEvening("pilotta", 4, [])
AUCTION = {"bidder": 0, "bid": 100, "trump": "clubs"}
OTHER = {"bidder": 1, "bid": 90, "trump": "spades"}
UNDONE = "Undone: the answers are below again."

HOLD_DRAFT = """addEventListener('draft', event => {
    if (window.held) return;
    window.held = event.detail;
    event.stopImmediatePropagation();
}, true)"""


def expect_answers(phone, answers):
    for name, value in answers.items():
        expect(phone.page.locator(f"#round [name='{name}']:not([type=radio]:not(:checked))")).to_have_value(str(value))


def undo(phone):
    phone.press(phone.button("Undo"))
    expect(phone.visible(UNDONE)).to_be_visible()


def phone_with_undone_round(table):
    """Save a round and undo it."""
    phone = table(PlayedEvening("points", 2, []))
    phone.play({"points": [12, 34]})
    phone.save()
    expect(phone.visible("Round 1 saved")).to_be_visible()
    phone.page.wait_for_timeout(1_100)
    undo(phone)
    return phone


def restore(phone, other):
    """Let another phone restore the round that was undone, once the server knows of that."""
    if phone.page.locator("#saved").count():
        expect(phone.page.locator("#saved")).not_to_contain_text("waiting")
    deal = models.Event.objects.get(match=phone.match, kind="deal").data["deal"]
    other(phone).write("restore", deal=deal)


@by_both
def test_undo_shows_the_undone_round_while_an_earlier_one_is_open(table):
    phone = table(PILOTTA)
    phone.play(AUCTION)
    phone.save()  # for now
    phone.press(phone.link("Next round"))
    expect(phone.page.locator(".turn")).to_contain_text("Round 2")
    phone.settle()
    phone.play(OTHER)
    phone.type("trick_points-0", 62)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)
    undo(phone)
    expect(phone.page.locator("#round button.go")).to_contain_text("round 2")
    expect_answers(phone, OTHER | {"trick_points-0": 62})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)


@by_both
def test_undo_of_a_completed_round_keeps_what_was_added(table):
    phone = table(PILOTTA)
    phone.play(AUCTION)
    phone.save()  # for now
    phone.type("trick_points-0", 115)
    phone.save()
    expect(phone.visible("Round 1 saved:")).to_be_visible()
    undo(phone)
    expect_answers(phone, AUCTION | {"trick_points-0": 115})
    phone.save()
    expect(phone.visible("Round 1 saved:")).to_be_visible()


@by_both
@pytest.mark.parametrize("again", ["saved", "restored"])
def test_undo_keeps_the_next_round_that_was_begun(table, again):
    phone = table(PILOTTA)
    phone.play(AUCTION)
    phone.type("trick_points-0", 112)
    phone.save()
    expect(phone.visible("Round 1 saved:")).to_be_visible()
    phone.play(OTHER)
    undo(phone)
    expect_answers(phone, AUCTION | {"trick_points-0": 112})
    if again == "saved":
        phone.type("trick_points-0", 121)
        phone.save()
    else:
        phone.press(phone.button("Redo"))
    expect(phone.visible("Undo")).to_be_visible()
    expect(phone.page.locator("#round button.go")).to_contain_text("round 2")
    phone.settle()
    expect_answers(phone, OTHER)
    phone.type("trick_points-0", 62)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)
    expect(phone.link("Review")).to_have_count(0)


@by_both
@pytest.mark.parametrize("is_off", [True, False], ids=["offline", "online"])
def test_an_undone_round_that_another_phone_saves_meanwhile_is_no_next_round(table, other, host, is_off):
    """The answers are an entry, although nobody has typed anything since the undo."""
    phone = table(PlayedEvening("points", 2, []))
    phone.page.context.set_offline(is_off and host == "worker")
    phone.play({"points": [12, 34]})
    phone.save()
    expect(phone.visible("Round 1 saved")).to_be_visible()
    phone.page.wait_for_timeout(1_100)
    undo(phone)
    other(phone).deal({"points": [12, 34]})
    phone.page.context.set_offline(False)
    expect(phone.visible("Round 1 has been saved meanwhile.")).to_be_visible()
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    phone.heard.clear()  # no network


@pytest.mark.parametrize("failure", ["cut", "502"])
def test_an_undo_that_fails_says_so_and_stays(table, failure):
    phone = table(PlayedEvening("points", 2, []))
    phone.play({"points": [12, 34]})
    phone.save()
    expect(phone.visible("Round 1 saved")).to_be_visible()
    phone.page.wait_for_timeout(1_100)
    fail = {"cut": lambda route: route.abort(), "502": lambda route: route.fulfill(status=502, body="")}[failure]
    is_undo = re.compile("/table/")
    phone.page.route(is_undo, lambda route: fail(route) if route.request.method == "POST" else route.fallback())
    phone.press(phone.button("Undo"))
    expect(phone.visible("The server cannot be reached, or cannot save anything right now.")).to_be_visible()
    phone.page.wait_for_timeout(3_500)  # an answer about news comes meanwhile
    phone.page.unroute(is_undo)
    undo(phone)
    phone.heard.clear()  # the failure


@by_both
@pytest.mark.parametrize("digit", [False, True], ids=["as it was", "changed"])
def test_an_undone_round_that_counts_again_is_no_next_round(table, other, digit):
    """Someone else restores it, or a second tab does. What was changed since becomes its correction."""
    phone = phone_with_undone_round(table)
    if digit:
        phone.type("points-0", 15)
        phone.settle()
    restore(phone, other)
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    button = phone.page.locator("#round button.go")
    expect(button).to_contain_text("round 1" if digit else "round 2")
    expect_answers(phone, {"points-0": 15 if digit else ""})
    if digit:
        phone.save()
        expect(phone.page.locator("#sheet tbody tr:not(.why) td b").first).to_have_text("15")
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)


@by_both
def test_news_that_come_before_the_draft_reach_the_form(table, other):
    """A busy browser answers late about the draft of a page, which has none here."""
    phone = table(PlayedEvening("points", 2, []))
    phone.play({"points": [12, 34]})
    phone.save()
    expect(phone.visible("Round 1 saved")).to_be_visible()
    phone.page.wait_for_timeout(1_100)
    phone.page.evaluate(HOLD_DRAFT)
    phone.touch(phone.button("Undo"))
    expect(phone.visible(UNDONE)).to_be_visible()
    restore(phone, other)
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    assert phone.page.locator("#round[data-draft-pending]").count() == 1
    phone.page.evaluate("document.dispatchEvent(new CustomEvent('draft', { detail: window.held }))")
    expect(phone.page.locator("#round button.go")).to_contain_text("round 2")


@by_both
@pytest.mark.parametrize("by", ["redo", "other"])
@pytest.mark.parametrize("typed", [False, True], ids=["erased", "erased and typed"])
def test_an_erased_entry_of_an_undone_round_becomes_the_next_round(table, other, by, typed):
    """Otherwise the numbers of the next round would become its correction."""
    phone = phone_with_undone_round(table)
    for name in ("points-0", "points-1"):
        phone.clear(name)
    phone.settle()
    if typed:
        phone.play({"points": [7, 8]})
        phone.settle()
    phone.page.wait_for_timeout(1_100)
    if by == "redo":
        phone.press(phone.button("Redo"))
    else:
        restore(phone, other)
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    expect(phone.page.locator("#round button.go")).to_contain_text("round 2")
    if not typed:
        expect(phone.visible("Discard this entry")).to_have_count(0)
        phone.play({"points": [7, 8]})
    expect_answers(phone, {"points-0": 7, "points-1": 8})
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(2)


@by_both
def test_redo_ends_the_undone_entry(table):
    phone = phone_with_undone_round(table)
    phone.type("points-0", 15)
    phone.settle()
    phone.page.wait_for_timeout(1_100)
    phone.press(phone.button("Redo"))
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    expect(phone.page.locator("#round button.go")).to_contain_text("round 1")
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why) td b").first).to_have_text("15")
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)


def test_the_words_of_a_lost_redo_go_with_its_round(table):
    """The answer was lost. The round is on the sheet, so the server can be reached."""
    phone = phone_with_undone_round(table)

    def lose(route):
        if "undo" in (route.request.post_data or ""):
            route.fetch(max_redirects=0)
        route.abort()

    phone.page.route("**/table/**", lose)
    phone.press(phone.button("Redo"))
    words = phone.visible("The server cannot be reached")
    expect(words).to_be_visible()
    phone.page.unroute("**/table/**")
    expect(phone.page.locator("#sheet tbody tr")).to_have_count(1)
    expect(words).to_be_hidden()
    phone.heard.clear()  # the failed requests
