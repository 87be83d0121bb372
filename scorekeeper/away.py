"""Respond with 503 and a time to try again when the database is unavailable or the server has too much to do."""

from __future__ import annotations

import logging
import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

RETRY_AFTER = 5  # seconds
CODE, BUSY = "away", "busy"  # of errors in the API

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
        "The database cannot be reached just now. What was saved before is safe. Please try again in a moment."
    )
    return retry_later(request, words, CODE)


def busy(request: HttpRequest) -> HttpResponse:
    """Return the response for a server where too many requests wait."""
    words = gettext(
        "The server has too much to do just now. What was saved before is safe. Please try again in a moment."
    )
    return retry_later(request, words, BUSY)


def retry_later(request: HttpRequest, words: str, code: str) -> HttpResponse:
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"error": words, "code": code}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


class ShortTracebackFilter(logging.Filter):
    """Log one line and no traceback for an unavailable database: the traceback would be the same each time."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            record.msg, record.args = f"{record.getMessage()}: {str(error).strip().splitlines()[0]}", ()
            record.exc_info = record.exc_text = None
        return True
