"""The table of a season: points by each rule, places, form, movement."""

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from games.match.event_fields import AVERAGE, BY_PLACE, OF_GAME
from games.statistics.people import TablePerson
from games.statistics.season import (
    SeasonMatch,
    SeasonRule,
    SeasonStanding,
    champions,
    evenings_of,
    season_table,
)

FIRST = date(2026, 9, 1)


def person(name: str) -> TablePerson:
    return TablePerson(name, name)


def match(*sides: tuple[str, int, int], evening: int = 1, fewest: bool = False) -> SeasonMatch:
    """Return a match. A side has its names, its place and its total; the first places win."""
    return season_match(evening, fewest, [(place, total, names.split("+")) for names, place, total in sides])


def season_match(evening: int, fewest: bool, sides: list[tuple[int, int, list[str]]]) -> SeasonMatch:
    seats = [(name, number) for number, (_place, _total, names) in enumerate(sides) for name in names]
    return SeasonMatch(
        day=FIRST + timedelta(evening),
        evening=evening,
        is_fewest=fewest,
        places=tuple(place for place, _total, _names in sides),
        totals=tuple(total for _place, total, _names in sides),
        winners=tuple(place == 1 for place, _total, _names in sides),
        people=tuple(person(name) for name, _side in seats),
        sides=tuple(side for _name, side in seats),
    )


def table(rule: SeasonRule, *matches: SeasonMatch) -> list[tuple[int | None, str, Fraction]]:
    return [(row.place, row.person.name, row.points) for row in season_table(matches, rule)]


def test_an_average_counts_sides_left_behind_and_wins() -> None:
    rows = table(
        SeasonRule(AVERAGE),
        match(("Ana", 1, 90), ("Bia", 2, 60), ("Rui", 3, 20)),
        match(("Bia+Rui", 1, 12), ("Ana+Eva", 2, 9)),
    )
    # Ana: two sides and a win, then none. Bia: one side, then a side and a win.
    assert rows == [
        (1, "Ana", Fraction(3, 2)),
        (1, "Bia", Fraction(3, 2)),
        (3, "Rui", 1),
        (4, "Eva", 0),
    ]


def test_a_shared_win_shares_its_point() -> None:
    rows = table(SeasonRule(AVERAGE), match(("Ana", 1, 5), ("Bia", 1, 5), ("Rui", 3, 1)))
    assert rows == [(1, "Ana", Fraction(3, 2)), (1, "Bia", Fraction(3, 2)), (3, "Rui", 0)]


def test_sides_with_the_same_place_share_the_points_of_their_places() -> None:
    rule = SeasonRule(BY_PLACE, (5, 3, 2))
    tied = match(("Ana", 1, 9), ("Bia", 2, 5), ("Rui", 2, 5), ("Eva", 4, 1))
    assert table(rule, tied) == [(1, "Ana", 5), (2, "Bia", Fraction(5, 2)), (2, "Rui", Fraction(5, 2)), (4, "Eva", 0)]


def test_the_points_of_a_game_count_as_negative_where_the_fewest_win() -> None:
    hearts = match(("Ana", 1, 10), ("Bia", 2, 26), fewest=True)
    assert table(SeasonRule(OF_GAME), hearts) == [(1, "Ana", -10), (2, "Bia", -26)]
    assert table(SeasonRule(OF_GAME), match(("Ana", 2, 10), ("Bia", 1, 26))) == [(1, "Bia", 26), (2, "Ana", 10)]


def test_only_a_sum_drops_the_worst_results() -> None:
    matches = [
        match(("Ana", 1, 30), ("Bia", 2, 4)),
        match(("Ana", 2, -50), ("Bia", 1, 1)),
        match(("Ana", 1, 20), ("Eva", 2, 3)),
    ]
    assert table(SeasonRule(OF_GAME, dropped=1), *matches) == [(1, "Ana", 50), (2, "Bia", 4), (3, "Eva", 3)]
    assert table(SeasonRule(OF_GAME, dropped=9), *matches) == [(1, "Ana", 30), (2, "Bia", 4), (3, "Eva", 3)]
    averages = table(SeasonRule(AVERAGE), *matches)
    assert table(SeasonRule(AVERAGE, dropped=2), *matches) == averages


def test_those_with_too_few_matches_come_last_without_a_place() -> None:
    rows = table(
        SeasonRule(AVERAGE, minimum=2),
        match(("Eva", 1, 9), ("Ana", 2, 8)),
        match(("Ana", 1, 9), ("Bia", 2, 8)),
        match(("Ana", 2, 9), ("Bia", 1, 8)),
    )
    assert rows == [(1, "Bia", 1), (2, "Ana", Fraction(2, 3)), (None, "Eva", 2)]


def test_the_row_has_the_last_five_places_and_the_movement_since_the_evening_before() -> None:
    matches = [match(("Ana", 1, 9), ("Bia", 2, 8), evening=day) for day in range(3)]
    matches += [match(("Bia", 1, 9), ("Ana", 2, 8), evening=5) for _ in range(4)]
    matches += [match(("Eva", 1, 9), ("Bia", 2, 8), evening=5)]
    rows = {row.person.name: row for row in season_table(matches, SeasonRule(BY_PLACE, (1, 0)))}
    assert rows["Ana"].form == [(1, True), (2, False), (2, False), (2, False), (2, False)]
    assert rows["Bia"].form[-1] == (2, False)
    assert (rows["Bia"].place, rows["Bia"].moved) == (1, 1)
    assert (rows["Ana"].place, rows["Ana"].moved) == (2, -1)
    assert (rows["Eva"].place, rows["Eva"].moved) == (3, None)
    assert [evening for evening, _day in evenings_of(matches)] == [0, 1, 2, 5]
    assert rows["Eva"].evenings == {5}


def test_a_merged_player_who_sat_twice_has_the_better_result() -> None:
    rows = season_table([match(("Ana", 2, 5), ("Ana", 1, 9), ("Bia", 3, 1))], SeasonRule(AVERAGE))
    assert [(row.person.name, row.points, row.played) for row in rows] == [("Ana", 3, 1), ("Bia", 0, 1)]


def test_level_champions_share_the_title() -> None:
    rows = season_table([match(("Ana", 1, 5), ("Bia", 1, 5))], SeasonRule(AVERAGE))
    assert champions(rows) == [person("Ana"), person("Bia")]
    assert season_table([], SeasonRule(AVERAGE)) == []


# --- An independent ledger over random seasons


def ledger(matches: list[SeasonMatch], rule: SeasonRule) -> dict[str, tuple[Fraction, int, Fraction]]:
    """Return the points, the matches and the wins of each person, counted in another way."""
    results: dict[str, list[Fraction]] = defaultdict(list)
    wins: dict[str, Fraction] = defaultdict(Fraction)
    for one in matches:
        shares = Fraction(1, sum(one.winners))
        for number, place in enumerate(one.places):
            if rule.kind == AVERAGE:
                points = Fraction(len([other for other in one.places if other > place]))
                points += shares if place == 1 else 0
            elif rule.kind == BY_PLACE:
                padded = [*rule.place_points, *[0] * 20]
                taken = range(place - 1, place - 1 + one.places.count(place))
                points = Fraction(sum(padded[number] for number in taken), len(taken))
            else:
                points = Fraction(one.totals[number]) * (-1 if one.is_fewest else 1)
            for someone, side in zip(one.people, one.sides, strict=True):
                if side == number:
                    results[someone.name].append(points)
                    wins[someone.name] += shares if place == 1 else 0
    counted = {}
    for name, points_of in results.items():
        kept = sorted(points_of, reverse=True)
        if rule.kind == AVERAGE:
            total = sum(kept, Fraction()) / len(kept)
        else:
            total = sum(kept[: max(1, len(kept) - rule.dropped)], Fraction())
        counted[name] = (total, len(kept), wins[name])
    return counted


def random_match(chance: Random, evening: int) -> SeasonMatch:
    names = chance.sample("ABCDEFGHIJ", chance.choice([2, 3, 4, 6]))
    size = 2 if len(names) > 3 and chance.random() < 0.5 else 1
    teams = [names[first : first + size] for first in range(0, len(names), size)]
    fewest = chance.random() < 0.3
    totals = [chance.randint(-5, 9) for _ in teams]
    values = [-total if fewest else total for total in totals]
    places = [1 + sum(other > value for other in values) for value in values]
    return season_match(evening, fewest, list(zip(places, totals, teams, strict=True)))


@pytest.mark.parametrize("seed", range(40))
def test_a_table_equals_a_ledger(seed: int) -> None:
    chance = Random(seed)
    rule = SeasonRule(
        chance.choice([AVERAGE, BY_PLACE, OF_GAME]),
        chance.choice([(5, 3, 2, 1), (10,), (3, -1, 0, 7)]),
        chance.randint(0, 8),
        chance.randint(0, 3),
    )
    matches = [random_match(chance, number // 4) for number in range(chance.randint(1, 60))]
    rows, counted = season_table(matches, rule), ledger(matches, rule)
    assert {row.person.name: (row.points, row.played, row.wins) for row in rows} == counted
    check_order(rows, rule, counted)


def check_order(rows: list[SeasonStanding], rule: SeasonRule, counted: dict[str, Any]) -> None:
    placed = [name for name, (_points, played, _wins) in counted.items() if played >= max(1, rule.minimum)]
    for row in rows:
        better = [name for name in placed if (counted[name][0], counted[name][2]) > (row.points, row.wins)]
        assert row.place == (1 + len(better) if row.person.name in placed else None)
    assert [row.place is None for row in rows] == sorted(row.place is None for row in rows)
