"""Rate all matches of a circle again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import models
from games.store.ratings.progress import first_day, is_unrated, mark_unrated
from games.store.ratings.replay import rate_all


def rebuild_ratings(circle: UUID) -> None:
    """Rate all matches of a circle whose ratings were deleted before. The circle is locked."""
    first = first_day(circle)
    if first is not None:
        mark_unrated(circle, first)
        rate_all(circle, pause=0)
    else:
        models.RatingProgress.objects.filter(circle=circle).update(since=None, started=None, match=None)


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
