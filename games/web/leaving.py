"""Leaving: delete a circle or your account, and restore a deleted circle."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import auth, messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView

from games import models, services
from games.export.headline import titles_of
from games.match.errors import Refused
from games.match.event_fields import is_id
from games.models import WRITERS, Role
from games.web.account.entrance import RecentLoginRequired, reauthentication_redirect, signed_in_person
from games.web.exports.own_data import requested_membership
from games.web.form_messages import OwnForm
from games.web.form_page import FormPage
from games.web.page_host import SeeOther

DAYS = services.RETENTION.days
MOST = 100  # deleted matches that are listed; groups of all that a person can be in, as someone else may delete many


class ConfirmDeleteForm(OwnForm):
    """A checkbox, so that one accidental tap deletes nothing."""

    sure = forms.BooleanField(
        label=_("Yes, I am sure"), error_messages={"required": _("Tick the box to confirm. Nothing was deleted.")}
    )


@method_decorator(never_cache, "dispatch")
class LeavingView(LoginRequiredMixin, TemplateView):
    template_name = "you/leaving.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        person = signed_in_person(self.request)
        assert person is not None
        return {"places": list(services.memberships_of(person))}


@method_decorator(never_cache, "dispatch")
class DeleteCircleView(FormPage, FormView):  # type: ignore[type-arg]
    template_name = "circle/delete.html"
    form_class = ConfirmDeleteForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.member = requested_membership(request)
        if self.member.role != Role.OWNER:
            raise PermissionDenied
        return reauthentication_redirect(request) or super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        circle = self.member.circle
        others = circle.memberships.filter(person__is_active=True).exclude(person=self.member.person_id)
        return super().get_context_data(
            **more,
            circle=circle,
            days=DAYS,
            matches=models.Match.objects.filter(circle=circle, is_deleted=False).count(),
            others=others.count(),
        )

    def form_valid(self, form: ConfirmDeleteForm) -> HttpResponse:
        services.delete_circle(by=self.member.person, circle=self.member.circle_id)
        return SeeOther(reverse("deleted"))


@method_decorator(never_cache, "dispatch")
class DeletedView(LoginRequiredMixin, View):
    """The deleted circles and matches that the person may restore. A match has a form of its own, in games/pages."""

    def get(self, request: HttpRequest) -> HttpResponse:
        person = signed_in_person(request)
        assert person is not None
        memberships = services.memberships_of(person).filter(role__in=WRITERS)
        matches = models.Match.objects.filter(circle__in=memberships.values("circle"), is_deleted=True).order_by(
            "-last", "id"
        )
        context = {
            "circles": list(services.deleted_circles(person)[: services.MOST_MERGED]),
            "matches": titles_of(list(matches[:MOST])),
            "kept_for": services.RETENTION,
            "days": DAYS,
        }
        return render(request, "circle/deleted.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        person, circle = signed_in_person(request), request.POST.get("circle", "")
        if person is None or not is_id(circle):
            raise Http404
        try:
            services.undelete_circle(by=person, circle=UUID(circle))
        except Refused:
            raise Http404 from None
        messages.info(request, gettext("The group is restored for all its members."))
        return SeeOther(reverse("deleted"))


@method_decorator(never_cache, "dispatch")
class DeleteAccountView(RecentLoginRequired, FormPage, FormView):  # type: ignore[type-arg]
    template_name = "you/delete.html"
    form_class = ConfirmDeleteForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(**more, days=DAYS, has_login=services.has_login(self.person))

    def form_valid(self, form: ConfirmDeleteForm) -> HttpResponse:
        is_guest = not services.has_login(self.person)
        services.delete_person(person=self.person)
        auth.logout(self.request)
        return SeeOther(f"{reverse('gone')}?guest" if is_guest else reverse("gone"))


@method_decorator(never_cache, "dispatch")
class AccountDeletedView(TemplateView):
    """The page after an account was deleted. It shows no data of anyone."""

    template_name = "you/gone.html"
    extra_context = {"days": DAYS}  # noqa: RUF012
