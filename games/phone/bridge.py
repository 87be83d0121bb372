"""Between the worker and the table: JSON in, JSON out. Numbers would lose their upper half on the way, text does not."""

from __future__ import annotations

import gc
import json

from games.pages import router
from games.pages.routes import resolve
from games.phone.environment import environment
from games.phone.host import Host

HOST = Host(router.handle, environment())


def prepare(text: str) -> None:
    """These templates are ready before anybody asks for one."""
    for name in json.loads(text):
        HOST.environment.get_template(name)


def clean(is_asked: bool) -> None:
    """Memory is cleared when the next call begins."""
    if is_asked:
        gc.collect()


def route(path: str) -> str:
    """Which of the table's addresses a path is, and what its answer is made of; "null" where it is none."""
    found = resolve(path)
    if found is None:
        return "null"
    address, args = found
    return json.dumps({"name": address.name, "args": args, "needs": address.needs})


def answer(text: str) -> str:
    """What was asked, with what is stored: a page, or events to store and where to go then.

    The page stands as it is below the first line, as JSON is written letter by letter.
    """
    said = HOST.answer(json.loads(text))
    html = said.pop("html")
    return json.dumps(said) + "\n" + str(html)


def summary(text: str) -> str:
    """With the events of a match: its line in lists, to be kept with it. "null" where there are none."""
    return json.dumps(HOST.summary(json.loads(text)))
