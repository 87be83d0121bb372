"""Limits on how often a key may ask. A request without a key counts for its address.

Every worker counts separately, so nothing is shared: with two workers a key may ask twice as often.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


class PerKey(SimpleRateThrottle):
    """The limit of all requests."""

    scope = "key"
    cache = caches["worker"]
    cache_format = "throttle_%(scope)s_%(ident)s"

    def get_rate(self) -> str | None:
        return f"{settings.THROTTLE}/second" if settings.THROTTLE else None

    def get_cache_key(self, request: Request, view: APIView) -> str:
        ident = str(request.auth.pk) if request.auth else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}


class SeldomPerKey(PerKey):
    """The limit of requests that take long."""

    scope = "seldom"

    def get_rate(self) -> str | None:
        return "20/minute" if settings.THROTTLE else None


class OftenPerKey(PerKey):
    """The limit of requests that take a moment and need no key."""

    scope = "often"

    def get_rate(self) -> str | None:
        return "300/minute" if settings.THROTTLE else None
