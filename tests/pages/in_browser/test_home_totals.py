"""On home the circles and names of a match stand in one column, however wide a total is."""

import pytest

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.tenth


@pytest.mark.parametrize("totals", [[45, -308, 0, 83], [5, -1208, 14000, -2]])
def test_circles_stand_below_each_other(table, totals):
    phone = table(PlayedEvening("points", 4, []), [{"points": totals}])
    phone.go("/")
    lefts = phone.page.locator(".versus .duo").evaluate_all("all => all.map(one => one.getBoundingClientRect().left)")
    assert len(lefts) == 4
    assert len(set(lefts)) == 1
