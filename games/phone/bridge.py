"""The functions that the worker calls: JSON in, JSON out.

Numbers that are passed directly lose their upper half, text does not.
"""

from __future__ import annotations

import gc
import json

from games.pages import router
from games.pages.request import resolve
from games.phone.environment import build_environment
from games.phone.host import Host
from games.phone.missing_game import MissingGame

MISSING = "?"  # starts an answer that is the address of a game's file. The worker adds the file and calls again

HOST = Host(router.handle, build_environment())


def prepare(text: str) -> None:
    """Compile templates before the first request."""
    for name in json.loads(text):
        HOST.environment.get_template(name)


def clean(is_requested: bool) -> None:
    """Request a garbage collection. It runs when the next call begins, so the worker calls again with False."""
    if is_requested:
        gc.collect()


def route(path: str) -> str:
    """Return the route of a path, its ids and its scope as JSON, or "null" if games/pages has no such page."""
    match = resolve(path)
    if match is None:
        return "null"
    page_route, args = match
    return json.dumps({"name": page_route.name, "args": args, "needs": page_route.scope})


def answer(text: str) -> str:
    """Answer a page request with a page, or with events and a redirect.

    The page is plain text after the first line, because encoding it as JSON takes long.
    """
    try:
        reply = HOST.answer(json.loads(text))
    except MissingGame as missing:
        return MISSING + missing.address
    html = reply.pop("html")
    return json.dumps(reply) + "\n" + str(html)


def summary(text: str) -> str:
    """Return the summary of a match from its events, or "null" if it has none."""
    try:
        return json.dumps(HOST.summary(json.loads(text)))
    except MissingGame as missing:
        return MISSING + missing.address
