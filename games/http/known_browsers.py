"""A cookie by which an account knows the browsers in which its owner has signed in.

Wrong passwords for an account are counted for each known browser, and for all other browsers together. So someone who
guesses from many addresses slows down unknown browsers only, and the owner can still sign in. A new password and *Sign out
everywhere else* make all other browsers unknown, as someone may have copied their cookies.
The cookie gives no access, and names nobody: it has random numbers, each with a keyed hash of the account.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from games import models

NAME, PATH = "known", "/you/"
MOST = 5  # accounts in one browser
SALT = "games.http.known_browsers"


def remember(request: HttpRequest, response: HttpResponse, person: models.Person) -> None:
    """Make this browser known to the account. If it has a number already, the number and its count stay."""
    number = number_of(request, person) or secrets.token_hex(16)
    mine = f"{number}.{signature(number, person)}"
    others = [entry for entry in entries(request) if entry != mine]
    response.set_cookie(
        NAME,
        "-".join([mine, *others[: MOST - 1]]),
        max_age=settings.SESSION_COOKIE_AGE,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def number_of(request: HttpRequest, person: models.Person) -> str | None:
    """Return the number by which this browser is known to the account, or None."""
    for entry in entries(request):
        number, _dot, given = entry.partition(".")
        if constant_time_compare(given, signature(number, person)):
            return number
    return None


def entries(request: HttpRequest) -> list[str]:
    return [entry for entry in request.COOKIES.get(NAME, "").split("-")[:MOST] if entry]


def signature(number: str, person: models.Person) -> str:
    return salted_hmac(SALT, f"{number} {person.get_session_auth_hash()}", algorithm="sha256").hexdigest()
