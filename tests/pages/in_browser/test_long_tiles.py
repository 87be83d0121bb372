"""Tiles that take several taps: they come into sight, and are closed from the lower edge."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.tenth

PILOTTA = PlayedEvening("pilotta", 4, [])
PISTI = PlayedEvening("pisti", 2, [])
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 5));
}"""

PLACES = "all => all.map(({ parentElement: side }) => [side.getBoundingClientRect().top, side.offsetHeight])"


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


@pytest.mark.parametrize(("width", "height"), [(412, 785), (360, 660), (320, 640)])
@pytest.mark.parametrize("locale", ["en", "el"])
def test_declarations_of_both_sides_are_above_the_dock_and_move_nothing(table, width, height, locale):
    rounds = [{"bidder": 0, "bid": 100, "trump": "hearts", "trick_points": [112, 50]}]
    names = ("Maximiliane Schröder", "Ben", "Cleo", "Dora")
    phone = table(PlayedEvening("pilotta", 4, [], names=names), locale=locale)
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.reload()
    phone.play(rounds[0])
    phone.save()
    expect(phone.page.locator("#notice .notice")).to_be_visible()
    phone.play({"bidder": 1, "bid": 90, "trump": "spades"})
    before = phone.page.evaluate("scrollY"), phone.find("ask-trick_points").bounding_box()
    phone.press_key("open:declarations")
    places = phone.page.locator(".add-keys").evaluate_all(PLACES)
    assert [one[0] for one in places] == [places[0][0]] * 2  # side by side
    for side, key in ((0, "sequence:length:3"), (0, "sequence:length:3"), (1, "four:rank:Q")):
        phone.press_key(f"put:declarations-{side}:{key}")
    assert phone.page.locator(".add-keys").evaluate_all(PLACES) == places
    for key in phone.page.locator(".add-keys .chip").all():
        assert key.evaluate(IN_SIGHT)
    assert phone.page.evaluate("scrollY") == before[0]
    phone.press(phone.page.locator('.dock [value^="fold:"]'))
    assert (phone.page.evaluate("scrollY"), phone.find("ask-trick_points").bounding_box()) == before


def test_opened_pile_comes_into_sight(table):
    phone = low(table, PISTI)
    phone.press_key("open:pile")
    assert phone.page.locator("#pile legend").evaluate(IN_SIGHT)
    assert phone.page.locator("#pile table label").last.evaluate(IN_SIGHT)
    save = phone.page.locator(".dock > .go").bounding_box()
    assert 785 - 20 < save["y"] + save["height"] <= 785
    phone.press(phone.button("Close"))
    expect(phone.page.locator("#pile")).to_have_count(0)
