"""The base of the forms about one circle: the person is a member, and a refusal appears beside its field."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import models, services
from games.match.errors import Refused
from games.models import Role
from games.web.form_messages import OwnForm
from games.web.form_page import FormPage

T = TypeVar("T")
OWNERS = (Role.OWNER,)


@method_decorator(never_cache, "dispatch")
class CircleFormView(LoginRequiredMixin, FormPage, FormView, ABC):  # type: ignore[type-arg]
    """A form about one of the person's own circles; those of others answer 404."""

    success_url: Any = reverse_lazy("circle")
    roles: tuple[Role, ...] = tuple(Role)
    beside: str | None = None  # the field that a refusal is about

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and self.member.role not in self.roles:
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    @property
    def person(self) -> models.Person:
        assert isinstance(self.request.user, models.Person)
        return self.request.user

    @property
    def circle(self) -> UUID:
        circle: UUID = self.kwargs["circle"]
        return circle

    @cached_property
    def member(self) -> models.Membership:
        """Return the person's membership. Raise Http404 if they are no member."""
        return or_404(services.memberships_of(self.person).filter(circle=self.circle).first())

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "member": self.member}

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            self.act(form.cleaned_data)
        except Refused as refused:
            form.add_error(self.beside, refused.words.translated(gettext))
            return self.form_invalid(form)
        return super().form_valid(form)

    @abstractmethod
    def act(self, data: dict[str, Any]) -> None:
        """Do what the form is for, with its cleaned data."""


class RestoreFormView(CircleFormView):
    """A button that restores something, on the page `back`. A refusal has a page of its own."""

    http_method_names = ("post",)
    form_class: type[Form] = OwnForm
    back: Any

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            self.act(form.cleaned_data)
        except Refused as refused:
            return render(self.request, "refused.html", {"words": refused.words, "back": self.back}, status=409)
        return redirect(self.get_success_url())


def or_404(row: T | None) -> T:
    if row is None:
        raise Http404
    return row
