"""List, create, change and delete the games that a group has named itself, and name earlier matches."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext
from django.views import View

from games import models, services
from games.display.card import Card
from games.match.custom_games import RULES, USUAL, copy_for_match
from games.match.errors import Refused
from games.models import WRITERS
from games.rules.custom_game import BASE, ICONS, custom_key
from games.services import actions
from games.services.actions import NULL
from games.statistics.people import renamed_summary
from games.store.custom_games import as_json, custom_games
from games.store.people import people_of
from games.store.sql import lock
from games.web.circle.base import CircleFormView, RestoreFormView, or_404
from games.web.custom_games.base import SAME_NAME, as_event, as_form, has_other_game
from games.web.custom_games.forms import ChangeCustomGameForm, EarlierMatchesForm, NewCustomGameForm
from games.web.dates import day_in_words
from games.web.form_messages import OwnForm
from games.web.membership import current_membership, private_copy

LATEST = 100  # matches of *Points* that may get a name


@private_copy
class CustomGamesPageView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        context: dict[str, Any] = {"member": member}
        if member is not None:
            games = [game | {"key": custom_key(game["id"])} for game in custom_games(member.circle_id)]
            context |= {
                "can_write": member.role in WRITERS,
                "games": [game for game in games if not game["deleted"]],
                "deleted": [game for game in games if game["deleted"]],
            }
        return render(request, "custom_games/all.html", context)


class CustomGameFormView(CircleFormView):
    roles = WRITERS
    success_url = reverse_lazy("custom_games")
    beside: str | None = "name"

    @property
    def circle(self) -> UUID:
        return self.member.circle_id

    def write(self, game: UUID, changes: dict[str, Any], name: str | None = None) -> None:
        """Write the changes. `name` is one that no other game may have, as soon as nobody else can write."""
        with transaction.atomic():
            lock(self.circle, self.person.pk)
            if name is not None and has_other_game(self.circle, name, game):
                raise Refused("same_name", SAME_NAME)
            actions.put_custom_game(custom_game=game, changes=changes, by=self.person, circle=self.circle)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "icons": ICONS}


class NewCustomGameView(CustomGameFormView):
    form_class: type[Form] = NewCustomGameForm
    template_name = "custom_games/new.html"

    @cached_property
    def member(self) -> models.Membership:
        return or_404(current_membership(self.request))

    def get_initial(self) -> dict[str, Any]:
        return {"id": uuid4(), "icon": ICONS[0], **dict(zip(RULES, USUAL, strict=True))}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "circle": self.circle}

    def act(self, data: dict[str, Any]) -> None:
        if not models.CustomGame.objects.filter(circle=self.circle, id=data["id"]).exists():
            changes = {name: value for name, value in as_event(data).items() if value is not NULL}
            self.write(data["id"], changes, data["name"])


class OneCustomGameView(CustomGameFormView):
    is_deleted = False

    @cached_property
    def member_and_game(self) -> tuple[models.Membership, models.CustomGame]:
        """Return a game of the person's groups, and the membership. Raise Http404 for all others."""
        games = models.CustomGame.objects.filter(id=self.kwargs["game"], is_deleted=self.is_deleted)
        member = services.membership_in(self.person, games.values("circle"))
        if member is None:
            raise Http404
        return member, games.get(circle=member.circle_id)

    @cached_property
    def member(self) -> models.Membership:
        return self.member_and_game[0]

    @property
    def game(self) -> models.CustomGame:
        return self.member_and_game[1]

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "game": self.game}


class ChangeCustomGameView(OneCustomGameView):
    template_name = "custom_games/change.html"
    form_class = ChangeCustomGameForm

    def get_initial(self) -> dict[str, Any]:
        return as_form(self.game)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "circle": self.circle, "own": self.game.id}

    def act(self, data: dict[str, Any]) -> None:
        """Write only what has changed, as someone else may have changed the rest meanwhile."""
        was, now = as_event(self.get_initial()), as_event(data)
        changes = {name: value for name, value in now.items() if value != was[name]}
        if changes:
            self.write(self.game.id, changes, changes.get("name"))


class DeleteCustomGameView(OneCustomGameView):
    template_name = "custom_games/delete.html"
    form_class = OwnForm
    beside = None

    def act(self, data: dict[str, Any]) -> None:
        self.write(self.game.id, {"deleted": True})


class RestoreCustomGameView(RestoreFormView, OneCustomGameView):
    back = reverse_lazy("custom_games")
    is_deleted = True

    def act(self, data: dict[str, Any]) -> None:
        self.write(self.game.id, {"deleted": False}, self.game.name)


class EarlierMatchesView(OneCustomGameView):
    """Matches that were entered as *Points*, or under a second game of the same name, and were of this game.

    Long ones take long to name, and others wait meanwhile.
    """

    expensive = ("POST",)
    left = 0  # matches without the name, because it took too long
    has_same_name = False  # whether matches of another game of this name are offered
    template_name = "custom_games/matches.html"
    form_class = EarlierMatchesForm
    beside = "matches"

    def get_form_kwargs(self) -> dict[str, Any]:
        games = [BASE, *self.keys_of_same_name()]
        matches = models.Match.objects.filter(circle=self.circle, game__in=games, is_deleted=False)
        people, rows = people_of(self.circle), matches.order_by("-started", "id")[:LATEST]
        offered = [(str(row.id), label_of(row, renamed_summary(row.summary, people))) for row in rows]
        self.has_same_name = any(row.game != BASE for row in rows)
        return {**super().get_form_kwargs(), "offered": offered}

    def keys_of_same_name(self) -> list[str]:
        """Return the keys of other games with this name: two phones without a network may have named the same game."""
        name = self.game.name.casefold()
        same = [game["id"] for game in custom_games(self.circle) if game["name"].casefold() == name]
        return [custom_key(id) for id in same if id != str(self.game.id)]

    def act(self, data: dict[str, Any]) -> None:
        copied = copy_for_match(as_json(self.game))
        self.left = actions.name_matches(
            matches=data["matches"], custom_game=copied, by=self.person, circle=self.circle
        )

    def get_success_url(self) -> str:
        if self.left:
            return f"{reverse('custom_game_matches', args=[self.game.id])}?left={self.left}"
        return reverse("custom_game", args=[self.game.id])

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**more),
            "has_same_name": self.has_same_name,
            "is_left": self.request.method == "GET" and "left" in self.request.GET,
        }


def label_of(match: models.Match, summary: dict[str, Any]) -> str:
    sides = Card(summary).sides
    return gettext("%(day)s: %(result)s") % {
        "day": day_in_words(match.date),
        "result": ", ".join(f"{side.name} {side.total}" for side in sides) or ", ".join(summary["names"]),
    }
