"""The page of the current circle, choosing another one, and founding a new one."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.mixins import LoginRequiredMixin
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView

from games import models, services
from games.match.errors import Refused
from games.models import Role
from games.web.circle import forms
from games.web.circle.base import OWNERS, CircleFormView
from games.web.form_page import FormPage
from games.web.page_host import SeeOther


@method_decorator(never_cache, "dispatch")
class CirclePageView(TemplateView):
    template_name = "circle/page.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = self.request.user
        memberships = list(services.memberships_of(person)) if isinstance(person, models.Person) else []
        if not memberships:
            return {"member": None}
        member = memberships[0]
        members = services.members_of(member.circle_id)
        if member.role != Role.OWNER:
            members = members.filter(
                person__is_active=True
            )  # only an owner can remove those who may restore their account
        players = models.Player.objects.filter(circle=member.circle_id)
        return {
            "member": member,
            "members": members,
            "players": dict(players.values_list("id", "name")),
            "others": memberships[1:],
        }


class ChooseCircleView(LoginRequiredMixin, View):
    def post(self, request: HttpRequest, circle: UUID) -> HttpResponse:
        if not isinstance(request.user, models.Person) or not services.choose_circle(by=request.user, circle=circle):
            raise Http404
        return SeeOther(reverse("circle"))


@method_decorator(never_cache, "dispatch")
class NewCircleView(LoginRequiredMixin, FormPage, FormView):  # type: ignore[type-arg]
    template_name = "circle/new.html"
    form_class = forms.NewCircleForm
    success_url = reverse_lazy("circle")

    def get_initial(self) -> dict[str, Any]:
        return {"id": uuid4()}

    def form_valid(self, form: Form) -> HttpResponse:
        data = form.cleaned_data
        try:
            services.create_own_circle(by=self.request.user, name=data["name"], circle=data["id"])  # type: ignore[arg-type]
        except Refused as refused:
            form.add_error("name", refused.words.translated(gettext))
            return self.form_invalid(form)
        return redirect("circle")


class CircleNameView(CircleFormView):
    template_name = "circle/name.html"
    form_class = forms.ChangeCircleNameForm
    roles = OWNERS
    beside = "name"

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.member.circle.name}

    def act(self, data: dict[str, Any]) -> None:
        services.rename_circle(by=self.person, circle=self.circle, name=data["name"])
