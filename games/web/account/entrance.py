"""Becoming somebody, whichever way it was proved: signing in, and what comes along."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from games import models, services
from games.http import cookie


def enter(request: HttpRequest, person: models.Person, *, is_invited: bool = False) -> None:
    """What a guest has written in this browser comes along; who had deleted themselves is back.

    The cookie is a new one, whoever planted the old. Of the guest's phones only the one of this session comes along.
    """
    with transaction.atomic():
        guest = signed_in_person(request)
        if guest is not None:
            services.merge_guest(guest=guest, account=person, device=cookie.device_of(request))
        services.come_back(person=person)
        auth.login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    cookie.note_entry(request)
    request.session[cookie.INVITED] = is_invited


def signed_in_person(request: HttpRequest) -> models.Person | None:
    """Whom the cookie names."""
    return request.user if isinstance(request.user, models.Person) else None


def reauthentication_redirect(request: HttpRequest) -> HttpResponse | None:
    """For what somebody at a phone left lying about is not to do: who is kept shows it once more, unless they just have."""
    # Not by allauth's decorator: it would put what was typed, a password, into the session.
    if request.user.is_authenticated and is_reauthentication_required(request, app="allauth.account"):
        return redirect_to_login(request.get_full_path(), "account_reauthenticate")
    return None


class RecentLoginRequired(LoginRequiredMixin):
    """A page on which everything is of that kind."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return reauthentication_redirect(request) or super().dispatch(request, *args, **kwargs)

    request: HttpRequest

    @property
    def person(self) -> models.Person:
        assert isinstance(self.request.user, models.Person)
        return self.request.user


class Entrance:
    """A way in for strangers and guests. Whoever is kept leaves first, so that nobody's circles get mixed up."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = signed_in_person(request)
        if person is not None and services.is_kept(person):
            return leave_first(request)
        found: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return found

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        guest = signed_in_person(request)
        found: dict[str, Any] = super().get_context_data(**more)  # type: ignore[misc]
        return {**found, "brings": guest is not None, "along": [] if guest is None else services.circles_along(guest)}


def leave_first(request: HttpRequest) -> HttpResponse:
    messages.info(request, gettext("You are signed in already. To sign in as somebody else, sign out first."))
    return redirect("you")
