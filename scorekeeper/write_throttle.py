"""Limit how often a person, and an address, may send the forms of pages.

Every worker counts separately, in memory, so that a save costs no further write. Eight phones at a table stay far below.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from scorekeeper import away
from scorekeeper.client_budgets import Budgets
from scorekeeper.clients import line
from scorekeeper.uploads import is_api

OF_PERSON = Budgets(120, 10)  # forms at once, and how many more every second
OF_ADDRESS = Budgets(600, 60)

OWN_ACCOUNT = "/you/"  # not limited for the person: someone with a copied cookie must not keep them from ending it
GetResponse = Callable[[HttpRequest], HttpResponse]


def middleware(get_response: GetResponse) -> GetResponse:
    def throttled(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD", "OPTIONS") or is_api(request.path_info) or not settings.THROTTLE:
            return get_response(request)
        counts = [(OF_ADDRESS, request.META.get("REMOTE_ADDR", ""))]
        if request.user.is_authenticated and not request.path_info.startswith(OWN_ACCOUNT):
            counts.append((OF_PERSON, f"{request.user.pk} on {line(request.META)}"))  # not on a thief's line
        wait = max(budgets.spend(client, 1) for budgets, client in counts)
        return away.too_often(request, ceil(wait)) if wait else get_response(request)

    return throttled
