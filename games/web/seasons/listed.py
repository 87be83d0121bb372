"""The seasons of a circle: those that run, those to come, and those that are over."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import View

from games import models
from games.export.season import days_in_words, games_in_words
from games.models import WRITERS
from games.web.membership import current_membership, private_copy
from games.web.seasons.base import today


class SeasonRow:
    def __init__(self, season: models.Season) -> None:
        self.id = season.id
        self.name = season.name
        self.days = days_in_words(season)
        self.games = games_in_words(season)


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
            "deleted": [SeasonRow(season) for season in seasons if season.is_deleted],
        }
        return render(request, "seasons/all.html", context)


def seasons_of(member: models.Membership) -> list[models.Season]:
    """Return all seasons of the circle, the latest first."""
    return list(models.Season.objects.filter(circle=member.circle_id).order_by("-begins", "name", "id"))


def by_time(seasons: list[models.Season], day: date) -> dict[str, list[SeasonRow]]:
    """Return the rows of the seasons that run on this day, of later ones and of earlier ones."""
    groups: dict[str, list[SeasonRow]] = {"running": [], "coming": [], "over": []}
    for season in seasons:
        is_over = season.ends is not None and season.ends < day
        name = "over" if is_over else "coming" if season.begins > day else "running"
        groups[name].append(SeasonRow(season))
    return groups
