"""The pages whose programs come with a file of their own, once they are needed. The phone imports this in place of games/pages/apart.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from games.phone.missing_game import MissingGame

if TYPE_CHECKING:
    from typing import Any

    from games.pages.request import PageData, PageRequest, PageResult


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


def show_settings(stored: PageData, request: PageRequest) -> PageResult:
    result: PageResult = module("settings").show(stored, request)
    return result


def write_settings(stored: PageData, request: PageRequest) -> PageResult:
    result: PageResult = module("settings").write(stored, request)
    return result


def show_insertion(stored: PageData, request: PageRequest) -> PageResult:
    result: PageResult = module("insert_round").show(stored, request)
    return result


def write_insertion(stored: PageData, request: PageRequest) -> PageResult:
    result: PageResult = module("insert_round").write(stored, request)
    return result


def show_rules(stored: PageData, request: PageRequest) -> PageResult:
    result: PageResult = module("match_rules").show(stored, request)
    return result
