"""Ratings: how strong each player is, and how sure that is. The openskill package calculates them, by Plackett–Luce.

A rating knows teams, any number of sides, and ties. It is shown in points: everyone starts at 1500 ± 1000.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from games.statistics.played_match import PlayedMatch

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

LEAST = 3  # matches, before someone has a place in the ranking
START, POINTS, RANGE = 1500, 60, 120  # points of a newcomer, points per mu, and the range per sigma
MU, SIGMA = 25.0, 25.0 / 3.0  # of a newcomer, as in openskill

Json = Any


class Rating(NamedTuple):
    """The rating of a person after some matches. `match` is the last one."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0
    match: str = ""

    @property
    def points(self) -> int:
        return round(START + POINTS * (self.mu - MU))

    @property
    def range(self) -> int:
        return round(RANGE * self.sigma)

    @property
    def lower_end(self) -> float:
        return START + POINTS * (self.mu - MU) - RANGE * self.sigma


class RatedSide(NamedTuple):
    """A side of a match: its place, and the mu and sigma of each person before it and after it."""

    place: int
    people: dict[str, list[float]]


Ratings = dict[str, Rating]  # by the key of a person


@cache
def model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # most pages need no rating

    return PlackettLuce()


def rate(match: PlayedMatch, ratings: Ratings) -> list[RatedSide]:
    """Change the ratings by a match. Return its sides; none if fewer than two have people."""
    sides: dict[int, list[str]] = {}
    for person, side in match.seated:
        sides.setdefault(side, []).append(person.key)
    if len(sides) < 2:
        return []
    before = [[ratings.get(key, Rating()) for key in keys] for keys in sides.values()]
    places = [match.sides[side].place for side in sides]
    teams = [[model().create_rating([rating.mu, rating.sigma]) for rating in team] for team in before]
    after = model().rate(teams, ranks=[float(place) for place in places])
    rated = []
    for place, keys, olds, news in zip(places, sides.values(), before, after, strict=True):
        numbers = {key: [old.mu, old.sigma, new.mu, new.sigma] for key, old, new in zip(keys, olds, news, strict=True)}
        rated.append(RatedSide(place, numbers))
    apply_match(match.match, rated, ratings)
    return rated


def apply_match(match: str, sides: list[RatedSide], ratings: Ratings) -> None:
    """Change the ratings by a match that has been rated."""
    for side in sides:
        for key, (_mu, _sigma, mu, sigma) in side.people.items():
            matches = ratings[key].matches if key in ratings else 0
            ratings[key] = Rating(mu, sigma, matches + 1, match)


def ratings_to_json(ratings: Ratings) -> Json:
    return {key: list(rating) for key, rating in ratings.items()}


def ratings_from_json(stored: Json) -> Ratings:
    return {key: Rating(*values) for key, values in stored.items()}


def sides_from_json(stored: Json) -> list[RatedSide]:
    return [RatedSide(*side) for side in stored]
