"""On a wide window, and on a phone on its side, the entry is beside the scores and needs no scrolling of the page."""

import pytest

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.tenth


@pytest.mark.parametrize(("width", "height"), [(915, 412), (1280, 800)])
def test_entry_is_beside_totals_and_sheet(table, width, height):
    phone = table(PlayedEvening("bisca_tres", 2, []), [{"points": [71, 49]}, {"points": [30, 90]}])
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.go(f"/table/{phone.match}/")
    totals, sheet, entry, key = [
        phone.page.locator(name).bounding_box() for name in ("#totals", "#sheet", "#round", "#round .go")
    ]
    assert entry["y"] == 0
    assert totals["x"] + totals["width"] <= entry["x"]
    assert sheet["x"] + sheet["width"] <= entry["x"]
    assert sheet["y"] >= totals["y"] + totals["height"]
    assert key["y"] + key["height"] <= height


def test_a_narrow_window_has_one_column(table):
    phone = table(PlayedEvening("bisca_tres", 2, []), [{"points": [71, 49]}])
    phone.page.set_viewport_size({"width": 412, "height": 785})
    phone.go(f"/table/{phone.match}/")
    totals, entry = [phone.page.locator(name).bounding_box() for name in ("#totals", "#ask-points")]
    assert entry["y"] > totals["y"] + totals["height"]
