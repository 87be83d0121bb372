"""The steps that all ways of signing in share, and the redirect of pages that need a recent sign-in."""

from __future__ import annotations

from typing import Any

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
from games.http import cookie, known_browsers
from games.http.proof import lacks_proof
from games.match.errors import Refused


def enter(request: HttpRequest, person: models.Person, *, is_invited: bool = False) -> None:
    """Sign `person` in. Merge this browser's guest into the account, and restore an account that was deleted.

    The session gets a new cookie, as someone else may have planted the old one. Only the phone of this session moves to
    the account; the guest's other phones do not. The browser gets a new id, as another request with the old cookie may
    sign someone else in at the same time.
    """
    current = cookie.current_phone(request)
    with transaction.atomic():
        guest = signed_in_person(request)
        services.undelete_person(person=person)
        if guest is not None:
            merge_guest(request, guest, person, current)
        auth.login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
        cookie.renew_browser(request, person, current.browser)
    cookie.note_entry(request)
    request.session[cookie.INVITED] = is_invited


def merge_guest(
    request: HttpRequest, guest: models.Person, person: models.Person, current: services.CurrentPhone
) -> None:
    """Merge the guest. If the account has too many circles for that, say so; the guest and its phone stay as they are."""
    try:
        services.merge_guest(guest=guest, account=person, current=current)
    except Refused as refused:
        messages.error(request, refused.words.translated(gettext))


def renew_cookie(sender: Any, request: HttpRequest, reauthenticated: bool = False, **more: Any) -> None:
    """Give the session a new cookie after a proof, so that a copy of the old cookie does not share the proof."""
    if reauthenticated:
        request.session.cycle_key()


def signed_in_person(request: HttpRequest) -> models.Person | None:
    """Return the person whom the session cookie names, or None."""
    return request.user if isinstance(request.user, models.Person) else None


def reauthentication_redirect(request: HttpRequest, back: str | None = None) -> HttpResponse | None:
    """Return a redirect to the proof by password or passkey, or None if the person proved it recently or is a guest.

    It protects what a stranger with someone's unlocked phone must not do. After the proof the person comes to the path
    `back`, or else to the page of the request.
    """
    # allauth's decorator would store the posted form in the session, with the password.
    person = signed_in_person(request)
    if person is not None and lacks_proof(request, person):
        return redirect_to_login(back or request.get_full_path(), "account_reauthenticate")
    return None


class RecentLoginRequired(LoginRequiredMixin):
    """A page that asks for a recent sign-in whatever the request does."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return reauthentication_redirect(request) or super().dispatch(request, *args, **kwargs)

    request: HttpRequest

    @property
    def person(self) -> models.Person:
        assert isinstance(self.request.user, models.Person)
        return self.request.user


class SignInMixin:
    """A way to sign in, for strangers and guests. People with an account sign out first: accounts never merge."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        person = signed_in_person(request)
        if person is not None and services.has_login(person):
            return redirect_signed_in(request)
        response: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        person = signed_in_person(request) if request.method == "POST" else None
        if person is not None and services.has_login(person):
            known_browsers.remember(request, response, person)
        return response

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        guest = signed_in_person(request)
        context: dict[str, Any] = super().get_context_data(**more)  # type: ignore[misc]
        return {
            **context,
            "brings": guest is not None,
            "along": [] if guest is None else services.mergeable_circles(guest),
        }


def redirect_signed_in(request: HttpRequest) -> HttpResponse:
    messages.info(request, gettext("You are already signed in. To use another account, sign out first."))
    return redirect("you")
