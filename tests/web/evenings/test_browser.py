"""The pages of evenings in a browser: two phone widths, large text, dark colours, a desktop, and axe."""

import re
from types import SimpleNamespace
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from games import models
from games.services import actions
from tests.pages.in_browser.accessibility import tags
from tests.pages.in_browser.layout import AXE, STICKING_OUT, WCAG, wrong_with
from tests.statistics.test_highlights import KAPO, MADE, round
from tests.web.account.conftest import Browser
from tests.web.conftest import PSEUDO, axe
from tests.web.evenings.conftest import points

__all__ = ["axe"]
pytestmark = [pytest.mark.tenth, pytest.mark.django_db(transaction=True)]

DESK = {"width": 1280, "height": 900}
LONG = "Wolfeschlegelsteinhausenbergerdorff Maximiliana"


@pytest.fixture
def evening(cast):
    """A long evening with names of every length, and an evening before it."""
    cast.change_evening(cast.play("2026-03-06", end=True), name="Name day " * 20)
    at = "2026-11-20T{}:00+02:00".format
    first = cast.play(at("19:05"), game="pisti", rounds=[round(1, 0), round(0, 3), round(0, 0)], end=True)
    cast.play(at("20:20"), "Eleni", LONG, rounds=[points(71), points(49)], end=True)
    cast.play(at("21:15"), "Eleni", "Deniz", "Andreas", LONG, game="pilotta", rounds=[MADE, KAPO])
    cast.change_evening(first, place="at Eleni’s", note="Rui brought the cards from Vitória. " * 9)
    return first


@pytest.fixture
def open_page(new_context, live_server, cast):
    """Open a page as Eleni."""

    def open_new(**more):
        context = new_context(service_workers="block", **{"viewport": {"width": 390, "height": 844}, **more})
        client = Browser()
        client.force_login(cast.eleni)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return context.new_page()

    return open_new


def paths(evening):
    own = [f"/evenings/{evening}/{act}" for act in ("", "words/", "split/", "merge/")]
    return ["/evenings/", "/evenings/?words=x", *own, "/new/?day=2026-11-20", f"/table/{evening}/sheet/"]


@pytest.mark.parametrize("language", ["en", PSEUDO])
def test_pages_fit_a_phone(open_page, live_server, evening, axe, pseudo, language):
    page, problems = open_page(locale=language, has_touch=True, is_mobile=True), {}
    for path in paths(evening):
        page.goto(live_server.url + path)
        assert page.locator("html").get_attribute("lang") in tags(language)
        problems[path] = wrong_with(SimpleNamespace(page=page), axe)
    assert {path: wrong for path, wrong in problems.items() if wrong} == {}


@pytest.mark.long
def test_pages_fit_a_desktop(open_page, live_server, evening, axe):
    page, problems = open_page(locale="en", viewport=DESK), {}
    for path in paths(evening):
        page.goto(live_server.url + path)
        page.evaluate(axe)
        problems[path] = [*page.evaluate(STICKING_OUT, DESK["width"]), *page.evaluate(AXE, WCAG)]
    assert {path: wrong for path, wrong in problems.items() if wrong} == {}


def test_without_scripts_an_evening_is_found_split_and_merged(open_page, live_server, evening):
    page = open_page(locale="en", java_script_enabled=False)
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="All evenings").click()
    page.locator("summary").click()
    page.get_by_label("Game").select_option("Pilotta")
    page.get_by_role("button", name="Show results").click()
    expect(page.locator(".days > li")).to_have_count(1)
    page.locator(".days > li > a").click()
    page.get_by_role("link", name="Split").click()
    page.get_by_label("Pilotta").check()
    page.get_by_role("button", name="Create evening").click()
    expect(page.get_by_role("heading", name="One match")).to_be_visible()
    page.get_by_role("link", name="Merge with another").click()
    expect(page.get_by_role("group", name="The other evening").get_by_role("radio").first).to_be_checked()
    page.get_by_role("button", name="Merge").click()
    expect(page.get_by_role("heading", name="3 matches")).to_be_visible()
    assert models.Evening.objects.filter(begins__isnull=False).count() == 2


@pytest.mark.parametrize("scripts", [True, False])
def test_a_form_that_was_open_while_someone_else_saved_comes_back_once(open_page, live_server, cast, evening, scripts):
    page = open_page(locale="en", java_script_enabled=scripts)
    page.goto(f"{live_server.url}/evenings/{evening}/words/")
    cast.change_evening(evening, name="Party & cards", place="at Rui’s")
    page.get_by_label("Name").fill("Name day")
    page.get_by_role("button", name="Save").click()
    problem = page.locator(".problem")
    expect(problem).to_have_text(
        "This was changed to “Party & cards” meanwhile. Save again to replace it with your entry."
    )
    expect(page.get_by_label("Name")).to_have_value("Name day")
    expect(page.get_by_label("Name")).to_be_focused()
    assert page.get_by_label("Name").get_attribute("aria-describedby") == "id_name_helptext id_name_error"
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Name day")).to_be_visible()
    row = models.Evening.objects.get(id=evening)
    assert (row.name, row.place, row.note[:3]) == ("Name day", "at Rui’s", "Rui")


def test_back_puts_no_older_values_into_a_form(open_page, live_server, cast):
    """The page has new marks then, so the older values would count as typed."""
    cast.play("2026-11-20")
    season, players = uuid4(), [cast.player(name)["id"] for name in ("Anna", "Berta")]
    actions.put_season(season=season, changes={"name": "Winter", "from": "2026-01-01", "rule": "points"}, **cast.me)
    page = open_page(locale="en")
    for path, change in {
        f"/seasons/{season}/change/": lambda: actions.put_season(
            season=season, changes={"rule": "average", "to": "2026-12-31"}, **cast.me
        ),
        f"/circle/{cast.circle.pk}/players/{players[0]}/": lambda: actions.put_player(
            player=players[0], same_as=players[1], hidden=True, **cast.me
        ),
    }.items():
        page.goto(f"{live_server.url}{path}")
        page.locator("a[href='/evenings/']").first.click()
        page.wait_for_url("**/evenings/")
        change()
        page.go_back()
        page.wait_for_timeout(500)  # the browser puts values into a form after the page
        page.get_by_role("button", name="Save").click()
        page.wait_for_url(lambda url, path=path: path not in url)
    row, player = models.Season.objects.get(id=season), models.Player.objects.get(id=players[0])
    assert (row.rule, str(row.ends)) == ("average", "2026-12-31")
    assert (str(player.same_as), player.hidden) == (players[1], True)


def test_right_to_left_names_keep_their_order_and_points(open_page, live_server, cast):
    """Without isolation, two such names in a row would change places, with each other's points."""
    evening = cast.play(
        "2026-11-20T19:05:00+02:00", "ישראל", "محمد علي", "=1", game="points", rounds=[{"points": [3, 2, 1]}], end=True
    )
    page = open_page(locale="en")
    for path in ("/evenings/", f"/evenings/{evening}/"):
        page.goto(live_server.url + path)
        names = page.locator("main small bdi").filter(has_text=re.compile("ישראל|محمد علي|=1")).all()
        assert [name.text_content() for name in names] == ["ישראל", "محمد علي", "=1"]
        boxes = [name.bounding_box() for name in names]
        assert boxes == sorted(boxes, key=lambda box: (box["y"], box["x"]))
