"""The wall page is read from two metres: every total is on one line, and all are visible."""

import pytest

from tests.pages.in_browser.games import PlayedEvening

pytestmark = pytest.mark.tenth

TOTALS = """() => [...document.querySelectorAll('.scores b')].map(total => {
    const figures = document.createRange();
    figures.selectNodeContents(total);
    const box = figures.getBoundingClientRect(), card = total.closest('li').getBoundingClientRect();
    return {
        figures: total.textContent,
        lines: figures.getClientRects().length,
        sticksOut: box.left < card.left || box.right > card.right,
        below: card.bottom > innerHeight,
        row: Math.round(card.top),
    };
})"""
SHAPES = {"phone": (390, 844), "small phone": (320, 640), "phone on its side": (844, 390), "desk": (1280, 800)}


@pytest.mark.parametrize("players", range(2, 9))
def test_totals_fit_on_one_line(table, players):
    names = [f"Eleni {number}" for number in range(players)]
    evening = PlayedEvening("points", players, [], names=names, target=500)
    phone = table(evening, [{"points": [408 + number for number in range(players)]}])
    for shape, (width, height) in SHAPES.items():
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.go(f"/table/{phone.match}/wall/")
        totals = phone.page.evaluate(TOTALS)
        assert [total["figures"] for total in totals] == [str(408 + number) for number in range(players)]
        assert [total for total in totals if total["lines"] > 1 or total["sticksOut"]] == [], shape
        if players == 3:
            assert not any(total["below"] for total in totals), shape
            assert len({total["row"] for total in totals}) == (1 if width > height else 3), shape


@pytest.mark.parametrize("shape", SHAPES)
def test_a_comb_fits_the_window(table, shape):
    width, height = SHAPES[shape]
    phone = table(PlayedEvening("bisca_quatro", 4, []), [{"points": [71, 49]}])
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.go(f"/table/{phone.match}/wall/")
    for part in phone.page.locator(".combed > *").all():
        box = part.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
