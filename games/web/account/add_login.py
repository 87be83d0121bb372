"""Add an e-mail address and a password to a guest, and send the e-mail that confirms the address."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows import email_verification
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from games import models, services
from games.http import cookie
from games.match.errors import Refused
from games.web.account import forms
from games.web.account.entrance import RecentLoginRequired


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
        if not ratelimit.consume(self.request, action="manage_email"):
            return self.refuse(form, gettext("That was tried often. Wait a few minutes, then try again."))
        try:
            services.add_login(
                person=self.person,
                email=email,
                password=form.cleaned_data.get("password1"),
                confirm_by_mail=settings.MAIL.is_sent,
                device=cookie.device_of(self.request),
            )
        except Refused as refused:
            return self.refuse(form, refused.words.translated(gettext))
        update_session_auth_hash(self.request, self.person)
        cookie.note_entry(self.request)
        if (
            settings.MAIL.is_sent
            and not EmailAddress.objects.filter(user=self.person, email=email, verified=True).exists()
        ):
            send_confirmation(self.request, self.person, email)
            return redirect("account_email_verification_sent")
        return super().form_valid(form)

    def refuse(self, form: forms.AddLoginForm, words: str) -> HttpResponse:
        form.add_error("email", words)
        return self.form_invalid(form)


def send_confirmation(request: HttpRequest, person: models.Person, email: str) -> None:
    """Send an e-mail to `email`. Only its owner learns from the text whether an account has that address."""
    if services.is_taken(email, by_another_than=person):
        if email_verification.consume_email_verification_rate_limit(request, email):
            get_adapter().send_account_already_exists_mail(email)
    else:
        email_verification.send_verification_email_to_address(request, EmailAddress.objects.get_for_user(person, email))


class ConfirmationSentView(views.EmailVerificationSentView):
    pass


@method_decorator(never_cache, "dispatch")
class ConfirmAddressView(views.ConfirmEmailView):
    def logout(self) -> None:
        """Do nothing: another person who is signed in stays so. A guest would lose everything by signing out."""
