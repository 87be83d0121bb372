"""Rows of number keys on phones: every key is as wide as a thumb needs, and turning a row moves nothing."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening, sheet_of

pytestmark = pytest.mark.tenth

FRIENDS = ("Eleni", "Andreas", "Ana", "Tiago", "Bia", "Rui")
LEAST = {412: 40, 360: 40, 320: 34}
WIDTHS = "() => [...document.querySelectorAll('.ruler > *')].filter(key => key.checkVisibility()).map(key => key.getBoundingClientRect().width)"
IN_SIGHT = """one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + 2, x + width - 2].every(across => document.elementFromPoint(across, y + height / 2) === one);
}"""
PLACES = "() => [...document.querySelectorAll('.ruler, .dock > .go')].map(part => Math.round(part.getBoundingClientRect().top))"


@pytest.mark.parametrize(("width", "height"), [(412, 785), (360, 660), (320, 640)])
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("spades", 4, {}), ("hearts", 4, {}), ("hearts", 6, {}), ("king", 4, {"style": "turkey"})],
)
def test_no_key_of_a_row_is_narrower_than_a_thumb(table, game, players, options, width, height):
    phone = table(PlayedEvening(game, players, [], names=FRIENDS, **options))
    phone.page.set_viewport_size({"width": width, "height": height})
    if game == "king":
        phone.tap(phone.find("contract-tricks"))
    widths = phone.page.evaluate(WIDTHS)
    assert (
        len(widths) == (6 if players == 6 else 8) * players
    )  # six names are left of the keys, so these have less room
    assert min(widths) >= LEAST[width]


def test_a_high_bid_is_a_tap_further_and_nothing_moves(table):
    evening = PlayedEvening("spades", 4, [], names=FRIENDS)
    phone = table(evening)
    phone.page.set_viewport_size({"width": 360, "height": 660})
    expect(phone.find("bids-0-9")).not_to_be_visible()
    before = phone.page.evaluate(PLACES)
    phone.press_key("from:bids-0:7")
    expect(phone.find("bids-0-9")).to_be_visible()
    assert phone.page.evaluate(PLACES) == before
    answers = {"bids": [9, 0, 1, 3], "tricks": [9, 0, 1, None]}
    phone.play(answers)
    phone.save()
    expect(phone.page.locator("#sheet tbody tr:not(.why)")).to_have_count(1)
    assert phone.rounds == [sheet_of(evening, [answers])["deals"][0]["totals"]]


def test_a_wide_screen_shows_all_numbers(table):
    phone = table(PlayedEvening("spades", 4, [], names=FRIENDS))
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    expect(phone.find("bids-0-13")).to_be_visible()
    expect(phone.page.locator(".further").first).not_to_be_visible()
    assert min(phone.page.evaluate(WIDTHS)) >= 40


@pytest.mark.parametrize("width", [412, 320])
def test_a_long_name_does_not_hide_the_bonus(table, width):
    friends = ("Ann", "Ben", "Wolfgang Amadeus", "Charlotte-Sophie")
    phone = table(PlayedEvening("skull_king", 4, [], names=friends, cannonball=True))
    phone.page.set_viewport_size({"width": width, "height": 785})
    phone.play({"bids": [0, 0, 1, 1], "tricks": [0, 0, 1, None]})
    phone.press_key("open:bonus-2")
    phone.press_key("more:bonus-2:40")
    got = phone.page.locator(".got")
    expect(got).to_have_text("+40")
    place = got.evaluate("one => [one.getBoundingClientRect().right, one.parentElement.getBoundingClientRect().right]")
    assert place[0] <= place[1]
    assert got.evaluate(IN_SIGHT), "the amount is cut or covered"
