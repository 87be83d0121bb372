"""The page about yourself: your name, and how you sign in. Each section is a template in templates/you/."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView

from games import models, services
from games.http.cookie import DEVICE
from games.pages.languages import in_menu
from games.services.account_marks import mark_of
from games.web.account import forms
from games.web.account.adapters import has_passkeys
from games.web.account.entrance import signed_in_person
from games.web.form_page import FormPage


@method_decorator(never_cache, "dispatch")
class AccountView(TemplateView):
    template_name = "you/page.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = signed_in_person(self.request)
        if person is None:
            return {"you": None, "registration": settings.REGISTRATION, "languages": in_menu(settings.LANGUAGES)}
        passkeys = [row.wrap() for row in Authenticator.objects.filter(user=person, type=Authenticator.Type.WEBAUTHN)]
        return {
            "you": person,
            "languages": in_menu(settings.LANGUAGES),
            "passkeys": passkeys,
            "devices": services.listed_devices(models.Device.objects.filter(person=person, revoked=None, circle=None)),
            "this_device": self.request.session.get(DEVICE),
            "has_passkeys": has_passkeys(self.request),
            "has_password": person.has_usable_password(),
            "mark": mark_of(person) if settings.MAIL.is_sent else "",
            **addresses_of(person),
        }


@method_decorator(never_cache, "dispatch")
class ProgramsView(LoginRequiredMixin, TemplateView):
    """The keys of the person's programs. They have a page of their own, because few people need them."""

    template_name = "you/programs.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        devices = models.Device.objects.filter(person=self.request.user.pk, revoked=None, circle__deleted=None)
        programs = devices.exclude(circle=None).select_related("circle").order_by("circle__created", "created", "id")
        return {**super().get_context_data(**more), "programs": programs}


def addresses_of(person: models.Person) -> dict[str, Any]:
    """Return the address that waits for an e-mail to be opened, and whether the present one was never confirmed."""
    if not settings.MAIL.is_sent:
        return {"claimed": None, "is_unconfirmed": False}
    confirmed = dict(EmailAddress.objects.filter(user=person).order_by("pk").values_list("email", "verified"))
    claimed = [email for email, is_confirmed in confirmed.items() if not is_confirmed and email != person.email]
    return {
        "claimed": claimed[-1] if claimed else None,
        "is_unconfirmed": person.email is not None and not confirmed.get(person.email),
    }


@method_decorator(never_cache, "dispatch")
class PersonNameView(LoginRequiredMixin, FormPage, FormView):  # type: ignore[type-arg]
    template_name = "you/name.html"
    form_class = forms.PersonNameForm
    success_url = reverse_lazy("you")

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.request.user.name}  # type: ignore[union-attr]

    def form_valid(self, form: forms.PersonNameForm) -> HttpResponse:
        services.rename(person=self.request.user, name=form.cleaned_data["name"])  # type: ignore[arg-type]
        return super().form_valid(form)
