"""Read the ratings of a circle. Reading writes nothing and waits for no lock."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from games import models
from games.statistics.periods import MOST_MONTHS, MOST_YEARS, month_number
from games.statistics.rating import RatedSide, Rating, Ratings, sides_from_json
from games.store.ratings.months import GameState, months_of, rows_in_order
from games.store.ratings.progress import is_unrated


class RatedPeriod(NamedTuple):
    """A month or a year, and the rating of a person at its end."""

    period: str
    rating: Rating


class CircleRatings:
    """The ratings of a circle in a game, or in all games under "". Old ones stay until all matches are rated again."""

    def __init__(self, circle: UUID, game: str) -> None:
        self.circle, self.game = circle, game
        self.is_unrated = is_unrated(circle)
        self.ratings: Ratings = GameState(circle, game).ratings

    def curve(self, key: str) -> list[RatedPeriod]:
        """Return the ratings of a person at the end of each month in which they played.

        If the matches of the game are of too many months, return the latest years.
        """
        months = list(months_of(self.circle, self.game).order_by("month").values_list("month", flat=True))
        is_long = bool(months) and month_number(months[-1]) - month_number(months[0]) >= MOST_MONTHS
        period_of = {name: name[: len("2026")] if is_long else name for name in months}
        chosen = list(dict.fromkeys(period_of.values()))[-(MOST_YEARS if is_long else MOST_MONTHS) :]
        if not chosen:
            return []
        first = next(name for name in months if period_of[name] == chosen[0])
        rating, at_end = GameState(self.circle, self.game, first).ratings.get(key, Rating()), {}
        for name, ratings, _is_whole in rows_in_order(self.circle, self.game, first):
            before, rating = rating, ratings.get(key, rating)
            if rating.matches > before.matches:  # a row with everyone also names those who did not play
                at_end[period_of[name]] = rating
        return [RatedPeriod(period, rating) for period, rating in at_end.items()]


def rated_sides(circle: UUID, match: str, game: str) -> list[RatedSide]:
    """Return the sides of a match with their ratings before and after it; none if it is not rated."""
    sides = models.MatchRatings.objects.filter(circle=circle, match=match).values_list("sides", flat=True).first()
    return sides_from_json((sides or {}).get(game, []))
