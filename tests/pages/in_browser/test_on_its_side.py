"""A phone on its side: the result beside Save is not cut, and the keys of Skat are in reach."""

import pytest
from playwright.sync_api import expect

from tests.pages.in_browser.games import PlayedEvening
from tests.pages.in_browser.test_taps import selector_of, what_hides

NAMES = ("Maximiliane", "Konstantinos", "Bartholomäus", "Wilhelmina", "Theodora")
# The points and new totals that stick out of their place or of the dock.
CUT = """() => {
    const result = document.querySelector("#worth"), bound = result.getBoundingClientRect();
    return [...result.querySelectorAll("b, small")].filter(part => {
        const [box, around] = [part.getBoundingClientRect(), part.parentElement.getBoundingClientRect()];
        return part.scrollWidth > Math.ceil(around.width) || box.bottom > bound.bottom + 1 || box.height > 20;
    }).map(part => part.textContent);
}"""


@pytest.mark.parametrize("players", [4, 5])
def test_points_and_totals_have_a_line_each(table, players):
    before = {"taker": 0, "contract": "garde_contre", "bouts": 3, "points": 91, "chelem": "announced"}
    partner = {"partner": 0} if players == 5 else {}
    phone = table(PlayedEvening("tarot", players, [], names=NAMES), [before | partner])
    phone.page.set_viewport_size({"width": 915, "height": 412})
    phone.page.reload()
    phone.play({"taker": 0, "contract": "garde_contre", **partner, "bouts": 3, "points": 90})
    expect(phone.page.locator("#worth b")).to_have_count(players)
    assert phone.page.evaluate(CUT) == []


def test_winner_of_skat_is_in_reach(table):
    phone = table(PlayedEvening("skat", 3, [], names=NAMES))
    phone.page.set_viewport_size({"width": 915, "height": 412})
    phone.page.reload()
    for tap in ("declarer-0", "game-hearts", "matadors-1", "won-true"):
        assert what_hides(phone.page, selector_of(tap)) == "", tap
        phone.tap(phone.find(tap))
