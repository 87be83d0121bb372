"""Ratings against openskill called directly, and against an example calculated by hand."""

import json
from math import exp, sqrt
from typing import Any

import pytest
from openskill.models import PlackettLuce

from games.rules.words import translate
from games.statistics.people import PlayerIndex, TablePerson
from games.statistics.rating import RatedSide, Rating, Ratings, rate, ratings_from_json, ratings_to_json
from games.statistics.rating_figures import changes
from tests.statistics.summaries import CAST, id_of, played

NEW = Rating()


def test_everyone_starts_at_1500() -> None:
    """1500 + 60 · (25 − 25), and 120 · 25/3; the lower end is 1500 − 1000."""
    assert (NEW.points, NEW.range, round(NEW.lower_end)) == (1500, 1000, 500)


def test_a_match_of_two_newcomers_calculated_by_hand() -> None:
    """Plackett–Luce (Weng and Lin, 2011) for two who are equal. Each wins with a chance of 1/2.

    sigma² = (25/3)² + (25/300)² = 69.4514 and beta² = (25/6)² = 17.3611, so c = sqrt(2 · (69.4514 + 17.3611)) = 13.1766.
    mu of the winner: 25 + sigma²/c · (1 − 1/2) = 25 + 5.2708 · 0.5 = 27.6354, in points 1500 + 60 · 2.6354 = 1658.
    gamma = sigma/c = 0.6325; delta = gamma · sigma²/c² · 1/2 · 1/2 = 0.6325 · 0.4000 · 0.25 = 0.0632, so
    sigma = 8.3338 · sqrt(1 − 0.0632) = 8.0659, in points 120 · 8.0659 = 968.
    """
    ratings: Ratings = {}
    rate(played("pisti", "Eleni Deniz", [9, 8], (0,)), ratings)
    eleni, deniz = ratings[id_of("Eleni")], ratings[id_of("Deniz")]
    assert (eleni.points, eleni.range, eleni.matches) == (1658, 968, 1)
    assert (deniz.points, deniz.range, deniz.matches) == (1342, 968, 1)
    variance, beta = (25 / 3) ** 2 + (25 / 300) ** 2, 25 / 6
    c = sqrt(2 * (variance + beta**2))
    chance = exp(25 / c) / (2 * exp(25 / c))
    assert eleni.mu == pytest.approx(25 + variance / c * (1 - chance))
    assert eleni.sigma == pytest.approx(sqrt(variance * (1 - sqrt(variance) / c * variance / c**2 * chance * chance)))


@pytest.mark.parametrize(
    ("names", "totals", "ranks"),
    [
        ("Eleni Deniz Rui Maria", [9, 8, 8, 7], [1, 2, 2, 4]),  # two share a place
        ("Eleni Deniz Rui", [5, 5, 5], [1, 1, 1]),
        ("Eleni Deniz Andreas Zeynep Maria Rui", [4, 1], [1, 2]),  # two teams of three
    ],
)
def test_ratings_are_those_of_openskill(names: str, totals: list[int], ranks: list[float]) -> None:
    model = PlackettLuce()
    people = names.split()
    before = {id_of(name): Rating(20.0 + place, 8.0 - place / 2, place) for place, name in enumerate(people)}
    teams = [people[side :: len(totals)] for side in range(len(totals))]
    ratings = dict(before)
    rate(played("pisti", names, totals, (0,)), ratings)
    direct = [[model.create_rating([before[id_of(name)].mu, before[id_of(name)].sigma]) for name in t] for t in teams]
    for team, after in zip(teams, model.rate(direct, ranks=ranks), strict=True):
        for name, expected in zip(team, after, strict=True):
            rating = ratings[id_of(name)]
            assert (rating.mu, rating.sigma) == (expected.mu, expected.sigma)
            assert rating.matches == before[id_of(name)].matches + 1


def test_a_match_against_oneself_changes_nothing() -> None:
    """Deniz was merged into Eleni, and both sat at one table of two."""
    merged = PlayerIndex((id_of(name), name, id_of("Eleni") if name == "Deniz" else None) for name in CAST)
    ratings: Ratings = {}
    assert rate(played("pisti", "Eleni Deniz", [9, 8], (0,), people=merged), ratings) == []
    assert ratings == {}


def test_stored_ratings_are_the_same() -> None:
    ratings: Any = {"a": Rating(25.1234567890123, 8.1, 3, "m"), "b": NEW}
    assert ratings_from_json(json.loads(json.dumps(ratings_to_json(ratings)))) == ratings


def sentences(before: list[float]) -> list[str]:
    """Return the sentences of players with these means before a match that ended in their order."""
    names = ("Ana", "Bruno", "Carla", "Dimitri")[: len(before)]
    sides = [
        RatedSide(place, {name: [mu, 8.0, mu, 8.0]})
        for place, (name, mu) in enumerate(zip(names, before, strict=True), 1)
    ]
    return [translate(change.words, str) for change in changes(sides, lambda key: TablePerson(key, key))]


def test_the_expected_place_is_a_range_for_players_who_are_level() -> None:
    assert sentences([20, 25, 25, 30])[:2] == [
        "place 1 of 4 against Bruno, Carla, Dimitri; expected by the ratings: place 4",
        "place 2 of 4 against Ana, Carla, Dimitri; expected by the ratings: place 2–3",
    ]


def test_no_place_is_expected_if_all_are_level() -> None:
    assert sentences([25, 25, 25])[2] == "place 3 of 3 against Ana, Bruno (all stood as high)"
