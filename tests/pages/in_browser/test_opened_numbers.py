"""The keypad follows the number that was opened, and leaves it once it is typed."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

COINCHE = PlayedEvening("coinche", 4, [], declarations=True)
CHIAMATA = PlayedEvening("briscola_chiamata", 5, [])
SKAT = PlayedEvening("skat", 3, [])


def press(phone, digits):
    for digit in digits:
        phone.touch(phone.key(digit))


def now(phone):
    return phone.page.locator("#round input[name=now]")


@by_both
def test_keypad_comes_to_opened_declarations_and_one_number_is_enough(table):
    phone = table(COINCHE)
    phone.play({"taker": 0, "contract": 100, "trump": "hearts"})
    expect(now(phone)).to_have_value("trick_points-0")
    phone.press_key("open:declared")
    expect(now(phone)).to_have_value("declared-0")
    press(phone, "50")
    phone.settle()
    phone.press_key("fold:declared")
    expect(now(phone)).to_have_value("trick_points-0")
    press(phone, "112")
    phone.settle()
    expect(phone.page.locator(".dock > .go")).to_have_text("Save round 1")
    phone.save()
    assert phone.rounds == [[112 + 100 + 50, 50]]


@by_both
def test_keypad_leaves_a_bid_that_can_take_no_more_digits(table):
    phone = table(CHIAMATA)
    phone.tap(phone.find("caller-0"))
    phone.press_key("open:bid")
    press(phone, "75")
    phone.tap(phone.find("partner-1"))
    press(phone, "74")
    phone.settle()
    expect(phone.key("open:bid")).to_contain_text("75")
    expect(phone.find("points")).to_have_value("74")
    phone.save()
    assert phone.rounds == [[-2, -1, 1, 1, 1]]


@by_both
def test_keypad_leaves_a_bid_when_someone_is_chosen(table):
    phone = table(CHIAMATA)
    phone.tap(phone.find("caller-0"))
    phone.press_key("open:bid")
    press(phone, "110")
    phone.tap(phone.find("partner-1"))
    expect(phone.key("open:bid")).to_contain_text("110")
    press(phone, "74")
    phone.settle()
    expect(phone.find("points")).to_have_value("74")
    expect(phone.key("open:bid")).to_contain_text("110")


@by_both
def test_tile_of_a_full_number_closes(table):
    phone = table(SKAT)
    phone.play({"declarer": 0, "game": "hearts", "matadors": 1})
    phone.press_key("open:points")
    press(phone, "70")
    phone.settle()
    expect(phone.key("open:points")).to_contain_text("70")
    phone.save()
    assert phone.rounds == [[20, 0, 0]]


def test_bid_is_changed_later(table):
    phone = table(SKAT, [{"declarer": 0, "game": "hearts", "matadors": 1, "won": True, "bid": 20}])
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.press_key("open:bid")
    press(phone, "18")
    phone.settle()
    expect(phone.find("bid")).to_have_value("18")
