"""Helpers of the pages about seasons: which season a person may see, and its days and rule in words."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from games import models, services
from games.match.event_fields import AVERAGE, BY_PLACE
from games.rules import catalogue
from games.web.dates import day_in_words


def find_season(
    request: HttpRequest, season: UUID, *, is_deleted: bool = False
) -> tuple[models.Membership, models.Season]:
    """Return a season of the person's circles, and the membership. Raise Http404 for all others."""
    if isinstance(request.user, models.Person):
        seasons = models.Season.objects.filter(id=season, is_deleted=is_deleted)
        member = services.membership_in(request.user, seasons.values("circle"))
        if member is not None:
            return member, seasons.get(circle=member.circle_id)
    raise Http404


def days_in_words(season: models.Season) -> str:
    first = day_in_words(season.begins)
    if season.ends is None:
        return gettext("from %(first)s") % {"first": first}
    return gettext("%(first)s to %(last)s") % {"first": first, "last": day_in_words(season.ends)}


def games_in_words(season: models.Season) -> str:
    """Return the names of the games that count, or an empty text if all do."""
    games = (catalogue.find(key) for key in season.games)
    return ", ".join(key if game is None else gettext(game.name) for key, game in zip(season.games, games, strict=True))


def rule_in_words(season: models.Season) -> str:
    if season.rule == AVERAGE:
        return gettext("A point for every side left behind, one more for winning; divided by the matches played.")
    if season.rule == BY_PLACE:
        points = ", ".join(map(str, season.place_points))
        return gettext(
            "By place: %(points)s points, then none. Sides with the same place share the points of their places."
        ) % {"points": points}
    return gettext("The points of the game, added up. Where the fewest points win, they count as negative.")


def today() -> date:
    return timezone.localdate()
