"""The seasons of a circle, and their tables: the same that the pages show."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework.request import Request
from rest_framework.response import Response

from games import models
from games.api import circles
from games.api.base import Api
from games.api.bodies import SeasonBody
from games.api.created import response_to_write
from games.api.errors import NoSuch
from games.api.openapi.operation import operation
from games.api.openapi.shapes import COUNT, ID, record, ref, several
from games.api.refusal_response import perform
from games.api.serializers import split_body
from games.api.views.statistics import number, person_json, respond
from games.services import actions
from games.statistics.season import SeasonStanding, evenings_of, season_table
from games.store.people import people_of
from games.store.season_results import rule_of, season_matches

Json = dict[str, Any]


class SeasonsView(Api):
    @operation(record({"seasons": several(ref("Season"))}), tagged=True)
    def get(self, request: Request) -> Response:
        """List all seasons of the circle, the latest first, with the deleted ones."""
        member = circles.membership(request)
        return respond(request, member, lambda: {"seasons": list(map(season_json, seasons_of(member.circle_id)))})


class SeasonView(Api):
    operation_name = "OneSeason"

    @operation("Season", tagged=True)
    def get(self, request: Request, season: UUID) -> Response:
        """Return a season."""
        member = circles.membership(request)
        row = find_season(member.circle_id, season)
        return respond(request, member, lambda: season_json(row))

    @operation(
        record({"id": ID, "event": ID, "seq": COUNT, "season": ref("Season")}),
        200,
        201,
        body=SeasonBody,
        body_needed=False,
    )
    def put(self, request: Request, season: UUID) -> Response:
        """Create a season, or change it. Fields left out do not change; `"to": null` means that no end is planned.

        A new season needs `name` and `from`. Without a `rule` it is an average.
        """
        circle = circles.writer(request).circle_id
        was_there = models.Season.objects.filter(circle=circle, id=season).exists()
        data, event = split_body(SeasonBody.read(request))
        if "to" not in data and isinstance(request.data, dict) and "to" in request.data:
            data["to"] = actions.NULL
        result = perform(
            actions.put_season, by=circles.asker(request), circle=circle, season=season, changes=data, **event
        )
        row = find_season(circle, season)
        answer = {"id": str(row.id), "event": result.event, "seq": result.seq, "season": season_json(row)}
        return response_to_write(request, answer, is_new=not was_there, address="season", season=season)


class SeasonTableView(Api):
    expensive = ("GET",)

    @operation("SeasonTable", tagged=True)
    def get(self, request: Request, season: UUID) -> Response:
        """Return the table of a season: those with a place first, then those with too few matches."""
        member = circles.membership(request)
        row = find_season(member.circle_id, season)
        return respond(request, member, lambda: table_json(row))


def seasons_of(circle: UUID) -> list[models.Season]:
    return list(models.Season.objects.filter(circle=circle).order_by("-begins", "name", "id"))


def find_season(circle: UUID, season: UUID) -> models.Season:
    row = models.Season.objects.filter(circle=circle, id=season).first()
    if row is None:
        raise NoSuch(gettext("No such season in this group."))
    return row


def season_json(season: models.Season) -> Json:
    return {
        "id": str(season.id),
        "name": season.name,
        "from": season.begins.isoformat(),
        "to": season.ends and season.ends.isoformat(),
        "games": season.games,
        "rule": season.rule,
        "place_points": season.place_points,
        "minimum": season.minimum,
        "dropped": season.dropped,
        "deleted": season.is_deleted,
    }


def table_json(season: models.Season) -> Json:
    matches = season_matches(season, people_of(season.circle_id))
    rows = season_table(matches, rule_of(season))
    return {
        "season": season_json(season),
        "matches": len(matches),
        "evenings": len(evenings_of(matches)),
        "rows": list(map(row_json, rows)),
    }


def row_json(row: SeasonStanding) -> Json:
    return {
        **person_json(row.person),
        "place": row.place,
        "moved": row.moved,
        "points": number(row.points),
        "matches": row.played,
        "wins": number(row.wins),
        "evenings": len(row.evenings),
        "form": [{"place": place, "won": won} for place, won in row.form],
    }
