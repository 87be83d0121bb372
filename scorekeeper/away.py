"""Respond with 503 and a time to try again when the database is unavailable or the server has too much to do."""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

from scorekeeper.answered import REFUSAL
from scorekeeper.answers import MOST_OF_ANSWER

RETRY_AFTER = 5  # seconds
# Of errors in the API:
CODE, BUSY, THROTTLED, SLOW, TODAY, LARGE = "away", "busy", "throttled", "slow", "much_today", "too_long"

# SQLite raises the same exception for an unavailable file and for a wrong statement; only the error code differs.
UNAVAILABLE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
)
READ_ONLY = "25006"  # PostgreSQL: a standby server, for example


def is_away(error: BaseException | None) -> bool:
    """Return whether the database is unavailable. A wrong statement of ours does not count."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in UNAVAILABLE  # the higher bits only give details
    return isinstance(error, OperationalError | InterfaceError) or getattr(cause, "sqlstate", "") == READ_ONLY


def unavailable(request: HttpRequest) -> HttpResponse:
    """Return the response for an unavailable database; it needs no database itself."""
    words = gettext(
        "The database is unavailable right now. Everything saved so far is safe. Please try again in a moment."
    )
    return retry_later(request, words, CODE)


def busy(request: HttpRequest) -> HttpResponse:
    """Return the response for a server where too many requests wait."""
    words = gettext("The server is busy right now. Everything saved so far is safe. Please try again in a moment.")
    return retry_later(request, words, BUSY)


def too_often(request: HttpRequest, wait: int = RETRY_AFTER) -> HttpResponse:
    """Return the response for a client that asks too much at once. A page offers to send its form again."""
    words = gettext("Too many requests at once. Nothing was changed. Please try again in %(count)s seconds.") % {
        "count": wait
    }
    context = {"sentence": words, "path": request.get_full_path(), "fields": form_fields(request)}
    response = error_response(request, 429, {"error": words, "code": THROTTLED}, "often.html", context)
    response["Retry-After"] = str(wait)
    return response


def too_much_today(request: HttpRequest, wait: int) -> HttpResponse:
    """Return the response for an address or account that has stored too much today."""
    words = gettext("Too much was stored today from this network address or account. Sign in, or try again tomorrow.")
    context = {"sentence": words, "path": request.get_full_path(), "fields": form_fields(request)}
    response = error_response(request, 429, {"error": words, "code": TODAY}, "often.html", context)
    response["Retry-After"] = str(wait)
    return response


def too_slow(request: HttpRequest) -> HttpResponse:
    """Return the response for a request whose body did not arrive in time."""
    words = gettext("The request took too long to arrive. Nothing was changed. Please try again in a moment.")
    context = {"sentence": words, "path": request.get_full_path(), "fields": []}
    response = error_response(request, 408, {"error": words, "code": SLOW}, "often.html", context)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def too_large(request: HttpRequest, most: int = MOST_OF_ANSWER) -> HttpResponse:
    """Return the response instead of one that would have too many bytes."""
    words = gettext("This would be more than %(most)s MB. Export a shorter period.") % {"most": most // 1_000_000}
    return error_response(request, 409, {"error": words, "code": LARGE}, "large.html", {"sentence": words})


def form_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form that may be sent again by a click.

    Return none for a form of another site, for files, and for passwords, which no page repeats.
    """
    if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded" or not is_own(request):
        return []
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (TooManyFieldsSent, RequestDataTooBig):
        return []
    return [] if any("password" in name for name, _value in fields) else fields


def is_own(request: HttpRequest) -> bool:
    """Return whether a page of ours has sent this form."""
    try:
        return request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False


def retry_later(request: HttpRequest, words: str, code: str) -> HttpResponse:
    context = {"path": request.get_full_path(), "fields": form_fields(request)}
    response = error_response(request, 503, {"error": words, "code": code}, "503.html", context)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def error_response(
    request: HttpRequest, status: int, error: dict[str, str], template: str, context: dict[str, Any]
) -> HttpResponse:
    request.META[REFUSAL] = error["code"]
    if request.path.startswith("/api/"):
        return JsonResponse(error, status=status)
    return HttpResponse(render_to_string(template, context), status=status)


class ShortTracebackFilter(logging.Filter):
    """Log one line and no traceback for an unavailable database: the traceback would be the same each time."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            record.msg, record.args = f"{record.getMessage()}: {str(error).strip().splitlines()[0]}", ()
            record.exc_info = record.exc_text = None
        return True
