"""The phones and programs that speak for somebody: named, and taken their key away; and keys for programs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import models, services
from games.match.errors import Refused
from games.models import Role
from games.web.account.entrance import RecentLoginRequired
from games.web.plain import PlainText

MAY = {Role.READER: _("only look"), Role.SCORER: _("write scores"), Role.OWNER: _("do all that I may")}


class DeviceNameForm(forms.Form):
    name = PlainText(label=_("Name"), help_text=_("For yourself, to tell several apart: “The old phone”."))


class TokenForm(forms.Form):
    name = PlainText(label=_("Name of the program"))
    circle = forms.ChoiceField(label=_("Circle"))
    role = forms.ChoiceField(label=_("It may"), choices=list(MAY.items()))

    def __init__(self, *args: Any, circles: list[models.Circle], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["circle"]
        field.choices = [(str(circle.pk), circle.name or gettext("My circle")) for circle in circles]


@method_decorator(never_cache, "dispatch")
class OfDevice(LoginRequiredMixin, FormView):  # type: ignore[type-arg]
    """About one of my phones or programs; those of others are not there."""

    success_url = reverse_lazy("you")

    @cached_property
    def device(self) -> models.Device:
        mine = models.Device.objects.filter(person=self.request.user.pk, revoked=None)
        found = mine.filter(id=self.kwargs["device"]).first()
        if found is None:
            raise Http404
        return found

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        is_this = str(self.device.pk) == self.request.session.get("device")
        return {**super().get_context_data(**more), "device": self.device, "is_this": is_this}


class DeviceNameView(OfDevice):
    template_name = "you/device.html"
    form_class = DeviceNameForm

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.device.name}

    def form_valid(self, form: Form) -> HttpResponse:
        services.rename_device(by=self.device.person, device=self.device.pk, name=form.cleaned_data["name"])
        return super().form_valid(form)


class RevokeDeviceView(OfDevice):
    template_name = "you/revoke.html"
    form_class = Form

    def form_valid(self, form: Form) -> HttpResponse:
        services.revoke_device(by=self.device.person, device=self.device.pk)
        return super().form_valid(form)


@method_decorator(never_cache, "dispatch")
class Token(RecentLoginRequired, FormView):  # type: ignore[type-arg]
    """The key is shown in the answer, once: nothing here could tell it again.

    It stays with whoever has it, so it is not to be had by picking up a phone.
    """

    template_name = "you/token.html"
    form_class = TokenForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "circles": services.circles_of(self.request.user)}  # type: ignore[arg-type]

    def form_valid(self, form: Form) -> HttpResponse:
        said = form.cleaned_data
        try:
            key = services.give_token(
                by=self.request.user,  # type: ignore[arg-type]
                circle=said["circle"],
                role=Role(said["role"]),
                name=said["name"],
            )
        except Refused as refused:
            form.add_error("role", refused.words.say(gettext))
            return self.form_invalid(form)
        return render(self.request, "you/token_made.html", {"key": key, "name": said["name"]})
