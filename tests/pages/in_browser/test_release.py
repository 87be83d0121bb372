"""A chosen key can be released: by a second tap, by the keyboard, and without a script."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.hosts import by_both

pytestmark = pytest.mark.tenth

COINCHE = PlayedEvening("coinche", 4, [])
DOPPELKOPF = PlayedEvening("doppelkopf", 4, [])
SKAT = PlayedEvening("skat", 3, [])
CONTRACT = {"taker": 0, "contract": 100, "trump": "hearts"}
REST = 700  # milliseconds; a little more than in release.js


def tap_again(phone, id):
    """Tap a chosen key later than the second tap of a double tap."""
    phone.page.wait_for_timeout(REST)
    phone.tap(phone.find(id))


@by_both
def test_second_tap_releases_a_key_and_a_reload_does_not_bring_it_back(table):
    phone = table(COINCHE)
    phone.tap(phone.find("taker-0"))
    expect(phone.find("passed_out-true")).to_have_count(0)
    tap_again(phone, "taker-0")
    expect(phone.find("taker-0")).not_to_be_checked()
    expect(phone.find("passed_out-true")).to_be_visible()
    expect(phone.page.locator("#said")).to_have_text("Taking side: not answered")
    phone.page.reload()
    phone.settle()
    expect(phone.find("taker-0")).not_to_be_checked()
    phone.tap(phone.find("passed_out-true"))
    phone.save()
    assert phone.rounds == [[0, 0]]


def test_double_tap_releases_nothing(table):
    phone = table(COINCHE)
    for _tap in range(2):
        phone.find("taker-1").tap()
    phone.settle()
    expect(phone.find("taker-1")).to_be_checked()
    tap_again(phone, "taker-1")
    expect(phone.find("taker-1")).not_to_be_checked()


def test_what_depends_on_a_released_key_closes(table):
    phone = table(DOPPELKOPF)
    phone.tap(phone.find("re-0"))
    phone.press_key("open:solo")
    phone.tap(phone.find("solo-queens"))
    phone.unfold("solo")
    tap_again(phone, "solo-queens")
    phone.unfold("solo")
    expect(phone.find("solo-queens")).not_to_be_checked()
    phone.tap(phone.find("re-1"))
    expect(phone.find("solo-queens")).to_have_count(0)
    phone.type("re_points", 130)
    phone.save()
    assert phone.rounds == [[1, 1, -1, -1]]


@by_both
def test_key_of_an_opened_tile_is_released_in_a_correction(table):
    phone = table(SKAT, [{"declarer": 0, "game": "hearts", "matadors": 1, "won": True, "reached": "schneider"}])
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.press_key("open:reached")
    phone.tap(phone.find("reached-schneider"))
    expect(phone.find("reached-schneider")).not_to_be_checked()
    phone.page.reload()
    phone.settle()
    expect(phone.find("reached-schneider")).not_to_be_checked()
    phone.save()
    assert phone.rounds == [[20, 0, 0]]


@by_both
def test_saved_contract_becomes_a_round_in_which_everyone_passed(table):
    phone = table(COINCHE, [CONTRACT | {"trick_points": [112, None]}])
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.tap(phone.find("passed_out-true"))
    expect(phone.page.locator("#worth")).to_contain_text("Nobody scores.")
    phone.save()
    assert phone.rounds == [[0, 0]]


def test_backspace_releases_and_the_space_bar_does_not(table):
    phone = table(COINCHE)
    phone.find("taker-0").focus()
    phone.page.keyboard.press("Space")
    phone.settle()
    phone.page.wait_for_timeout(REST)
    phone.page.keyboard.press("Space")
    phone.settle()
    expect(phone.find("taker-0")).to_be_checked()
    expect(phone.find("taker-0")).to_be_focused()
    phone.page.keyboard.press("Backspace")
    phone.settle()
    expect(phone.find("taker-0")).not_to_be_checked()
    expect(phone.find("taker-0")).to_be_focused()
    expect(phone.find("passed_out-true")).to_be_visible()


def test_key_clears_an_answer_without_a_script(table):
    phone = table(COINCHE, script=False)
    phone.tap(phone.find("taker-0"))
    phone.press(phone.button("Next"))
    expect(phone.find("passed_out-true")).to_have_count(0)
    phone.press_key("take:taker")
    expect(phone.find("taker-0")).not_to_be_checked()
    expect(phone.find("passed_out-true")).to_be_visible()


def test_saved_contract_becomes_a_passed_round_without_a_script(table):
    phone = table(COINCHE, [CONTRACT | {"trick_points": [112, None]}], script=False)
    phone.press(phone.page.locator("#sheet tbody th a"))
    phone.press_key("open:auction")
    phone.press_key("take:taker")
    phone.tap(phone.find("passed_out-true"))
    phone.save()
    assert phone.rounds == [[0, 0]]


def test_restored_correction_is_named_and_its_key_stays_at_the_first_tap(table):
    """People who come back tap what they had chosen before."""
    phone = table(COINCHE, [CONTRACT | {"trick_points": [110, 52]}])
    link = phone.page.locator("#sheet tbody th a")
    phone.press(link)
    phone.press_key("open:auction")
    phone.tap(phone.find("taker-1"))
    phone.go_back()
    phone.press(link)
    notice = phone.page.locator("#round .problem", has_text="This change is not saved yet.")
    expect(notice).to_be_visible()
    phone.press_key("open:auction")
    phone.tap(phone.find("taker-1"))
    expect(phone.find("taker-1")).to_be_checked()
    tap_again(phone, "taker-1")
    expect(phone.find("taker-1")).not_to_be_checked()
    phone.press_key("discard")
    expect(notice).to_have_count(0)
    phone.page.reload()
    phone.settle()
    expect(notice).to_have_count(0)
