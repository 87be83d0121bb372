"""The members of a circle: roles, removing, leaving, and which player a member is."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.forms import Form
from django.http import HttpResponse

from games import models, services
from games.models import Role
from games.web.account.entrance import reauthentication_redirect
from games.web.circle import forms
from games.web.circle.base import OWNERS, CircleFormView, or_404


class MemberFormView(CircleFormView):
    """A form in which an owner decides about a member; that may be themselves."""

    roles = OWNERS

    @cached_property
    def other(self) -> models.Membership:
        members = models.Membership.objects.select_related("person")
        return or_404(members.filter(circle=self.circle, person=self.kwargs["person"]).first())

    @property
    def is_other_owner(self) -> bool:
        """Return whether the form is about another owner, who may lose the circle."""
        return self.other.role == Role.OWNER and self.other.person != self.person

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        about = {
            "other": self.other,
            "is_me": self.other.person == self.person,
            "open_invitations": services.count_open_invitations(self.circle),
        }
        return {**super().get_context_data(**more), **about}


class MemberRoleView(MemberFormView):
    template_name = "circle/member.html"
    form_class = forms.MemberRoleForm
    beside = "role"

    def get_initial(self) -> dict[str, Any]:
        return {"role": self.request.GET.get("role", self.other.role)}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "stored": {"role": self.other.role}}

    def form_valid(self, form: Form) -> HttpResponse:
        role = form.cleaned_data["role"]
        back = f"{self.request.path}?{urlencode({'role': role})}"
        is_proof_needed = role != self.other.role and (role == Role.OWNER or self.is_other_owner)
        proof = reauthentication_redirect(self.request, back) if is_proof_needed else None
        return proof or super().form_valid(form)

    def act(self, data: dict[str, Any]) -> None:
        role = Role(data["role"])
        services.change_role(by=self.person, circle=self.circle, person=self.other.person_id, role=role)


class RemoveMemberView(MemberFormView):
    template_name = "circle/remove.html"
    form_class = forms.ConfirmForm

    def form_valid(self, form: Form) -> HttpResponse:
        proof = reauthentication_redirect(self.request) if self.is_other_owner else None
        return proof or super().form_valid(form)

    def act(self, data: dict[str, Any]) -> None:
        services.remove_member(by=self.person, circle=self.circle, person=self.other.person_id)


class LeaveCircleView(CircleFormView):
    template_name = "circle/leave.html"
    form_class = forms.ConfirmForm

    def act(self, data: dict[str, Any]) -> None:
        services.leave_circle(by=self.person, circle=self.circle)


class ClaimView(CircleFormView):
    """A member claims a player of the circle as themselves."""

    template_name = "circle/me.html"
    form_class = forms.ClaimForm
    beside = "player"

    def get_form_kwargs(self) -> dict[str, Any]:
        offered = Q(same_as=None) | Q(id=self.member.player)  # the claimed player may have been merged since
        players = models.Player.objects.filter(offered, circle=self.circle).order_by("name", "id")
        return {**super().get_form_kwargs(), "players": list(players)}

    def get_initial(self) -> dict[str, Any]:
        return {"player": str(self.member.player) if self.member.player else None}

    def act(self, data: dict[str, Any]) -> None:
        services.claim_player(by=self.person, circle=self.circle, player=data["player"])
