"""Views that change a password, and reset one that was forgotten."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from allauth.account import views
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from games import models
from games.http import known_browsers
from games.http.proof import lacks_proof
from games.web.account.confirmation import describe_account
from games.web.account.entrance import reauthentication_redirect, signed_in_person


@method_decorator(never_cache, "dispatch")
class ChangePasswordView(views.PasswordChangeView):
    """Limit the wrong passwords of each browser apart, so that someone with a copied cookie does not lock the owner out.

    An unknown browser, and one that has reached its limit, proves itself first.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = signed_in_person(request)
        if person is not None and person.has_usable_password() and not may_try_password(request, person):
            return reauthentication_redirect(request) or ratelimit.respond_429(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        known_browsers.remember(self.request, response, form.user)
        return response


def may_try_password(request: HttpRequest, person: models.Person) -> bool:
    """Count an attempt to change the password, and return whether this browser has one left."""
    share = known_browsers.number_of(request, person) if lacks_proof(request, person) else person.pk.hex
    return share is not None and bool(ratelimit.consume(request, action="change_password_here", key=share))


@method_decorator(never_cache, "dispatch")
class ForgottenView(views.PasswordResetView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs) if settings.MAIL.is_sent else without_mail(request)


def without_mail(request: HttpRequest) -> HttpResponse:
    return render(request, "you/no_mail.html")


class ResetSentView(views.PasswordResetDoneView):
    pass


@method_decorator(never_cache, "dispatch")
class NewPasswordView(views.PasswordResetFromKeyView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Give the session a new cookie with the key of the link: someone else may know the old one."""
        response = super().dispatch(request, *args, **kwargs)
        if request.method == "GET" and response.status_code == HTTPStatus.FOUND:
            request.session.cycle_key()
        return response

    def logout(self) -> None:
        """Do nothing: another person who is signed in stays so. A guest would lose everything by signing out."""

    def form_valid(self, form: Any) -> HttpResponse:
        is_own = signed_in_person(self.request) == self.reset_user
        response: HttpResponse = super().form_valid(form)
        if is_own:
            update_session_auth_hash(self.request, self.reset_user)
        known_browsers.remember(self.request, response, self.reset_user)  # its mailbox was opened here
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        account = self.reset_user and describe_account(self.reset_user, is_owner=True)
        return {**super().get_context_data(**more), "account": account}


class PasswordDoneView(views.PasswordResetFromKeyDoneView):
    pass
