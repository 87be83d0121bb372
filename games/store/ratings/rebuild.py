"""Rate all matches of a circle again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import models
from games.store.ratings.progress import first_day, is_unrated, mark_unrated
from games.store.ratings.replay import rate_all


def rebuild_ratings(circle: UUID) -> None:
    """Rate all matches of a circle again, from nothing. The circle is locked."""
    delete_ratings(circle)
    mark_all_unrated(circle)
    rate_all(circle, pause=0)


def mark_all_unrated(circle: UUID) -> None:
    """Have all matches of a circle rated again later. Until then it has the ratings of before. The circle is locked."""
    first = first_day(circle)
    if first is not None:
        mark_unrated(circle, first)
        return
    delete_ratings(circle)
    models.RatingProgress.objects.filter(circle=circle).update(since=None, started=None, match=None)


def delete_ratings(circle: UUID) -> None:
    for model in (models.MatchRatings, models.MonthRatings):
        model._default_manager.filter(circle=circle).delete()


def snapshot(circle: UUID) -> dict[tuple[str, str], Any]:
    """Return all stored ratings, by the name of the table and the key of the row; none if some matches are not rated."""
    if is_unrated(circle):
        return {}
    months = models.MonthRatings.objects.filter(circle=circle).values_list("month", "game", "ratings")
    matches = models.MatchRatings.objects.filter(circle=circle).values_list("match", "sides")
    return {
        **{("MonthRatings", f"{month} {game or 'all games'}"): ratings for month, game, ratings in months},
        **{("MatchRatings", str(match)): sides for match, sides in matches},
    }
