"""Ratings by month. A row has those who played in its month; some rows have everyone.

A row has everyone once the rows since the last such one name as many people. So what is stored, and what has to be read
for the ratings at any time, grows with the matches, not with their square.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db.models import QuerySet

from games import models
from games.statistics.rating import Ratings, ratings_from_json, ratings_to_json
from games.store.sql import Row


class GameState:
    """The ratings of everyone in a game, from month to month."""

    def __init__(self, circle: UUID, game: str, month: str | None = None) -> None:
        """Read the ratings before this month, or those after all months."""
        self.circle, self.game = circle, game
        self.ratings: Ratings = {}
        self.partial = 0  # people in the rows since the last one with everyone
        self.played: set[str] = set()  # those who played in the month that is not closed yet
        whole = months_of(circle, game, before=month).filter(is_whole=True)
        last = whole.order_by("-month").values_list("month", flat=True).first()
        for _month, ratings, is_whole in rows_in_order(circle, game, last or "", month):
            self.ratings |= ratings
            self.partial = 0 if is_whole else self.partial + len(ratings)

    def close_month(self, month: str) -> Row:
        """Return the row of a month at its end."""
        is_whole = self.partial + len(self.played) >= len(self.ratings)
        self.partial = 0 if is_whole else self.partial + len(self.played)
        people = self.ratings if is_whole else {key: self.ratings[key] for key in sorted(self.played)}
        self.played = set()
        key = {"circle_id": self.circle, "game": self.game, "month": month}
        return {**key, "ratings": ratings_to_json(people), "is_whole": is_whole}


def months_of(circle: UUID, game: str, before: str | None = None) -> QuerySet[models.MonthRatings]:
    """Return the rows of a game, all of them or those before a month."""
    rows = models.MonthRatings.objects.filter(circle=circle, game=game)
    return rows if before is None else rows.filter(month__lt=before)


def rows_in_order(
    circle: UUID, game: str, first: str, before: str | None = None
) -> Iterator[tuple[str, Ratings, bool]]:
    """Yield the month, the ratings and whether these have everyone, from the first month to the one before `before`."""
    rows = months_of(circle, game, before).filter(month__gte=first)
    for month, ratings, is_whole in rows.order_by("month").values_list("month", "ratings", "is_whole"):
        yield month, ratings_from_json(ratings), is_whole
