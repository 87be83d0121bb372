"""People who press anything that is there: every page leads on, and every event is one that the server takes."""

from collections import Counter
from random import Random

import pytest

from games.pages.routes import resolve
from games.rules import catalogue
from tests import chance
from tests.match.logs import id_of
from tests.pages.browser import Element, Pairs, Reply, Table, buttons, choices, fields, put
from tests.rules.golden import NAMES

NUMBERS = ("0", "1", "2", "3", "4", "7", "9", "12", "20", "49", "60", "71", "82", "120", "162", "x", "")


def filled(random: Random, form: Element) -> Pairs:
    """The form with some of it changed, and one of its buttons."""
    found, offered = fields(form), choices(form)
    texts = [one.get("name") for one in form.all("input") if one.get("type") == "" and one.get("name")]
    for _change in range(random.randrange(4)):
        if offered and random.random() < 0.5:
            found = put(found, random.choice(offered))
        elif texts:
            found = put(found, (random.choice(texts), random.choice(NUMBERS)))
    button = random.choice(buttons(form) + buttons(form)[-1:] * 3)
    return [*found, button] if button[0] else found


def evening(name: str, steps: int) -> tuple[Table, Counter[str]]:
    random, table, seen = chance.random_for(name), Table(), Counter[str]()
    table.players = [{"id": id_of(name), "name": name, "hidden": False, "same_as": None} for name in NAMES]
    reply = table.get("/")
    for _step in range(steps):
        where = "/" if not reply.text else None
        if reply.go:
            reply = table.get(reply.go)
            assert reply.status == 200
        if where and not reply.text:
            reply = table.get(where)
        html = reply.html
        forms, links = [form for form in html.forms() if buttons(form)], links_of(reply)
        if forms and random.random() < 0.75:
            form = random.choice(forms)
            reply = table.post(form.get("action"), filled(random, form))
            assert reply.status in (200, 303, 422)
            seen.update(event["kind"] for event in reply.events)
        else:
            reply = table.get(random.choice(links))
            assert reply.status == 200
    return table, seen


def links_of(reply: Reply) -> list[str]:
    found = [one.get("href") for one in reply.html.root.all("a")]
    return [link for link in found if link[:1] == "/" and resolve(link.split("?")[0]) is not None] or ["/"]


@pytest.mark.slow
def test_people_who_press_anything() -> None:
    seen = Counter[str]()
    for number in range(chance.amount(8, 100)):
        seen += evening(f"evening {number}", 60)[1]
    assert {"player", "start", "deal", "strike"} <= set(seen), seen


def test_every_game_is_offered_at_home() -> None:
    assert {f"/new/?game={game.key}" for game in catalogue.GAMES} <= set(links_of(Table().get("/")))
