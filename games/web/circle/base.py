"""What all pages about one circle share: it is one of the asker's, and what is refused is said beside its field."""

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
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import models, services
from games.match.errors import Refused
from games.models import Role

T = TypeVar("T")
OWNERS = (Role.OWNER,)


@method_decorator(never_cache, "dispatch")
class OfCircle(LoginRequiredMixin, FormView, ABC):  # type: ignore[type-arg]
    """A form about one of my circles; those of others are not there at all."""

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
        found: UUID = self.kwargs["circle"]
        return found

    @cached_property
    def member(self) -> models.Membership:
        """The asker's place in it."""
        return there(services.places_of(self.person).filter(circle=self.circle).first())

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "member": self.member}

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            self.act(form.cleaned_data)
        except Refused as refused:
            form.add_error(self.beside, refused.words.say(gettext))
            return self.form_invalid(form)
        return super().form_valid(form)

    @abstractmethod
    def act(self, said: dict[str, Any]) -> None:
        """What the form is for."""


def there(found: T | None) -> T:
    if found is None:
        raise Http404
    return found
