"""When the database cannot be reached, or takes nothing just now: everybody is told so, and asked to come again."""

from __future__ import annotations

import logging
import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext

AGAIN = 5  # seconds, after which to ask again
CODE, BUSY = "away", "busy"  # for programs

# SQLite has one kind of error for a database that is away and for a statement that is wrong, and numbers to tell them apart.
FILE = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
)
READ_ONLY = "25006"  # PostgreSQL: one that stands by to take over, say


def is_away(error: BaseException | None) -> bool:
    """Whether it is the database that failed, and not a statement of ours."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in FILE  # the rest of the number says more of the same
    return isinstance(error, OperationalError | InterfaceError) or getattr(cause, "sqlstate", "") == READ_ONLY


def answer(request: HttpRequest) -> HttpResponse:
    """Made without the database, whoever asks."""
    words = gettext(
        "The database cannot be reached just now. What was saved before is safe. Please try again in a moment."
    )
    return later(request, words, CODE)


def busy(request: HttpRequest) -> HttpResponse:
    """Where too many others wait already."""
    words = gettext(
        "The server has too much to do just now. What was saved before is safe. Please try again in a moment."
    )
    return later(request, words, BUSY)


def later(request: HttpRequest, words: str, code: str) -> HttpResponse:
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"error": words, "code": code}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response["Retry-After"] = str(AGAIN)
    return response


class Short(logging.Filter):
    """A line for each request is enough where the story behind it is always the same."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error):
            record.msg, record.args = f"{record.getMessage()}: {str(error).strip().splitlines()[0]}", ()
            record.exc_info = record.exc_text = None
        return True
