"""Add an e-mail address and a password to a guest, and send the e-mail that confirms the address."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.stages import LoginStageController
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from games import models, services
from games.http import cookie, known_browsers
from games.match.errors import Refused
from games.services.confirmation_links import ConfirmationLink
from games.web.account import forms
from games.web.account.confirmation import (
    ConfirmationStage,
    describe_account,
    may_send_confirmation,
    send_confirmation,
)
from games.web.account.entrance import RecentLoginRequired, signed_in_person

OFTEN = _("Too many attempts. Wait a few minutes and try again. The link in the last e-mail still works.")


@method_decorator([never_cache, sensitive_post_parameters()], "dispatch")
class AddLoginView(RecentLoginRequired, FormView):  # type: ignore[type-arg]
    template_name = "you/keep.html"
    form_class = forms.AddLoginForm
    success_url = reverse_lazy("you")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "person": self.person}

    def get_initial(self) -> dict[str, Any]:
        return {"email": self.person.email}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "has_mail": settings.MAIL.is_sent}

    def form_valid(self, form: forms.AddLoginForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        needs_mail = settings.MAIL.is_sent and services.confirmed_person(email) != self.person
        person = (
            f"{self.person.pk.hex} {self.person.sign_outs}"  # a thief of a cookie has used up nothing once shut out
        )
        if not ratelimit.consume(self.request, action="manage_email", key=person) or (
            needs_mail and not may_send_confirmation(self.request, self.person, email)
        ):
            return self.refuse(form, str(OFTEN))
        try:
            services.add_login(
                person=self.person,
                email=email,
                password=form.cleaned_data.get("password1"),
                confirm_by_mail=settings.MAIL.is_sent,
                current=cookie.current_phone(self.request),
            )
        except Refused as refused:
            return self.refuse(form, refused.words.translated(gettext))
        update_session_auth_hash(self.request, self.person)
        cookie.note_entry(self.request)
        if needs_mail:
            send_confirmation(self.request, self.person, email)
        response = redirect("account_email_verification_sent") if needs_mail else super().form_valid(form)
        known_browsers.remember(self.request, response, self.person)
        return response

    def refuse(self, form: forms.AddLoginForm, words: str) -> HttpResponse:
        form.add_error("email", words)
        return self.form_invalid(form)


@method_decorator(never_cache, "dispatch")
class ConfirmationSentView(FormView):  # type: ignore[type-arg]
    """The page that tells someone to look into their e-mail.

    Someone may sign in by an address that nobody has confirmed. They may also type another one here: a server without
    mail takes any address, so the first one may never have been theirs.
    """

    template_name = "account/verification_sent.html"
    form_class = forms.OtherAddressForm
    success_url = reverse_lazy("account_email_verification_sent")

    @cached_property
    def pending(self) -> models.Person | None:
        """Return the person whose sign-in waits for a confirmed address, or None."""
        stage = LoginStageController.enter(self.request, ConfirmationStage.key)
        return stage and stage.login.user

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = self.pending or signed_in_person(self.request)
        return {
            **super().get_context_data(**more),
            "account": person and describe_account(person, is_owner=True),
            "is_pending": self.pending is not None,
        }

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.pending is None or not settings.MAIL.is_sent:
            return redirect("account_login")
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: forms.OtherAddressForm) -> HttpResponse:
        email, person = form.cleaned_data["email"], self.pending
        assert person is not None
        if not get_adapter(self.request).reauthenticate(person, form.cleaned_data["password"]):
            form.add_error("password", get_adapter(self.request).error_messages["incorrect_password"])
            return self.form_invalid(form)
        if not may_send_confirmation(self.request, person, email):
            form.add_error("email", str(OFTEN))
            return self.form_invalid(form)
        try:
            services.add_login(person=person, email=email, password=None, confirm_by_mail=True)
        except Refused as refused:
            form.add_error("email", refused.words.translated(gettext))
            return self.form_invalid(form)
        send_confirmation(self.request, person, email)
        return super().form_valid(form)


@method_decorator(never_cache, "dispatch")
class ConfirmAddressView(views.ConfirmEmailView):
    """The page of a confirming link. It names the account that gets the address, and warns everyone else."""

    def get_object(self, queryset: Any = None) -> ConfirmationLink:
        link = ConfirmationLink.from_key(self.kwargs["key"])
        if link is None:
            raise Http404
        return link

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        context = super().get_context_data(**more)
        if self.object is None:
            return context
        person, other = self.object.email_address.user, signed_in_person(self.request)
        return {
            **context,
            "account": describe_account(person, is_owner=person == other),
            "other": None if other in (None, person) else describe_account(other, is_owner=False),
        }

    def logout(self) -> None:
        """Do nothing: another person who is signed in stays so. A guest would lose everything by signing out."""
