"""A problem of a tile is seen: the key is red, and a sentence stands above Save. No panel opens by itself."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.tenth

COINCHE = PlayedEvening("coinche", 4, [], declarations=True)
DOPPELKOPF = PlayedEvening("doppelkopf", 4, [])
SKAT = PlayedEvening("skat", 3, [])
TAROT = PlayedEvening("tarot", 4, [])
IN_SIGHT = """one => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && (one.contains(hit) || hit?.contains(one));
}"""
HEIGHTS = "all => all.map(one => Math.round(one.getBoundingClientRect().height))"
ROUNDS = {
    "skat": (SKAT, {"declarer": 0, "game": "hearts", "matadors": 1, "bid": 19, "points": 70}, "Bid", "There is no bid of 19."),
    "coinche": (COINCHE, {"taker": 0, "contract": 100, "trump": "hearts", "declared": [50, 20], "trick_points": [112, None]}, "Declarations", "Only one side scores declarations."),
    "doppelkopf": (DOPPELKOPF, {"re": [0, 1], "doppelkopfs": [0, 1], "re_points": 215}, "Doppelkopfs", "These cards alone are worth 40; the party has 25."),
    "tarot": (TAROT, {"taker": 0, "contract": "garde", "bouts": 1, "chelem": "announced", "points": 40}, "Chelem", None),
}  # fmt: skip


@pytest.mark.parametrize(("width", "height"), [(412, 785), (360, 660)])
@pytest.mark.parametrize("name", ROUNDS)
def test_problem_of_a_tile_is_seen(table, name, width, height):
    evening, answers, label, problem = ROUNDS[name]
    phone = table(evening)
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.reload()
    phone.settle()
    phone.play(answers)
    phone.settle()  # an answer that replaces the tiles meanwhile leaves none to measure
    before = phone.page.locator(".answers > li").evaluate_all(HEIGHTS)
    phone.press(phone.page.locator(".dock > .go"))
    sentence = phone.page.locator(".dock .problem")
    expect(sentence).to_have_text(re.compile(f"{label}: {re.escape(problem or '')}"))
    assert sentence.evaluate(IN_SIGHT)
    key = phone.page.locator(".answers .wrong > button")
    expect(key).to_contain_text(label)
    expect(key).to_be_focused()
    expect(key).to_have_attribute("aria-expanded", "false")
    expect(phone.page.locator("#round .problem")).to_have_count(1)
    assert phone.page.locator(".answers > li").evaluate_all(HEIGHTS) == before


def test_number_of_a_wrong_tile_is_typed_again(table):
    evening, answers, *_words = ROUNDS["skat"]
    phone = table(evening)
    phone.play(answers)
    phone.press(phone.page.locator(".dock > .go"))
    phone.press_key("open:bid")
    phone.press_key("2")
    phone.press_key("0")
    expect(phone.find("bid")).to_have_value("20")
    expect(phone.page.locator(".wrong")).to_have_count(0)
    phone.save()
    assert phone.rounds == [[20, 0, 0]]
