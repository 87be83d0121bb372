"""Tiles that take several taps: they come into sight, and are closed from the lower edge."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.fifth

PILOTTA = PlayedEvening("pilotta", 4, [])
PISTI = PlayedEvening("pisti", 2, [])
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 5));
}"""


def low(table, evening):
    phone = table(evening)
    phone.page.set_viewport_size({"width": 412, "height": 785})
    phone.page.reload()
    return phone


def test_declarations_are_closed_from_the_lower_edge(table):
    phone = low(table, PILOTTA)
    for chip in ("bidder-1", "bid-100", "trump-hearts"):
        phone.tap(phone.find(chip))
    phone.press_key("open:declarations")
    phone.press_key("put:declarations-1:sequence:length:3")
    close = phone.button("Close")
    assert close.evaluate(IN_SIGHT)
    assert phone.page.locator(".dock > .go").evaluate(IN_SIGHT)
    phone.press(close)
    expect(phone.key("open:declarations").locator("b")).to_have_text("0 · 1")
    assert phone.find("trick_points-1").evaluate(IN_SIGHT)


def test_opened_pile_comes_into_sight(table):
    phone = low(table, PISTI)
    phone.press_key("open:pile")
    assert phone.page.locator("#pile legend").evaluate(IN_SIGHT)
    assert phone.page.locator("#pile table label").last.evaluate(IN_SIGHT)
    save = phone.page.locator(".dock > .go").bounding_box()
    assert 785 - 20 < save["y"] + save["height"] <= 785
    phone.press(phone.button("Close"))
    expect(phone.page.locator("#pile")).to_have_count(0)
