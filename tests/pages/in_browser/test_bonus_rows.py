"""Rows of tricks with a bonus: each is in one line, and the name of its player leads to the keys of the bonus."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.test_nothing_moves import PLACES, keys_that_moved, opened

pytestmark = pytest.mark.tenth

FRIENDS = ("Maximiliane Schröder", "Ben", "Cleo", "Dora")
ABOVE_DOCK = """all => all.every(row => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= document.querySelector(".dock").getBoundingClientRect().top;
})"""


def after(table, rounds, **how):
    """Open a match with all further questions, and save the last of these rounds on the page."""
    evening = PlayedEvening("skull_king", 4, [], names=FRIENDS, expansion=True, powers=True)
    played = [{"bids": [0, 0, 0, 0], "tricks": [0, 0, number, 0]} for number in range(1, rounds + 1)]
    phone = opened(table, evening, played[:-1], **how)
    if played:
        phone.play(played[-1])
        phone.save()
        expect(phone.page.locator("#notice .notice")).to_be_visible()
    return phone


@pytest.mark.parametrize("number", [1, 2, 5, 6, 10])
@pytest.mark.parametrize("locale", ["en", "el"])
def test_all_players_are_above_the_dock_in_each_round(table, number, locale):
    phone = after(table, number - 1, locale=locale)
    rows = phone.page.locator("#round .rulers > *")
    for seat, bid in enumerate((1, 0, 1, 1)):
        assert rows.evaluate_all(ABOVE_DOCK)
        phone.pick(f"bids-{seat}", bid)
    expect(phone.find("tricks-0-0")).to_be_attached()
    for seat, tricks in enumerate((1, 0, 0)):
        assert rows.evaluate_all(ABOVE_DOCK)
        phone.pick(f"tricks-{seat}", tricks)
    phone.press_key("open:bonus-0")
    assert rows.evaluate_all(ABOVE_DOCK)
    assert phone.page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("width", "height"), [(412, 785), (360, 660), (320, 640)])
def test_a_bonus_moves_no_other_row(table, width, height):
    phone = after(table, 0, size={"width": width, "height": height}, locale="el")
    phone.play({"bids": [1, 0, 0, 0]})
    places = phone.page.evaluate(PLACES)
    phone.pick("tricks-0", 1)
    phone.press_key("open:bonus-0")
    phone.press_key("more:bonus-0:40")
    assert not keys_that_moved(phone, places)
    keys = phone.page.locator(".ruler [value^='more:']").evaluate_all("all => all.map(key => key.clientWidth)")
    assert min(keys) >= 30
    phone.press_key("fold:bonus-0")
    name = phone.key("open:bonus-0")
    expect(name).to_contain_text("+40")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(phone.find("tricks-0-1")).to_be_checked()
