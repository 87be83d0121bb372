"""Who belongs to a circle: roles, handing over, removing, leaving, and which player somebody is."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games import models, services
from games.models import Role
from games.web.circle import forms
from games.web.circle.base import OWNERS, OfCircle, there


class OfMember(OfCircle):
    """What an owner decides about somebody, the owner included."""

    roles = OWNERS

    @cached_property
    def other(self) -> models.Membership:
        found = models.Membership.objects.select_related("person")
        return there(found.filter(circle=self.circle, person=self.kwargs["person"]).first())

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        about = {
            "other": self.other,
            "is_me": self.other.person == self.person,
            "ways": services.count_open_invitations(self.circle),
        }
        return {**super().get_context_data(**more), **about}


class OneMember(OfMember):
    template_name = "circle/member.html"
    form_class = forms.MemberRole
    beside = "role"

    def get_initial(self) -> dict[str, Any]:
        return {"role": self.other.role}

    def act(self, said: dict[str, Any]) -> None:
        role = Role(said["role"])
        services.change_role(by=self.person, circle=self.circle, person=self.other.person_id, role=role)


class RemoveMemberView(OfMember):
    template_name = "circle/remove.html"
    form_class = forms.ConfirmForm

    def act(self, said: dict[str, Any]) -> None:
        services.remove_member(by=self.person, circle=self.circle, person=self.other.person_id)


class LeaveCircleView(OfCircle):
    template_name = "circle/leave.html"
    form_class = forms.ConfirmForm

    def act(self, said: dict[str, Any]) -> None:
        services.leave_circle(by=self.person, circle=self.circle)


class ClaimView(OfCircle):
    """A player may say to be a person."""

    template_name = "circle/me.html"
    form_class = forms.ClaimForm
    beside = "player"

    def get_form_kwargs(self) -> dict[str, Any]:
        found = models.Player.objects.filter(circle=self.circle, same_as=None).order_by("name", "id")
        return {**super().get_form_kwargs(), "players": list(found)}

    def get_initial(self) -> dict[str, Any]:
        return {"player": self.member.player}

    def act(self, said: dict[str, Any]) -> None:
        services.claim_player(by=self.person, circle=self.circle, player=said["player"])
