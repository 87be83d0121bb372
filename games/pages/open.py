"""What every page of a match begins with: the match of its address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_match
from games.pages.request import PageResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.pages.request import PageData, PageRequest


def unavailable(stored: PageData) -> PageResult:
    """Where no match can be opened: there is none, or it needs a newer version than this one."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied:
        return PageResult(status=404)
    return PageResult("table/newer.html")


def requested_match(stored: PageData, asked: PageRequest) -> OpenMatch | None:
    """The match of this address; None where there is none that this version can show."""
    return open_match(stored.log, asked.args["match"], asked.role)
