"""The players of a circle: their names, who is offered for a new match, and which are the same person."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.db.models import Q
from django.http import Http404
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.generic import TemplateView

from games import models, services
from games.models import WRITERS
from games.services import actions
from games.web.circle import forms
from games.web.circle.base import CircleFormView, or_404


@method_decorator(never_cache, "dispatch")
class CirclePlayersView(LoginRequiredMixin, TemplateView):
    template_name = "circle/players.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        member = services.memberships_of(self.request.user).first()  # type: ignore[arg-type]
        if member is None:
            raise Http404
        players = list(players_of(member))
        claims = models.Membership.objects.filter(circle=member.circle_id, player__isnull=False).select_related(
            "person"
        )
        return {
            "member": member,
            "can_write": member.role in WRITERS,
            "players": players,
            "names": {player.id: player.name for player in players},
            "people": {claim.player: claim.person.name for claim in claims},
        }


def players_of(member: models.Membership) -> Any:
    return models.Player.objects.filter(circle=member.circle_id).order_by("hidden", "name", "id")


class CirclePlayerView(CircleFormView):
    template_name = "circle/player.html"
    form_class = forms.PlayerForm
    success_url = reverse_lazy("circle_players")
    roles = WRITERS
    beside = "name"

    @cached_property
    def player(self) -> models.Player:
        player: models.Player = or_404(players_of(self.member).filter(id=self.kwargs["player"]).first())
        return player

    def get_form_kwargs(self) -> dict[str, Any]:
        others = players_of(self.member).filter(Q(same_as=None) | Q(id=self.player.same_as)).exclude(id=self.player.id)
        return {**super().get_form_kwargs(), "others": list(others)}

    def get_initial(self) -> dict[str, Any]:
        same_as = str(self.player.same_as or "")
        return {"name": self.player.name, "hidden": self.player.hidden, "same_as": same_as}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "player": self.player}

    def act(self, data: dict[str, Any]) -> None:
        """Write an event for each thing that has changed."""
        me: actions.ActionContext = {"by": self.person, "circle": self.circle}
        was, player = self.get_initial(), str(self.player.id)
        changes = {name: data[name] for name in ("name", "hidden") if data[name] != was[name]}
        if changes:
            actions.put_player(player=player, **changes, **me)
        if not data["same_as"] and was["same_as"]:
            actions.set_apart(player=player, **me)
        elif data["same_as"] != was["same_as"]:
            # One event, however many others are the same person as this one: they follow, as `same_as` leads on.
            actions.put_player(player=player, same_as=data["same_as"], **me)
