"""Rows of number keys on phones: every key is as wide as a thumb needs, and turning a row moves nothing."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening, sheet_of

pytestmark = pytest.mark.fifth

FRIENDS = ("Eleni", "Andreas", "Ana", "Tiago", "Bia", "Rui")
LEAST = {412: 40, 360: 40, 320: 34}
WIDTHS = "() => [...document.querySelectorAll('.ruler > *')].filter(key => key.checkVisibility()).map(key => key.getBoundingClientRect().width)"
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
    assert len(widths) == 8 * players
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
