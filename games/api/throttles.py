"""Limits on how often a key may ask. A request without a key counts for its address.

Every worker counts all requests separately, which costs no write: with two workers a key may ask twice as often. The
few requests that take long are counted together.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone
from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from games.services.guesses import is_within_limit, window
from scorekeeper.proxies import network

if TYPE_CHECKING:
    from rest_framework.views import APIView

MINUTE = timedelta(minutes=1)


class PerKey(SimpleRateThrottle):
    """The limit of all requests."""

    scope = "key"
    cache = caches["worker"]
    cache_format = "throttle_%(scope)s_%(ident)s"

    def get_rate(self) -> str | None:
        return f"{settings.THROTTLE}/second" if settings.THROTTLE else None

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = str(request.auth.pk) if request.auth else network(self.get_ident(request) or "")
        return self.cache_format % {"scope": self.scope, "ident": ident}


class SharedThrottle(PerKey):
    """A limit of requests in a minute, which all workers count together.

    The count is in the database and changes by single statements, each a short transaction.
    """

    most = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not settings.THROTTLE:
            return True
        name = self.get_cache_key(request, view)
        place = salted_hmac("games.api.throttles", name, algorithm="sha256").hexdigest()
        return is_within_limit(place, self.most, window(MINUTE))

    def wait(self) -> float:
        return (window(MINUTE) + MINUTE - timezone.now()).total_seconds()


class SeldomPerKey(SharedThrottle):
    """The limit of imports."""

    scope = "seldom"
    most = 20


class FilesPerKey(SharedThrottle):
    """The limit of exported files."""

    scope = "files"
    most = 60


class OftenPerKey(SharedThrottle):
    """The limit of requests that take a moment and need no key."""

    scope = "often"
    most = 300
