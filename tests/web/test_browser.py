"""The pages about games in a real browser. test_layout.py checks the layout of all pages."""

import time

from tests.web.addresses import PAGES


def test_skip_link_moves_the_focus_to_the_content(page, live_server):
    page.goto(live_server.url + PAGES[1])
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.get_attribute("href") == "#main"
    assert skip.is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_links_from_home_to_a_game_and_back(page, live_server):
    page.goto(live_server.url + PAGES[0])
    page.locator(".tile").last.click()
    page.wait_for_url(live_server.url + PAGES[-1])
    page.get_by_role("link", name="Back to games").click()
    page.wait_for_url(live_server.url + PAGES[0])


def test_pictures_are_drawn(page, live_server):
    """The pictures come from one SVG file; a missing one leaves an empty card."""
    page.goto(live_server.url)
    until = time.monotonic() + 30
    while not all(widths := page.evaluate("[...document.querySelectorAll('svg use')].map(use => use.getBBox().width)")):
        assert time.monotonic() < until
        page.wait_for_timeout(100)
    assert widths
