"""The secret of a form to join: a browser that lost the answer sends the form again, and gets the same guest.

The form has it, and a cookie for an hour, so that the link can be opened again, too. Viewing a page stores nothing on the server.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings

from games import services

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

LENGTH = 32
SECONDS = 3600


def cookie_name() -> str:
    """Return the name of the cookie, with the prefix by which no subdomain can plant one."""
    return settings.SESSION_COOKIE_NAME.replace("sessionid", "joining")


def secret_of(request: HttpRequest) -> str:
    """Return the secret of the form that was sent, or of the browser, or ""."""
    for secret in (request.POST.get("form", ""), request.COOKIES.get(cookie_name(), "")):
        if len(secret) == LENGTH:
            return secret
    return ""


def new_secret(request: HttpRequest) -> str:
    return secret_of(request) or secrets.token_urlsafe(LENGTH * 3 // 4)


def remember(response: HttpResponse, secret: str) -> None:
    """Let the browser keep the secret for an hour."""
    response.set_cookie(
        cookie_name(),
        secret,
        max_age=SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(request: HttpRequest, response: HttpResponse) -> None:
    """Delete the cookie once the browser has had the answer."""
    if cookie_name() in request.COOKIES:
        response.delete_cookie(cookie_name(), samesite="Lax")


def may_return(request: HttpRequest) -> bool:
    """Return whether this browser has sent a form to join whose answer was lost."""
    return services.newcomer_of(secret_of(request)) is not None
