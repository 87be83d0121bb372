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
from scorekeeper.clients import CLIENT, address, payer
from scorekeeper.lane_turns import FIRST_COUNT, TurnFile, place_of

DAY = 86_400  # seconds
ACCOUNT = 10  # times the limit of all guests of an address
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


def count(size: int) -> None:
    """Count bytes before they are stored for a request. Raise `TooMuchToday` if there are too many today."""
    request, most = getattr(CURRENT, "request", None), settings.GUEST_MEGABYTES * 1_000_000
    if request is None or not most:
        return
    environ, counts = request
    place = address(environ)
    if settings.MAIL.is_sent and (client := payer(environ.get(CLIENT) or place, environ)) != place:
        place, most = client, most * ACCOUNT  # without mail anyone can invent an e-mail address
    number, today = FIRST_COUNT + place_of(place), datetime.now(UTC).timestamp() // DAY
    stored, day = counts.read(number)
    stored = size + (stored if day == today else 0)
    if stored > most:
        raise TooMuchToday
    counts.write(number, stored, today)


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
