"""Limits on the requests of a key. A request without a key counts for its address.

Every worker counts all requests separately, which costs no write. So with two workers a key may send twice as many. The
few requests that take long are counted together, in the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle, SimpleRateThrottle

from games.services.guesses import counted, window
from games.services.new_circles import tomorrow
from scorekeeper.clients import is_regular
from scorekeeper.proxies import client_network

if TYPE_CHECKING:
    from rest_framework.views import APIView

    from games import models

MINUTE = timedelta(minutes=1)


class PerKey(SimpleRateThrottle):
    """The limit of all requests in a second, which each worker counts separately."""

    scope = "key"
    cache = caches["worker"]
    cache_format = "throttle_%(scope)s_%(ident)s"
    most = 0  # requests in a window
    seconds = 0  # of the window
    left: int | None = None  # after this request; None: it was not counted

    def allow_request(self, request: Request, view: APIView) -> bool:
        is_allowed = super().allow_request(request, view)
        if self.rate is not None:
            self.most, self.seconds = (number or 0 for number in self.parse_rate(self.rate))
            self.left = self.most - len(self.history) if is_allowed else 0
        return is_allowed

    def reset(self) -> float:
        """Return the seconds until requests are possible again that are not now."""
        return float(self.history[-1] + self.seconds - self.now)

    def get_rate(self) -> str | None:
        return f"{settings.THROTTLE}/second" if settings.THROTTLE else None

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = str(request.auth.pk) if request.auth else client_network(self.get_ident(request) or "")
        return self.cache_format % {"scope": self.scope, "ident": ident}


class SharedThrottle(PerKey):
    """A limit of requests in a minute, which all workers count together.

    The count is in the database and changes by single statements, each a short transaction.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not settings.THROTTLE:
            return True
        name = self.get_cache_key(request, view)
        place = salted_hmac("games.api.throttles", name, algorithm="sha256").hexdigest()
        count = counted(place, self.most, self.since())
        self.left = 0 if count is None else max(self.most - count, 0)
        return count is not None

    def reset(self) -> float:
        return self.wait()

    def since(self) -> datetime:
        """Return the time that names the window of the count."""
        return window(MINUTE)

    def wait(self) -> float:
        return (window(MINUTE) + MINUTE - timezone.now()).total_seconds()


def limit_headers(throttles: Iterable[BaseThrottle]) -> dict[str, str]:
    """Return the headers about the limit that leaves the fewest requests, or none if nothing was counted."""
    counting = [throttle for throttle in throttles if isinstance(throttle, PerKey) and throttle.left is not None]
    if not counting:
        return {}
    strictest = min(counting, key=lambda throttle: (throttle.left, -throttle.reset()))
    return {
        "RateLimit-Limit": str(strictest.most),
        "RateLimit-Remaining": str(strictest.left),
        "RateLimit-Reset": str(max(ceil(strictest.reset()), 0)),
    }


class ImportsPerKey(SharedThrottle):
    """The limit of imports."""

    scope = "imports"
    most = 20


class FilesPerKey(SharedThrottle):
    """The limit of exported files."""

    scope = "files"
    most = 60


class SessionsPerAddress(SharedThrottle):
    """The limit of sessions that phones of an address begin in a day by their keys. Each is stored for 400 days."""

    most = 1_000

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"sessions {client_network(self.get_ident(request) or '')}"

    def since(self) -> datetime:
        return tomorrow()  # counts are deleted after the time that they name

    def wait(self) -> float:
        return (tomorrow() - timezone.now()).total_seconds()


class SessionsPerPerson(SessionsPerAddress):
    """The share of a regular person, which new guests of the address cannot use up."""

    most = 50

    def allow_request(self, request: Request, view: APIView) -> bool:
        person = cast("models.Person", request.user)  # sessions begin with a key
        return is_regular(person.created) and super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"sessions of {request.user.pk}"


class ScoringPerKey(SharedThrottle):
    """The limit of scored documents, which take a moment and need no key."""

    scope = "scoring"
    most = 300
