"""Views that sign in by e-mail and password, ask for the password again, and sign out."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import services
from games.http import cookie, known_browsers
from games.match.errors import Refused
from games.web.account.adapters import has_passkeys
from games.web.account.entrance import RecentLoginRequired, SignInMixin, signed_in_person


class SignInView(SignInMixin, views.LoginView):
    def get_context_data(self, **more: Any) -> dict[str, Any]:
        ways = {"has_passkeys": has_passkeys(self.request), "has_mail": settings.MAIL.is_sent}
        return {**super().get_context_data(**more), **ways}


class ReauthenticateView(views.ReauthenticateView):
    pass


class InactiveAccountView(views.AccountInactiveView):
    pass


@method_decorator(never_cache, "dispatch")
class SignOutView(views.LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign out. The browser stays known to the account, so that guesses elsewhere do not lock its owner out."""
        person = signed_in_person(request)
        response: HttpResponse = super().post(request, *args, **kwargs)
        if person is not None and services.has_login(person):
            known_browsers.remember(request, response, person)
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = signed_in_person(self.request)
        return {**super().get_context_data(**more), "has_login": person is not None and services.has_login(person)}


@method_decorator(never_cache, "dispatch")
class SignOutElsewhereView(RecentLoginRequired, FormView):  # type: ignore[type-arg]
    """End all sessions and keys of the person, except those of this browser."""

    template_name = "you/elsewhere.html"
    form_class = Form
    success_url = reverse_lazy("you")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "has_login": services.has_login(self.person)}

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            services.sign_out_everywhere(person=self.person, current=cookie.current_phone(self.request))
        except Refused as refused:
            raise PermissionDenied(refused.words.translated(gettext)) from None
        update_session_auth_hash(self.request, self.person)
        cookie.note_entry(self.request)
        messages.info(self.request, gettext("All your other phones, browsers and programs are signed out."))
        response = super().form_valid(form)
        if services.has_login(self.person):
            known_browsers.remember(self.request, response, self.person)
        return response
