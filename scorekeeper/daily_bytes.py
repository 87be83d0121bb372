"""Limit the bytes that the guests of one network address, or one account, store in a day.

A guest needs no password, so someone could fill the disk. All guests of an address have one limit together. An account
with a confirmed e-mail address has a limit of its own, ten times as high. The count is in the file that the worker processes share, so that a save costs no further write to the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import local
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper import away
from scorekeeper.clients import CLIENT, GUEST, REGULAR, address
from scorekeeper.lane_turns import FIRST_COUNT, TurnFile, place_of

DAY = 86_400  # seconds
ACCOUNT = 10  # times the limit of all guests of an address
REGULARS = 50  # of this limit a guest who began more than a day ago has one part
CURRENT = local()  # `request`: the environ of the request that this thread answers, and the file of the counts


class TooMuchToday(Exception):
    """The guests of the address, or the account, have stored too much today. The phone keeps its unsent events, and sends them later."""


@contextmanager
def of_request(environ: dict[str, Any], counts: TurnFile) -> Iterator[None]:
    """Let `count` know the request that this thread answers."""
    CURRENT.request = environ, counts
    try:
        yield
    finally:
        CURRENT.request = None


def count(size: int, kind: str = "") -> None:
    """Count bytes before they are stored for a request. Raise `TooMuchToday` if there are too many of their kind today."""
    request, most = getattr(CURRENT, "request", None), settings.GUEST_MEGABYTES * 1_000_000
    if request is None or not most:
        return
    environ, counts = request
    today = datetime.now(UTC).timestamp() // DAY
    for shares in allowances(environ, most):
        sums = [(FIRST_COUNT + place_of(f"{kind}{place}"), share) for place, share in shares]
        stored = [(number, size + stored_today(counts, number, today), share) for number, share in sums]
        if all(bytes <= share for _number, bytes, share in stored):
            for number, bytes, _share in stored:
                counts.write(number, bytes, today)
            return
    raise TooMuchToday


def allowances(environ: dict[str, Any], most: int) -> list[list[tuple[str, int]]]:
    """Return the lists of shares, each with its place. Bytes are allowed if they fit into all shares of one list."""
    place, client = address(environ), environ.get(CLIENT, "")
    if settings.MAIL.is_sent and client and not client.startswith(GUEST):
        return [[(client, most * ACCOUNT)]]  # without mail anyone can invent an e-mail address
    of_address = [(place, most)]
    if REGULAR not in client:
        return [of_address]
    return [[(client, most // REGULARS), (f"{REGULAR}{place}", most * ACCOUNT)], of_address]


def stored_today(counts: TurnFile, number: int, today: float) -> float:
    stored, day = counts.read(number)
    return stored if day == today else 0


class Middleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the refusal, which names the end of the day by the clock of Greenwich."""
        if not isinstance(error, TooMuchToday):
            return None
        return away.too_much_today(request, DAY - int(datetime.now(UTC).timestamp()) % DAY)
