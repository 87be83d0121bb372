"""The language: the browser's, until somebody taps another one. That is kept by a cookie, and with the person.

The phone's worker speaks one language only; the page after the tap waits until it has become another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject, empty
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import models, services
from games.http.own_pages import FromOwnPage
from games.web.page_host import see_other


@method_decorator([never_cache, csrf_exempt], "dispatch")  # a page that a phone has made knows no token: see device.py
class LanguageView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        if not FromOwnPage().has_permission(request, self):
            raise PermissionDenied
        chosen = request.POST.get("language", "")
        if chosen not in dict(settings.LANGUAGES):
            return page(request, is_unknown=True)
        if request.user.is_authenticated:
            services.set_language(person=request.user, language=chosen)
        response = see_other(f"{reverse('language')}?{urlencode({'next': where_from(request)})}")
        store_language(response, chosen)
        return response


def page(request: HttpRequest, is_unknown: bool = False) -> HttpResponse:
    context = {"languages": settings.LANGUAGES, "next": where_from(request), "is_unknown": is_unknown}
    return render(request, "language.html", context, status=422 if is_unknown else 200)


def where_from(request: HttpRequest) -> str:
    """The page of ours that somebody came from; home where none is named."""
    named = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = named.startswith("/") and url_has_allowed_host_and_scheme(named, None)
    return named if is_ours else reverse("home")


def middleware(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Wherever somebody is known, the browser learns which language they have chosen, here or elsewhere."""

    def learning(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        person = asked_for(request)
        spoken = person.language if person is not None else ""
        is_new = settings.LANGUAGE_COOKIE_NAME not in response.cookies and spoken != cookie_of(request)
        if spoken in dict(settings.LANGUAGES) and is_new:
            store_language(response, spoken)
        return response

    return learning


def asked_for(request: HttpRequest) -> models.Person | None:
    """Whom this page has asked for; those that are the same for all have not, and are not made to."""
    user: Any = getattr(request, "user", None)
    if isinstance(user, SimpleLazyObject) and user._wrapped is empty:
        return None
    return user if isinstance(user, models.Person) else None


@receiver(user_logged_in)
def remember(request: HttpRequest, user: models.Person, **more: Any) -> None:
    """Who chose a language before anybody knew them is known by it from then on."""
    chosen = cookie_of(request)
    if chosen and not user.language:
        services.set_language(person=user, language=chosen)


def cookie_of(request: HttpRequest) -> str:
    named = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return named if named in dict(settings.LANGUAGES) else ""


def store_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
