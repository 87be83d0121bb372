"""A phone without a network names a game, plays it, and offers it for the next match with the quick keys of now."""

import pytest
from playwright.sync_api import expect

from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, TABLE
from tests.phone.test_worker import ask, me

pytestmark = pytest.mark.tenth

__all__ = ["started"]

RENAME = """
from uuid import UUID
from games import models
from games.services import actions
person = models.Person.objects.get(pk='{person}')
game = models.CustomGame.objects.get(circle='{circle}')
actions.put_custom_game(custom_game=game.id, changes={{'name': 'Canasta', 'keys': [40]}}, by=person, circle=UUID('{circle}'))
"""


def test_a_game_gets_its_name_without_a_network(real, started):
    phone, _path = started
    phone.context.route("**/api/**", lambda route: route.abort())
    page = phone.open("/new/?game=points")
    for name in ("Ana", "Bia"):
        page.locator("#new-player").fill(name)
        page.locator("button.button[value=name]").click()
        page.locator(f"#seats :text('{name}')").first.wait_for()
    page.locator("#game-name").fill("Rummy")
    page.locator("button[name=start]").click()
    page.wait_for_url(TABLE)
    expect(page.locator("h1")).to_have_text("Rummy")
    page.locator("#points-0").fill("25")
    page.locator("#points-1").fill("5")
    page.locator("#worth", has_text="25").wait_for()
    page.locator("#round button.go").click()
    expect(page.locator("#totals")).to_contain_text("25")
    phone.open("/")
    expect(page.locator("body")).to_contain_text("Rummy")
    phone.open("/new/?game=pisa")
    page.locator("#other-games summary").click()
    expect(page.locator("#all-games label", has_text="Rummy")).to_be_visible()
    phone.context.unroute("**/api/**")
    phone.nudge()
    phone.until(SENT)
    [game] = ask(real, me(phone)["key"], "/api/v1/custom-games/")["custom_games"]
    assert game["name"] == "Rummy"
    [match] = ask(real, me(phone)["key"], f"/api/v1/matches/?game={game['game']}")["matches"]
    assert (match["totals"], match["custom_game"]["id"]) == ([25, 5], game["id"])
    real.manage("shell", "-c", RENAME.format(**me(phone)))
    phone.open("/")
    expect(page.locator("body")).to_contain_text("Canasta", timeout=20_000)  # once the phone has pulled it
    phone.open(f"/table/{match['id']}/")
    expect(page.locator("h1")).to_have_text("Canasta")
    phone.context.route("**/api/**", lambda route: route.abort())
    page = phone.open(f"/new/?game={game['game']}")
    page.locator("button[name=start]").click()
    page.wait_for_url(lambda url: "/table/" in url and match["id"] not in url)
    page.get_by_role("button", name="40", exact=True).click()
    expect(page.locator("#points-0")).to_have_value("40")
    assert phone.errors == []
