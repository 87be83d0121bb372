"""Create, change, delete and restore a season."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.forms import Form
from django.urls import reverse, reverse_lazy

from games import models
from games.match.errors import Refused
from games.match.event_fields import AVERAGE
from games.models import WRITERS
from games.services import actions
from games.store.figures.period import CircleMonths
from games.store.game_names import game_names
from games.store.seasons import PLACE_POINTS
from games.store.sql import lock
from games.web.circle.base import CircleFormView, RestoreFormView, or_404
from games.web.form_messages import OwnForm
from games.web.membership import current_membership
from games.web.seasons.base import SAME_NAME, as_event, as_form, find_season, has_other_season, today
from games.web.seasons.forms import ChangeSeasonForm, NewSeasonForm

USUAL_MINIMUM = 5  # matches
MOST_OFFERED = 300  # games


class SeasonFormView(CircleFormView):
    roles = WRITERS

    @property
    def circle(self) -> UUID:
        return self.member.circle_id

    def write(self, season: UUID, changes: dict[str, Any], own: tuple[str, date] | None = None) -> None:
        """Write the changes. `own` is a name and first day that no other season may have, as soon as nobody else can write."""
        with transaction.atomic():
            lock(self.circle, self.person.pk)
            seasons = models.Season.objects.filter(circle=self.circle)
            if own is not None and has_other_season(seasons, *own, season):
                raise Refused("same_name", SAME_NAME)
            actions.put_season(season=season, changes=changes, by=self.person, circle=self.circle)

    def offered(self, chosen: list[str]) -> list[tuple[str, str]]:
        """Return the games of the circle, the first ones if they are many, and those that are chosen."""
        played = CircleMonths(self.circle).games | set(chosen)
        names = game_names(self.circle, played)
        known = [*names, *sorted(played - names.keys())]
        offered = known[:MOST_OFFERED] + [key for key in known[MOST_OFFERED:] if key in chosen]
        return [(key, names.get(key, key)) for key in offered]


class NewSeasonView(SeasonFormView):
    form_class: type[Form] = NewSeasonForm
    template_name = "seasons/new.html"

    @cached_property
    def member(self) -> models.Membership:
        return or_404(current_membership(self.request))

    def get_initial(self) -> dict[str, Any]:
        return {
            "id": uuid4(),
            "from": today().replace(day=1),
            "rule": AVERAGE,
            "place_points": PLACE_POINTS,
            "minimum": USUAL_MINIMUM,
            "dropped": 0,
        }

    def get_form_kwargs(self) -> dict[str, Any]:
        seasons = models.Season.objects.filter(circle=self.circle)
        return {**super().get_form_kwargs(), "offered": self.offered([]), "seasons": seasons}

    def act(self, data: dict[str, Any]) -> None:
        self.new = data["id"]
        if not models.Season.objects.filter(circle=self.circle, id=self.new).exists():
            self.write(self.new, as_event(data), (data["name"], data["from"]))

    def get_success_url(self) -> str:
        return reverse("season", args=[self.new])


class OneSeasonView(SeasonFormView):
    is_deleted = False

    @cached_property
    def member_and_season(self) -> tuple[models.Membership, models.Season]:
        return find_season(self.request, self.kwargs["season"], is_deleted=self.is_deleted)

    @cached_property
    def member(self) -> models.Membership:
        return self.member_and_season[0]

    @property
    def season(self) -> models.Season:
        return self.member_and_season[1]

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "season": self.season}

    def get_success_url(self) -> str:
        return reverse("season", args=[self.season.id])


class ChangeSeasonView(OneSeasonView):
    template_name = "seasons/change.html"
    form_class = ChangeSeasonForm

    def get_initial(self) -> dict[str, Any]:
        return as_form(self.season)

    def get_form_kwargs(self) -> dict[str, Any]:
        seasons = models.Season.objects.filter(circle=self.circle)
        offered = self.offered(self.season.games)
        return {**super().get_form_kwargs(), "offered": offered, "seasons": seasons, "own": self.season.id}

    def act(self, data: dict[str, Any]) -> None:
        """Write only what has changed, as someone else may have changed the rest meanwhile."""
        was, now = as_event(self.get_initial()), as_event(data)
        changes = {name: value for name, value in now.items() if value != was[name]}
        if changes:
            self.write(
                self.season.id, changes, (data["name"], data["from"]) if changes.keys() & {"name", "from"} else None
            )


class DeleteSeasonView(OneSeasonView):
    template_name = "seasons/delete.html"
    form_class = OwnForm

    def act(self, data: dict[str, Any]) -> None:
        self.write(self.season.id, {"deleted": True})

    def get_success_url(self) -> str:
        return reverse("seasons")


class RestoreSeasonView(RestoreFormView, OneSeasonView):
    back = reverse_lazy("seasons")
    is_deleted = True

    def act(self, data: dict[str, Any]) -> None:
        self.write(self.season.id, {"deleted": False}, (self.season.name, self.season.begins))
