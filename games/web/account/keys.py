"""Views that rename and revoke the phones and programs of a person, and create keys for programs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import models, services
from games.http.keys import key_of
from games.match.errors import Refused
from games.models import Role
from games.web.account.entrance import RecentLoginRequired
from games.web.change_form import ChangeForm
from games.web.form_fields import PlainText
from games.web.form_messages import OwnForm
from games.web.form_page import FormPage

MAY = {Role.READER: _("view only"), Role.SCORER: _("keep score"), Role.OWNER: _("everything I can do")}


class DeviceNameForm(ChangeForm):
    name = PlainText(
        label=_("Name"), help_text=_("Only you see it. Helps you tell devices apart, e.g. “The old phone”.")
    )


class TokenForm(OwnForm):
    name = PlainText(label=_("Name of the program"))
    circle = forms.ChoiceField(label=_("Group"))
    role = forms.ChoiceField(label=_("Permissions"), choices=list(MAY.items()))

    def __init__(self, *args: Any, circles: list[models.Circle], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["circle"]
        field.choices = [(str(circle.pk), circle.name or gettext("My group")) for circle in circles]


@method_decorator(never_cache, "dispatch")
class DeviceFormView(LoginRequiredMixin, FormPage, FormView):  # type: ignore[type-arg]
    """A form about one of the person's own phones or programs; those of others answer 404."""

    success_url = reverse_lazy("you")

    @cached_property
    def device(self) -> models.Device:
        own_devices = models.Device.objects.filter(person=self.request.user.pk, revoked=None)
        device = own_devices.filter(id=self.kwargs["device"]).first()
        if device is None:
            raise Http404
        return device

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        is_this = str(self.device.pk) == self.request.session.get("device")
        return {**super().get_context_data(**more), "device": self.device, "is_this": is_this}


class DeviceNameView(DeviceFormView):
    template_name = "you/device.html"
    form_class = DeviceNameForm

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.device.name}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        services.rename_device(by=self.device.person, device=self.device.pk, name=form.cleaned_data["name"])
        return super().form_valid(form)


class RevokeDeviceView(DeviceFormView):
    template_name = "you/revoke.html"
    form_class = forms.Form

    def form_valid(self, form: forms.Form) -> HttpResponse:
        # The session may name the phone of a thief who has copied its cookie, so only the phone's own key proves the phone.
        key = key_of(self.request)
        phone = None if key is None else services.device_of(key)
        current = None if phone is None else phone.pk
        services.revoke_device(by=self.device.person, device=self.device.pk, current=current)
        return super().form_valid(form)


@method_decorator(never_cache, "dispatch")
class NewTokenView(RecentLoginRequired, FormPage, FormView):  # type: ignore[type-arg]
    """Create a key for a program. The response shows it once: the server stores only its hash.

    A recent sign-in is required, so that nobody gets a lasting key by picking up someone's phone.
    """

    template_name = "you/token.html"
    form_class = TokenForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "circles": services.circles_of(self.request.user)}  # type: ignore[arg-type]

    def form_valid(self, form: forms.Form) -> HttpResponse:
        data = form.cleaned_data
        try:
            key = services.create_program_key(
                by=self.request.user,  # type: ignore[arg-type]
                circle=data["circle"],
                role=Role(data["role"]),
                name=data["name"],
            )
        except Refused as refused:
            form.add_error("name" if refused.code == "many_keys" else "role", refused.words.translated(gettext))
            return self.form_invalid(form)
        return render(self.request, "you/token_made.html", {"key": key, "name": data["name"]})
