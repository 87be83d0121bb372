"""The phone shows the names that players have now, as the server does."""

import pytest
from playwright.sync_api import expect

from tests.phone.test_cut_off import started
from tests.phone.test_evening import SENT, is_worth, play
from tests.phone.test_worker import me

pytestmark = pytest.mark.tenth

__all__ = ["started"]

RENAME = """
from games import models
from games.services import actions
person = models.Person.objects.get(pk='{person}')
from uuid import UUID
circle = UUID('{circle}')
player = models.Player.objects.get(circle=circle, name='Eleni')
actions.put_player(player=str(player.id), name='Bettina', by=person, circle=circle)
"""


def test_a_renamed_player_has_the_new_name_on_table_and_home(real, started):
    phone, path = started
    play(phone, 71)
    is_worth(phone, 1, 0)
    phone.until(SENT)
    home = phone.context.new_page()
    home.goto(f"{phone.url}/")
    real.manage("shell", "-c", RENAME.format(**me(phone)))
    for page in (phone.page, home):  # open pages follow, too
        expect(page.get_by_text("Bettina").first).to_be_visible(timeout=30_000)
    phone.context.route("**/api/**", lambda route: route.abort())
    for address in (path, f"{path}sheet/", "/"):
        phone.open(address)
        expect(phone.page.get_by_text("Bettina").first).to_be_visible()
        assert "Eleni" not in phone.page.locator("body").inner_text(), address
    phone.open(path)
    play(phone, 80)  # the log that Python has folded is continued
    is_worth(phone, 2, 0)
    assert "Eleni" not in phone.page.locator("body").inner_text()
    starts = [record["event"] for record in phone.events() if record["event"]["kind"] == "start"]
    assert [player["name"] for player in starts[0]["data"]["players"]] == ["Eleni", "Deniz"]
    assert phone.errors == []
