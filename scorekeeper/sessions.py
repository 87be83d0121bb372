"""Sessions whose cookie is deleted only by the request that ends the session."""

from __future__ import annotations

from django.conf import settings
from django.contrib.sessions import middleware
from django.http import HttpRequest, HttpResponse


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's middleware, but a response deletes the cookie only if its own request ended the session.

    A phone and its pages send requests at the same time. If one of them signs in, the session gets a new key. Django
    would then answer the other request, which has the old key, by deleting the new cookie.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_changed = request.session.modified
        response = super().process_response(request, response)
        if not is_changed:
            response.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return response
