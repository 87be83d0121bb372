"""The pages whose programs come with a file of their own, once they are needed. The phone imports this in place of games/pages/apart.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.phone.missing_game import MissingGame

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import Page, PageData, PageRequest, PageResult


def read_addresses() -> dict[str, str]:
    with open("/pages.json") as file:  # the worker stores the bundle at such paths
        addresses: dict[str, str] = json.load(file)
    return addresses


ADDRESSES = read_addresses()  # once: where Python's memory is restored, there are no files


def module(name: str) -> Any:
    """Return a module of games/pages. Raise `MissingGame` if its file is not there."""
    try:
        pages = __import__("games.pages." + name).pages
    except ImportError:
        raise MissingGame(ADDRESSES[name]) from None
    return getattr(pages, name)


def handler(page: str, method: str) -> Page:
    """Return the function that shows or writes the page, once its file is there."""

    def handle(stored: PageData, request: PageRequest) -> PageResult:
        result: PageResult = getattr(module(page), method)(stored, request)
        return result

    return handle
