"""The seasons of a circle: those that run, those to come, and those that are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.export.season import days_in_words, games_in_words
from games.models import WRITERS
from games.store.game_names import game_names
from games.web.membership import current_membership, private_copy
from games.web.seasons.base import today


class SeasonRow:
    def __init__(self, season: models.Season, names: Mapping[str, str]) -> None:
        """`names` are those of the games of all seasons, which are read once."""
        self.id = season.id
        self.name = season.name
        self.days = days_in_words(season)
        self.games = games_in_words(season, names)


@private_copy
class SeasonListView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        member = current_membership(request)
        if member is None:
            return render(request, "seasons/all.html", {"member": None})
        seasons = seasons_of(member)
        context = {
            "member": member,
            "can_write": member.role in WRITERS,
            "groups": by_time([season for season in seasons if not season.is_deleted], today()),
            "deleted": season_rows([season for season in seasons if season.is_deleted]),
        }
        return render(request, "seasons/all.html", context)


def seasons_of(member: models.Membership) -> list[models.Season]:
    """Return all seasons of the circle, the latest first."""
    return list(models.Season.objects.filter(circle=member.circle_id).order_by("-begins", "name", "id"))


def season_rows(seasons: Sequence[models.Season]) -> list[SeasonRow]:
    """Return a row for each of these seasons of a circle."""
    keys = {key for season in seasons for key in season.games}
    names = game_names(seasons[0].circle_id, keys) if seasons else {}
    return [SeasonRow(season, names) for season in seasons]


def by_time(seasons: Sequence[models.Season], day: date) -> dict[str, list[SeasonRow]]:
    """Return the rows of the seasons that run on this day, of later ones and of earlier ones."""
    groups: dict[str, list[SeasonRow]] = {"running": [], "coming": [], "over": []}
    for season, row in zip(seasons, season_rows(seasons), strict=True):
        is_over = season.ends is not None and season.ends < day
        name = "over" if is_over else "coming" if season.begins > day else "running"
        groups[name].append(row)
    return groups
