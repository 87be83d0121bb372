"""Parts of the page that appear only without a script."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import EVENINGS, PlayedEvening

pytestmark = pytest.mark.tenth

TRES = next(evening for evening in EVENINGS if evening.game == "bisca_tres")


def test_key_previews_the_typed_numbers(table):
    phone = table(TRES, script=False)
    phone.find("points-0").fill("71")
    phone.press(phone.button("Calculate"))
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    expect(phone.find("points-0")).to_have_value("71")
    assert phone.rounds == []


def test_key_is_absent_with_a_script(table):
    phone = table(TRES)
    expect(phone.button("Calculate")).to_have_count(0)
    phone.play({"points": [71, None]})
    phone.expect_worth({"points": [1, 0], "totals": [1, 0]})
    expect(phone.button("Calculate")).to_have_count(0)


def test_key_leads_to_the_questions_that_come_later(table):
    phone = table(PlayedEvening("pilotta", 4, []), script=False)
    expect(phone.find("trick_points-0")).to_have_count(0)
    expect(phone.button("Calculate")).to_have_count(0)
    for chip in ("bidder-1", "bid-100", "trump-hearts"):
        phone.tap(phone.find(chip))
    phone.press(phone.page.get_by_role("button", name="Next", exact=True))
    expect(phone.find("trick_points-0")).to_be_visible()
    expect(phone.button("Calculate")).to_be_visible()
