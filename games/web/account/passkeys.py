"""Views that sign in by passkey, and add, rename and remove passkeys.

The browser asks for the challenge by POST, so that a GET stores nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from allauth.mfa.adapter import get_adapter as get_passkeys
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games import services
from games.http import cookie
from games.match.errors import Refused
from games.services.invitations import LASTING
from games.web.account import forms
from games.web.account.adapters import has_passkeys
from games.web.account.entrance import SignInMixin
from games.web.form_page import FormPage

MOST = 20  # passkeys of a person: each request for one reads all of them


class ChallengeMixin(ABC):
    """Two POST requests: the first is answered with a challenge as JSON, the second brings the signed challenge."""

    request: HttpRequest

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "begin" in request.POST:
            return JsonResponse(self.challenge())
        response: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        return response

    @abstractmethod
    def challenge(self) -> dict[str, Any]:
        """Return what the browser must sign."""


class KnownPasskeyMixin:
    """Refuses a passkey that its owner removes in the moment of its use like one that is not known."""

    def form_valid(self, form: Any) -> HttpResponse:
        passkey = form.cleaned_data["credential"]
        try:
            response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        except DatabaseError:
            if Authenticator.objects.filter(pk=passkey.pk).exists():
                raise
            form.add_error("credential", get_passkeys().validation_error("incorrect_code"))
            response = self.form_invalid(form)  # type: ignore[attr-defined]
        return response


class PasskeySignInView(KnownPasskeyMixin, ChallengeMixin, SignInMixin, views.LoginWebAuthnView):
    form_class = forms.PasskeySignInForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return HttpResponseRedirect(reverse("account_login"))

    def challenge(self) -> dict[str, Any]:
        return auth.begin_authentication(user=None)


class ReauthenticatePasskeyView(KnownPasskeyMixin, ChallengeMixin, views.ReauthenticateWebAuthnView):
    form_class = forms.ReauthenticatePasskeyForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super(views.ReauthenticateWebAuthnView, self).get_context_data(**more)

    def challenge(self) -> dict[str, Any]:
        return auth.begin_authentication(user=self.request.user)

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form))


@method_decorator(never_cache, "dispatch")
class AddPasskeyView(ChallengeMixin, views.AddWebAuthnView):
    form_class = forms.AddPasskeyForm

    def challenge(self) -> dict[str, Any]:
        return auth.begin_registration(self.request.user, passwordless=True)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person: Any = self.request.user
        return {
            **super(views.AddWebAuthnView, self).get_context_data(**more),
            "has_passkeys": has_passkeys(self.request),
            "is_first": not services.has_login(person),
        }

    def get_success_url(self) -> str:
        return reverse("you")

    def form_valid(self, form: Any) -> HttpResponse:
        """Add the passkey. The first login of a guest ends all other access, as a first password does."""
        person: Any = self.request.user
        is_first = not services.has_login(person)
        with transaction.atomic():
            try:
                services.require_signed_in(person)
            except Refused as refused:
                raise PermissionDenied(refused.words.translated(gettext)) from None
            if Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN).count() >= MOST:
                text = gettext("You have %(most)s passkeys. Remove one that is no longer needed.")
                form.add_error("name", text % {"most": MOST})
                refusal: HttpResponse = self.form_invalid(form)
                return refusal
            response: HttpResponse = super().form_valid(form)
            if is_first:
                current = cookie.current_phone(self.request)
                services.sign_out_everywhere(person=person, current=current, invitations=LASTING)
        if is_first:
            update_session_auth_hash(self.request, person)
            cookie.note_entry(self.request)
        return response


class PasskeyNameView(FormPage, views.EditWebAuthnView):
    form_class = forms.PasskeyNameForm
    success_url = reverse_lazy("you")


class RemovePasskeyView(views.RemoveWebAuthnView):
    success_url = reverse_lazy("you")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = self.request.user
        is_last = not person.has_usable_password() and self.get_queryset().count() == 1
        return {**super().get_context_data(**more), "is_last": is_last}
