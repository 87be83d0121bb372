"""Passkeys: signing in, adding, naming and removing them.

What the browser is to sign is asked for by POST: looking at a page stores nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from allauth.mfa.webauthn import views
from allauth.mfa.webauthn.internal import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from games.web.account import forms
from games.web.account.adapters import has_passkeys
from games.web.account.entrance import Entrance


class Asks(ABC):
    """Two posts: the first is answered with what to sign, the second brings it signed."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "begin" in request.POST:
            return JsonResponse(self.to_sign())
        found: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return found

    @abstractmethod
    def to_sign(self) -> dict[str, Any]:
        """What the browser is to sign."""


class PasskeySignInView(Asks, Entrance, views.LoginWebAuthnView):
    form_class = forms.SignInByPasskey

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponseRedirect(reverse("account_login"))

    def to_sign(self) -> dict[str, Any]:
        return auth.begin_authentication(user=None)


class ReauthenticatePasskeyView(Asks, views.ReauthenticateWebAuthnView):
    form_class = forms.AgainByPasskey

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super(views.ReauthenticateWebAuthnView, self).get_context_data(**more)

    def to_sign(self) -> dict[str, Any]:
        return auth.begin_authentication(user=self.request.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))


@method_decorator(never_cache, "dispatch")
class AddPasskeyView(Asks, views.AddWebAuthnView):
    form_class = forms.AddPasskey

    def to_sign(self) -> dict[str, Any]:
        return auth.begin_registration(self.request.user, passwordless=True)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super(views.AddWebAuthnView, self).get_context_data(**more),
            "has_passkeys": has_passkeys(self.request),
        }

    def get_success_url(self) -> str:
        return reverse("you")


class PasskeyNameView(views.EditWebAuthnView):
    form_class = forms.PasskeyNameForm
    success_url = reverse_lazy("you")


class RemovePasskeyView(views.RemoveWebAuthnView):
    success_url = reverse_lazy("you")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = self.request.user
        is_last = not person.has_usable_password() and self.get_queryset().count() == 1
        return {**super().get_context_data(**more), "is_last": is_last}
