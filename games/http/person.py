"""The person of a request, as its session names them, and the language that they have chosen."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject, empty

from games import models
from games.http.cookie import DEVICE
from scorekeeper.clients import CLIENT, name_client


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look up the person of a session on first use, so that pages without a person cost nothing.

    If the person has chosen a language, perhaps on another phone, the response sets the language cookie.
    """

    def with_person(request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(lambda: session_person(request))  # type: ignore[assignment]
        response = get_response(request)
        user: Any = request.user
        # Pages that are the same for everyone have not loaded the person, and must not.
        is_loaded = not (isinstance(user, SimpleLazyObject) and user._wrapped is empty)
        language = user.language if is_loaded and isinstance(user, models.Person) else ""
        is_new = language != request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        if is_new and language in dict(settings.LANGUAGES) and settings.LANGUAGE_COOKIE_NAME not in response.cookies:
            store_language(response, language)
        return response

    return with_person


class Unproved(Exception):
    """The session that this request has read does not prove its person."""


class ReadSession(dict[str, Any]):
    """What the request has read of its session. Django ends or renews a session that does not prove its person."""

    def flush(self) -> None:
        raise Unproved

    cycle_key = flush


def session_person(request: HttpRequest) -> Any:
    """Return Django's user of the session. A session whose phone has no valid key any more is emptied first.

    One that does not prove its person is ended. Before that it is read again: another request may have renewed both since.
    """
    device = request.session.get(DEVICE)
    is_valid = Q(id=device, revoked=None)
    if device is not None and not models.Device.objects.filter(is_valid).exists():
        request.session.flush()
    try:
        person = auth.get_user(SimpleNamespace(session=ReadSession(request.session.items())))  # type: ignore[arg-type]
    except Unproved:
        if not request.session.modified:
            request.session = type(request.session)(request.session.session_key)
        person = auth.get_user(request)
    if isinstance(person, models.Person):
        person.acts_through = is_valid if DEVICE in request.session else None
        request.META[CLIENT] = name_client(person.pk, bool(person.email), person.created)
    return person


def store_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
