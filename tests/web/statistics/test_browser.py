"""The pages of figures in a browser: two phone widths, large text, dark colours, a desktop, and axe."""

from io import BytesIO
from types import SimpleNamespace
from uuid import uuid4

import pytest
from PIL import Image

from games.services import actions
from tests.pages.in_browser.accessibility import tags
from tests.pages.in_browser.layout import AXE, STICKING_OUT, WCAG, wrong_with
from tests.web.conftest import PSEUDO, axe
from tests.web.evenings.conftest import points
from tests.web.evenings.test_browser import DESK, LONG, open_page
from tests.web.statistics.reading import table

__all__ = ["axe", "open_page"]
OVERFLOW = "(box => box.scrollWidth - box.clientWidth)(document.querySelector('.scroll'))"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.tenth]


@pytest.fixture
def pages(years):
    """Return the paths of all pages, with names of every length, one of a hidden player."""
    for day in range(1, 5):
        years.play(f"2025-11-{day:02}", LONG, "Eleni", rounds=[points(71)], end=True)
    actions.put_player(player=years.players["Rui"], hidden=True, **years.me)
    season = uuid4()
    running = {"name": f"{LONG} {LONG}", "from": "2025-01-01", "rule": "places", "place_points": [5, 3], "minimum": 2}
    actions.put_season(season=season, changes=running, **years.me)
    actions.put_season(season=uuid4(), changes={"name": "Old", "from": "2024-01-01", "to": "2024-12-31"}, **years.me)
    actions.put_season(season=uuid4(), changes={"name": "Gone", "from": "2024-01-01", "deleted": True}, **years.me)
    long, eleni, rui = (f"/players/{years.players[name]}/" for name in (LONG, "Eleni", "Rui"))
    own = [f"{eleni}{query}" for query in ("", "?game=pilotta", "?game=bisca_tres&period=2025", "?game=pisa")]
    return [
        "/statistics/",
        "/statistics/?game=pilotta&period=2025",
        "/statistics/?period=2019",
        "/players/",
        "/seasons/",
        "/seasons/new/",
        f"/seasons/{season}/",
        f"/seasons/{season}/change/",
        f"/seasons/{season}/delete/",
        *own,
        long,
        rui,
    ]


@pytest.mark.parametrize("language", ["en", PSEUDO])
def test_every_page_is_open_to_all_on_a_phone(open_page, live_server, pages, axe, pseudo, language):
    page, faults = open_page(locale=language, has_touch=True, is_mobile=True), {}
    for path in pages:
        page.goto(live_server.url + path)
        assert page.locator("html").get_attribute("lang") in tags(language)
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        faults[path] = wrong_with(SimpleNamespace(page=page), axe)
    assert {path: wrong for path, wrong in faults.items() if wrong} == {}


@pytest.mark.long
def test_every_page_is_open_to_all_on_a_desk(open_page, live_server, pages, axe):
    page, faults = open_page(locale="en", viewport=DESK), {}
    for path in pages:
        page.goto(live_server.url + path)
        page.evaluate(axe)
        faults[path] = [*page.evaluate(STICKING_OUT, DESK["width"]), *page.evaluate(AXE, WCAG)]
    assert {path: wrong for path, wrong in faults.items() if wrong} == {}


@pytest.mark.database
def test_game_and_year_are_chosen_without_a_script(open_page, live_server, pages):
    page = open_page(locale="en", java_script_enabled=False)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="Ranking").click()
    page.locator("summary").first.click()
    page.get_by_label("Game", exact=True).select_option("Pilotta")
    page.get_by_label("Period", exact=True).select_option("2025")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("link", name="Eleni").first.click()
    page.wait_for_url("**/players/*/**")
    assert page.locator("summary").first.inner_text().strip() == "Pilotta · 2025"
    assert table(page.content(), "partners-title")[0][0] == "Andreas"


def test_opponents_fit_on_a_phone_without_scrolling(open_page, live_server, years):
    page = open_page(locale="en", has_touch=True, is_mobile=True)
    page.goto(f"{live_server.url}/players/{years.players['Eleni']}/")
    beyond = "table => table.parentElement.scrollWidth - table.parentElement.clientWidth"
    assert page.locator("table[aria-labelledby=faced-title]").evaluate(beyond) == 0


@pytest.mark.parametrize("width", [412, 360])
def test_a_ranking_fits_on_a_phone_without_scrolling(open_page, live_server, years, width):
    page = open_page(locale="en", has_touch=True, is_mobile=True, viewport={"width": width, "height": 700})
    page.goto(f"{live_server.url}/statistics/")
    assert page.evaluate(OVERFLOW) == 0
    assert table(page.content(), "won-title")[0] == ["Eleni 9 matches", "83%", "7", "1", "5"]


def test_a_shade_says_that_a_table_goes_on_at_the_right(open_page, live_server, years):
    page = open_page(locale="en", has_touch=True, is_mobile=True, viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/statistics/?game=bisca_tres")
    assert page.evaluate(OVERFLOW) > 20
    box = page.locator(".scroll td").first.bounding_box()

    def edge():
        image = Image.open(BytesIO(page.screenshot())).convert("L")
        return image.getpixel((318, round(box["y"] + 4)))

    before = edge()
    page.evaluate("document.querySelector('.scroll').scrollLeft = 1000")
    assert before < edge() - 40


def test_usual_name_fits_on_one_line(open_page, live_server, years):
    for day in range(1, 5):
        years.play(f"2025-11-{day:02}", "Konstantinos", "Ev", rounds=[points(71)], end=True)
    page = open_page(locale="en", viewport={"width": 320, "height": 700})
    page.goto(f"{live_server.url}/statistics/")
    name = page.locator("#won-title + .scroll th a", has_text="Konstantinos")
    lines = (
        "cell => { const words = new Range(); words.selectNodeContents(cell); return words.getClientRects().length; }"
    )
    assert name.evaluate(lines) == 1


def test_page_is_printed_without_buttons(open_page, live_server, pages):
    page = open_page(locale="en")
    page.goto(f"{live_server.url}/statistics/")
    page.emulate_media(media="print")
    assert page.locator("#won-title").is_visible()
    assert not page.locator(".buttons").first.is_visible()
