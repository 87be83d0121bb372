"""Sessions: a cookie that names no session any more is left alone."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but it deletes the cookie only where this very request has ended the session.

    A phone and its pages ask at the same time. Where one of them signs in, the session gets a new key, and Django
    would answer the other, whose cookie has the old key, by deleting the new cookie.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_changed = request.session.modified
        response = super().process_response(request, response)
        if not is_changed:
            response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return response
