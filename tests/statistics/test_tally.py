"""Tallies against numbers calculated by hand. The way in which matches are split does not matter."""

import json
from fractions import Fraction
from random import Random

import pytest

from games.statistics import tally_json
from games.statistics.people import PlayerIndex
from games.statistics.tally import Count, ExtremeRound, HeadToHead, MatchesTally, PersonTally, match_tally, merge_all
from games.statistics.wins import Wins, chance_of
from tests.statistics.matches import MatchWithRounds, match_with_rounds
from tests.statistics.summaries import CAST, id_of

# Four matches at one table of three. The last column has the places. Two sides with the same total share a place.
#
#   day    Eleni            Deniz            Rui               places
#   1      20 -5  10 = 25    0  4  8 = 12    10 10  5 = 25     1 3 1     shared by Eleni and Rui
#   2      10 30     = 40    5  5    = 10    20  0    = 20     1 3 2     Eleni
#   3      30 12     = 42    6  6    = 12    12  0    = 12     1 2 2     Eleni
#   4       1  1     =  2    9  9    = 18     5  5    = 10     3 1 2     Deniz
THREE = "Eleni Deniz Rui"
MATCHES = [
    match_with_rounds("2026-01-01", "pisti", THREE, [[20, 0, 10], [-5, 4, 10], [10, 8, 5]], (0, 2)),
    match_with_rounds("2026-01-02", "pisti", THREE, [[10, 5, 20], [30, 5, 0]], (0,)),
    match_with_rounds("2026-01-03", "pisti", THREE, [[30, 6, 12], [12, 6, 0]], (0,)),
    match_with_rounds("2026-01-04", "pisti", THREE, [[1, 9, 5], [1, 9, 5]], (1,)),
]


def tally_of(matches: list[MatchWithRounds]) -> MatchesTally:
    return merge_all(match_tally(match, rounds) for match, rounds in matches)


def of(tally: MatchesTally, name: str) -> PersonTally:
    return tally.people[id_of(name)]


TALLY = tally_of(MATCHES)


def test_numbers_of_matches_rounds_and_days() -> None:
    assert (TALLY.matches, TALLY.rounds, TALLY.first, TALLY.last) == (4, 9, "2026-01-01", "2026-01-04")
    assert of(TALLY, "Eleni").last == "2026-01-04"


@pytest.mark.parametrize(
    ("name", "won", "shared", "worth"),
    [("Eleni", 2, 1, Fraction(5, 2)), ("Deniz", 1, 0, Fraction(1)), ("Rui", 0, 1, Fraction(1, 2))],
)
def test_a_shared_win_is_counted_separately_and_worth_its_part(
    name: str, won: int, shared: int, worth: Fraction
) -> None:
    wins = of(TALLY, name).wins
    assert (wins.played, wins.won, wins.shared, wins.worth) == (4, won, shared, worth)


def test_no_one_has_more_wins_than_there_were_matches() -> None:
    assert sum(person.wins.worth for person in TALLY.people.values()) == TALLY.matches


def test_chance_gives_one_win_to_every_table() -> None:
    """Eleni plays two matches at a table of four sides, one of three, and one in a team of two sides.

    1/4 + 1/4 + 1/3 + 1/2 = 3/12 + 3/12 + 4/12 + 6/12 = 16/12 = 4/3. Rui misses the match of three: 1/4 + 1/4 + 1/2 = 1.
    """
    four, teams = "Eleni Deniz Rui Maria", "Eleni Rui Deniz Maria"
    matches = [
        match_with_rounds("2026-01-01", "pisti", four, [[9, 8, 7, 6]], (0,)),
        match_with_rounds("2026-01-02", "pisti", four, [[6, 9, 7, 8]], (1,)),
        match_with_rounds("2026-01-03", "pisti", "Eleni Deniz Maria", [[9, 8, 7]], (0,)),
        match_with_rounds("2026-01-04", "pilotta", teams, [[16, 0]], (0,)),
    ]
    tally = tally_of(matches)
    assert of(tally, "Eleni").tables == {"4": 2, "3": 1, "2": 1}
    assert chance_of(of(tally, "Eleni").tables) == Fraction(4, 3)
    assert chance_of(of(tally, "Rui").tables) == 1
    assert sum(chance_of(person.tables) for person in tally.people.values()) == 1 + 1 + 1 + 2  # a team has two people


@pytest.mark.parametrize(
    ("name", "places", "points"),
    [("Eleni", 1 + 1 + 1 + 3, 25 + 40 + 42 + 2), ("Deniz", 3 + 3 + 2 + 1, 52), ("Rui", 1 + 2 + 2 + 2, 67)],
)
def test_places_and_points_are_added(name: str, places: int, points: int) -> None:
    person = of(TALLY, name)
    assert (person.places, person.rounds, person.points) == (places, 9, points)


def test_the_best_round_and_the_worst_are_the_first_of_their_size() -> None:
    """Eleni had 30 in the second match and in the third; Deniz 9 twice in the fourth."""
    assert of(TALLY, "Eleni").most == ExtremeRound(30, "match of 2026-01-02", 2)
    assert of(TALLY, "Eleni").least == ExtremeRound(-5, "match of 2026-01-01", 2)
    assert of(TALLY, "Deniz").most == ExtremeRound(9, "match of 2026-01-04", 1)
    assert of(TALLY, "Rui").least == ExtremeRound(0, "match of 2026-01-02", 2)


def test_a_shared_match_is_no_part_of_a_streak() -> None:
    eleni, deniz = of(TALLY, "Eleni").streak, of(TALLY, "Deniz").streak
    assert (eleni.matches, eleni.first, eleni.longest, eleni.last) == (4, 0, 2, 0)
    assert (deniz.matches, deniz.first, deniz.longest, deniz.last) == (4, 0, 1, 1)


def test_head_to_head() -> None:
    """Eleni before Deniz in the first three, before Rui in the second and third, level with him in the first."""
    eleni, rui = of(TALLY, "Eleni").others, of(TALLY, "Rui").others
    assert eleni == {id_of("Deniz"): HeadToHead(4, 3, 1), id_of("Rui"): HeadToHead(4, 2, 1)}
    assert rui == {id_of("Eleni"): HeadToHead(4, 1, 2), id_of("Deniz"): HeadToHead(4, 2, 1)}


def test_those_who_share_a_record_in_its_match_are_named() -> None:
    """Two have 4 + 2 = 6, and two have nothing. The first place is shared, so its lead is 0."""
    match, rounds = match_with_rounds(
        "2026-01-01", "points", "Eleni Deniz Rui Maria", [[4, 0, 4, 0], [2, 0, 2, 0]], (0, 2)
    )
    records = match_tally(match, rounds).records
    first, last = [id_of("Eleni"), id_of("Rui")], [id_of("Deniz"), id_of("Maria")]
    assert {name: (record.value, record.people) for name, record in records.items()} == {
        "highest": (6, first),
        "lowest": (0, last),
        "margin": (0, first),
        "rounds": (2, [id_of(name) for name in ("Eleni", "Deniz", "Rui", "Maria")]),
    }


def test_partners_win_together_and_are_no_opponents() -> None:
    pairs = [
        match_with_rounds("2026-01-01", "pilotta", "Eleni Deniz Andreas Zeynep", [[16, 0], [0, 16]], (0, 1)),
        match_with_rounds("2026-01-02", "pilotta", "Eleni Deniz Andreas Zeynep", [[16, 0]], (0,)),
        match_with_rounds("2026-01-03", "pilotta", "Eleni Andreas Deniz Zeynep", [[16, 20]], (1,)),
    ]
    eleni = of(tally_of(pairs), "Eleni")
    assert eleni.partners == {id_of("Andreas"): Wins(2, 1, {"2": 1}), id_of("Deniz"): Wins(1, 0, {})}
    assert eleni.partners[id_of("Andreas")].worth == Fraction(3, 2)
    assert eleni.others == {
        id_of("Deniz"): HeadToHead(2, 1, 0),
        id_of("Zeynep"): HeadToHead(3, 1, 1),
        id_of("Andreas"): HeadToHead(1, 0, 1),
    }


def test_counted_figures_include_only_rounds_in_which_they_could_happen() -> None:
    """Bids: two of three, then none of one; and one match in which nobody could bid."""
    two = "Eleni Deniz"
    tally = tally_of(
        [
            match_with_rounds("2026-01-01", "pisti", two, [[1, 0]], (0,), [("bids", [[2, 3], [1, 3]])]),
            match_with_rounds("2026-01-02", "pisti", two, [[1, 0]], (0,), [("bids", [[0, 1], [1, 1]])]),
            match_with_rounds("2026-01-03", "pisti", two, [[1, 0]], (0,)),
        ]
    )
    assert of(tally, "Eleni").figures == {"bids": Count(2, 4, 2)}
    assert of(tally, "Deniz").figures == {"bids": Count(2, 4, 2)}


def test_a_merged_player_who_sat_twice_counts_once_with_the_better_side() -> None:
    people = PlayerIndex([(id_of("Eleni"), "Eleni", None), (id_of("Elena"), "Elena", id_of("Eleni"))])
    tally = tally_of([match_with_rounds("2026-01-01", "pisti", "Eleni Elena Rui", [[3, 9, 5]], (1,), people=people)])
    eleni = of(tally, "Eleni")
    assert (eleni.wins, eleni.places, eleni.points) == (Wins(1, 1), 1, 9)
    assert eleni.others == {id_of("Rui"): HeadToHead(1, 1, 0)}
    assert eleni.partners == {}


def test_a_name_without_a_player_counts_for_the_others() -> None:
    tally = tally_of([match_with_rounds("2026-01-01", "pisti", "Eleni Ada", [[1, 2]], (1,), players=["Eleni", "Ada"])])
    assert set(tally.people) == {"name:Eleni", "name:Ada"}
    assert tally.people["name:Ada"].others == {"name:Eleni": HeadToHead(1, 1, 0)}


def some_matches(chance: Random) -> list[MatchWithRounds]:
    matches = []
    for number in range(chance.randrange(25)):
        names = chance.sample(CAST, chance.choice((2, 3, 4)))
        teams = 2 if len(names) == 4 and chance.random() < 0.7 else len(names)
        rounds = [[chance.randrange(-2, 4) for _ in range(teams)] for _ in range(chance.randrange(1, 4))]
        totals = [sum(column) for column in zip(*rounds, strict=True)]
        won = tuple(side for side, total in enumerate(totals) if total == max(totals))
        counted = [("bids", [[chance.randrange(3), 2] for _ in range(teams)])] * chance.randrange(2)
        day = f"2026-{1 + number // 10:02}-{1 + number % 10:02}"
        matches.append(match_with_rounds(day, "pisti", " ".join(names), rounds, won, counted))
    return matches


@pytest.mark.parametrize("seed", range(40))
def test_tallies_are_the_same_however_matches_are_split(seed: int) -> None:
    chance = Random(seed)
    matches, parts, begun = some_matches(chance), [], 0
    while begun < len(matches):
        end = begun + chance.randrange(1, 6)
        parts.append(
            tally_json.tally_from_json(json.loads(json.dumps(tally_json.tally_to_json(tally_of(matches[begun:end])))))
        )
        begun = end
    middle = chance.randrange(len(parts) + 1)
    assert merge_all([merge_all(parts[:middle]), merge_all(parts[middle:])]) == tally_of(matches)


def test_one_person_can_be_read() -> None:
    stored = json.loads(json.dumps(tally_json.tally_to_json(TALLY)))
    assert tally_json.tally_from_json(stored, only=id_of("Rui")).people == {id_of("Rui"): of(TALLY, "Rui")}
    assert tally_json.tally_from_json(stored, only="nobody").people == {}
