"""The first step of every page of a match: open the match that its URL names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.display.open_match import open_match
from games.pages.request import PageResult

if TYPE_CHECKING:
    from games.display.open_match import OpenMatch
    from games.pages.request import PageData, PageRequest


def unavailable(stored: PageData) -> PageResult:
    """Return the page for a match that cannot be opened: it does not exist, or needs a newer version."""
    log = stored.log
    if log is None or log.start is None or log.is_emptied:
        return PageResult(status=404)
    return PageResult("pages/newer.html")


def requested_match(stored: PageData, request: PageRequest) -> OpenMatch | None:
    """Return the match that the URL names, or None if there is none that this version can show."""
    return open_match(stored.log, request.args["match"], request.role)
