"""The pages whose programs a phone fetches apart from the others. The phone has a module of its own in place of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages import insert_round, match_rules, match_sheet, settings

if TYPE_CHECKING:
    from games.pages.request import Page

PAGES = {"settings": settings, "insert_round": insert_round, "match_rules": match_rules, "match_sheet": match_sheet}


def handler(page: str, method: str) -> Page:
    """Return the function that shows or writes the page."""
    handle: Page = getattr(PAGES[page], method)
    return handle
