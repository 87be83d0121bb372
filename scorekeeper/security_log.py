"""The security log: sign-ins, failed sign-ins and refused requests, for the host of the server.

A path may contain a link that works as a key, so the log has the route of a request instead. Passwords, keys and typed
addresses are not logged.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from django.contrib.auth import signals
from django.http import HttpRequest, HttpResponse
from django.utils.functional import empty

LOG = logging.getLogger("scorekeeper.security")
NOTHING = "-"
REFUSALS = (400, 401, 403, 405, 406, 411, 413, 415, 422, 429)
NOT_FOUND = 404  # also the answer to requests about other people's things


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Log each refused request, and connect the signals of signing in and out."""
    signals.user_logged_in.connect(log_signed_in)
    signals.user_logged_out.connect(log_signed_out)
    signals.user_login_failed.connect(log_failed)

    def logged(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        status = response.status_code
        if status in REFUSALS or (status == NOT_FOUND and is_about_something(request)):
            LOG.warning("refused %s %s", status, describe(request))
        return response

    return logged


def is_about_something(request: HttpRequest) -> bool:
    """Return whether the path names a thing by its id. Other unknown paths are typing errors and searching programs."""
    return bool(request.resolver_match and request.resolver_match.kwargs)


def log_signed_in(sender: Any, request: HttpRequest, user: Any, **more: Any) -> None:
    LOG.info("signed in %s %s", user.pk, describe(request))


def log_signed_out(sender: Any, request: HttpRequest, user: Any, **more: Any) -> None:
    LOG.info("signed out %s %s", getattr(user, "pk", None) or NOTHING, describe(request))


def log_failed(sender: Any, request: HttpRequest | None = None, **more: Any) -> None:
    log_refused_proof(request)


def log_refused_proof(request: HttpRequest | None) -> None:
    """Log a wrong password or passkey, or one that a limit refused."""
    LOG.warning("sign-in failed %s", NOTHING if request is None else describe(request))


def describe(request: HttpRequest) -> str:
    return f"{method_of(request)} {route_of(request)} person={person_of(request)} client={client_of(request)}"


def method_of(request: HttpRequest) -> str:
    method = request.method or ""
    return method if method.isascii() and method.isalpha() and len(method) <= 10 else NOTHING


def route_of(request: HttpRequest) -> str:
    """Return the route, which has the names of ids in place of ids. A path without a route is not logged."""
    return f"/{request.resolver_match.route}" if request.resolver_match else NOTHING


def person_of(request: HttpRequest) -> str:
    """Return the id of the person if the request has loaded them. The log itself makes no query."""
    user = getattr(request, "user", None)
    is_unknown = getattr(user, "_wrapped", user) is empty
    return str((not is_unknown and getattr(user, "pk", None)) or NOTHING)


def client_of(request: HttpRequest) -> str:
    """Return the client's address as limits count it. A header that is not an address is not logged."""
    from rest_framework.throttling import BaseThrottle

    try:
        return str(ip_address(BaseThrottle().get_ident(request) or ""))  # type: ignore[arg-type]
    except ValueError:
        return NOTHING


class RouteFilter(logging.Filter):
    """Replace the path in Django's own lines about requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple) and record.args:
            record.args = (*record.args[:-1], route_of(request))
        return True


class UtcFormatter(logging.Formatter):
    """Begin each line with the time in UTC."""

    converter = time.gmtime  # type: ignore[assignment]
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"
