"""Random people who press any button: every page has links, and the server accepts every event."""

from collections import Counter
from random import Random

import pytest

from games.display.families import families
from games.pages.request import resolve
from games.rules import catalogue
from tests import chance
from tests.match.logs import id_of
from tests.pages.browser import Element, Pairs, Reply, Table, buttons, choices, fields, with_values
from tests.rules.golden import NAMES

NUMBERS = ("0", "1", "2", "3", "4", "7", "9", "12", "20", "49", "60", "71", "82", "120", "162", "x", "")


def random_answer(random: Random, form: Element) -> Pairs:
    """Return the fields of a form with some random changes, and one of its buttons."""
    pairs, offered = fields(form), choices(form)
    texts = [element.get("name") for element in form.all("input") if element.get("type") == "" and element.get("name")]
    for _change in range(random.randrange(4)):
        if offered and random.random() < 0.5:
            pairs = with_values(pairs, random.choice(offered))
        elif texts:
            pairs = with_values(pairs, (random.choice(texts), random.choice(NUMBERS)))
    button = random.choice(buttons(form) + buttons(form)[-1:] * 3)
    return [*pairs, button] if button[0] else pairs


def evening(name: str, steps: int) -> tuple[Table, Counter[str]]:
    random, table, kinds = chance.random_for(name), Table(), Counter[str]()
    table.players = [{"id": id_of(name), "name": name, "hidden": False, "same_as": None} for name in NAMES]
    reply = table.get("/")
    for _step in range(steps):
        home_path = "/" if not reply.text else None
        if reply.redirect_to:
            reply = table.get(reply.redirect_to)
            assert reply.status == 200
        if home_path and not reply.text:
            reply = table.get(home_path)
        html = reply.html
        forms, links = [form for form in html.forms() if buttons(form)], links_of(reply)
        if forms and random.random() < 0.75:
            form = random.choice(forms)
            reply = table.post(form.get("action"), random_answer(random, form))
            assert reply.status in (200, 303, 422)
            kinds.update(event["kind"] for event in reply.events)
        else:
            reply = table.get(random.choice(links))
            assert reply.status == 200
    return table, kinds


def links_of(reply: Reply) -> list[str]:
    links = [element.get("href") for element in reply.html.root.all("a")]
    return [link for link in links if link[:1] == "/" and resolve(link.split("?")[0]) is not None] or ["/"]


@pytest.mark.fifth
@pytest.mark.slow
def test_random_people_meet_no_error() -> None:
    kinds = Counter[str]()
    for number in range(chance.amount(8, 100)):
        kinds += evening(f"evening {number}", 60)[1]
    assert {"player", "start"} <= set(kinds), kinds
    assert len(kinds) > 3, kinds  # which others there are depends on the seed


def test_every_game_is_offered_at_home() -> None:
    tiles = links_of(Table().get("/"))
    for family in families():
        assert any(f"/new/?game={game.key}" in tiles for game in family.games), family.key
    keys = {f'value="{game.key}"' for game in catalogue.GAMES}
    assert all(key in Table().get("/new/").text for key in keys)
