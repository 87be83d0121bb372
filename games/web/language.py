"""The language of the pages: the browser's, until someone chooses another. A cookie and the person store the choice.

The phone's worker has one language only. The page after the choice waits until the worker of the new one is active.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games import models, services
from games.http.own_pages import FromOwnPage
from games.http.person import store_language
from games.pages.languages import in_menu
from games.web.page_host import SeeOther


# Pages rendered by a phone have no token: see games/http/own_pages.py.
@method_decorator([never_cache, csrf_exempt], "dispatch")
class LanguageView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        if not FromOwnPage().has_permission(request, self):
            raise PermissionDenied
        chosen = request.POST.get("language", "")
        if chosen not in dict(in_menu(settings.LANGUAGES)):
            return page(request, is_unknown=True)
        if request.user.is_authenticated:
            services.set_language(person=request.user, language=chosen)
        response = SeeOther(f"{reverse('language')}?{urlencode({'next': next_path(request)})}")
        store_language(response, chosen)
        return response


def page(request: HttpRequest, is_unknown: bool = False) -> HttpResponse:
    context = {"languages": in_menu(settings.LANGUAGES), "next": next_path(request), "is_unknown": is_unknown}
    return render(request, "language.html", context, status=422 if is_unknown else 200)


def next_path(request: HttpRequest) -> str:
    """Return the path of our own page that the form names, or the home page."""
    path = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, None)
    return path if is_ours else reverse("home")


@receiver(user_logged_in)
def adopt_cookie_language(request: HttpRequest, user: models.Person, **more: Any) -> None:
    """At sign-in, keep the language chosen before it, unless the account has one."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in dict(in_menu(settings.LANGUAGES)) and not user.language:
        services.set_language(person=user, language=chosen)
