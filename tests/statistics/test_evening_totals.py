"""Totals of evenings, against numbers calculated by hand."""

from fractions import Fraction

from games.rules.words import translate
from games.statistics.evening_totals import EveningTotals
from games.statistics.people import PlayerIndex
from tests.statistics.summaries import EVENING, id_of, played


def places(sums: EveningTotals) -> list[tuple[str, int, int, int, int, bool]]:
    return [(row.person.name, row.won, row.shared, row.played, row.place, row.is_level) for row in sums.rows]


def cells(sums: EveningTotals, name: str) -> list[tuple[int, list[int]] | None]:
    [row] = [row for row in sums.rows if row.person.name == name]
    return [None if cell is None else (cell.points, cell.places) for cell in row.games]


def test_the_evening_of_the_look() -> None:
    """Eleni won Pisa alone and Bisca with Andreas and Maria; two matches are not over and count nothing."""
    sums = EveningTotals(EVENING)
    assert ([translate(game.title, str) for game in sums.games], sums.counts, sums.matches, sums.has_shared) == (
        ["Pisa", "Bisca de Seis"],
        [1, 1],
        2,
        False,
    )
    assert places(sums) == [
        ("Eleni", 2, 0, 2, 1, False),
        ("Andreas", 1, 0, 2, 2, True),
        ("Maria", 1, 0, 1, 2, True),
        ("Deniz", 0, 0, 2, 4, True),
        ("Zeynep", 0, 0, 2, 4, True),
        ("Rui", 0, 0, 1, 4, True),
    ]
    assert cells(sums, "Eleni") == [(41, [1]), (4, [1])]
    assert cells(sums, "Andreas") == [(29, [2]), (4, [1])]
    assert cells(sums, "Rui") == [None, (1, [2])]


def test_points_are_added_within_a_game_alone() -> None:
    two = "Eleni Deniz"
    matches = [
        played("pisti", two, [151, 90], (0,)),
        played("bisca_tres", two, [1, 4], (1,)),
        played("pisti", two, [100, 153], (1,)),
    ]
    sums = EveningTotals(matches)
    assert cells(sums, "Eleni") == [(251, [1, 2]), (1, [2])]
    assert cells(sums, "Deniz") == [(243, [2, 1]), (4, [1])]
    assert places(sums) == [("Deniz", 2, 0, 3, 1, False), ("Eleni", 1, 0, 3, 2, False)]


def test_a_shared_win_is_counted_separately_and_worth_its_part() -> None:
    """Pisa: three share the first place. Bisca: the same two tie. Then Deniz wins one alone."""
    matches = [
        played("pisa", "Eleni Deniz Andreas Zeynep", [30, 30, 30, 12], (0, 1, 2)),
        played("bisca_tres", "Eleni Deniz", [2, 2], (0, 1)),
        played("bisca_tres", "Zeynep Andreas", [4, 0], (0,)),
    ]
    sums = EveningTotals(matches)
    assert sums.has_shared
    assert places(sums) == [
        ("Zeynep", 1, 0, 2, 1, False),  # a full win
        ("Eleni", 0, 2, 2, 2, True),  # a third and a half
        ("Deniz", 0, 2, 2, 2, True),
        ("Andreas", 0, 1, 2, 4, False),  # a third
    ]
    assert [row.worth for row in sums.rows] == [1, Fraction(5, 6), Fraction(5, 6), Fraction(1, 3)]
    assert sum(row.worth for row in sums.rows) == 3  # as many as there were matches


def test_merged_players_count_once() -> None:
    people = PlayerIndex([(id_of("Eleni"), "Eleni", None), (id_of("Elena"), "Elena", id_of("Eleni"))])
    matches = [played("bisca_tres", f"{name} Rui", [4, 0], (0,), people=people) for name in ("Eleni", "Elena")]
    assert places(EveningTotals(matches)) == [("Eleni", 2, 0, 2, 1, False), ("Rui", 0, 0, 2, 2, False)]


def test_a_merged_player_who_sat_twice_played_once_on_the_better_side() -> None:
    people = PlayerIndex(
        [(id_of("Eleni"), "Eleni", None), (id_of("Rui"), "Rui", None), (id_of("Elena"), "Elena", id_of("Eleni"))]
    )
    against_herself = played("pisa", "Elena Rui Eleni", [20, 12, 30], (2,), people=people)
    with_herself = played("bisca_quatro", "Eleni Rui Elena Andreas", [4, 1], (0,), people=people)
    sums = EveningTotals([against_herself, with_herself])
    assert places(sums)[0] == ("Eleni", 2, 0, 2, 1, False)
    assert cells(sums, "Eleni") == [(30, [1]), (4, [1])]


def test_two_people_with_one_name_are_two() -> None:
    players = [{"id": id_of("one"), "name": "Ada"}, {"id": id_of("other"), "name": "Ada"}]
    match = played("bisca_tres", "Ada Ada", [4, 0], (0,), players=players)
    assert places(EveningTotals([match])) == [("Ada", 1, 0, 1, 1, False), ("Ada", 0, 0, 1, 2, False)]


def test_an_evening_of_which_nothing_ended_adds_up_to_nothing() -> None:
    sums = EveningTotals(EVENING[2:])
    assert (sums.games, sums.rows, sums.matches) == ([], [], 0)


def test_a_match_without_a_round_has_no_winner() -> None:
    nothing = played("pisti", "Eleni Deniz", [0, 0], (0, 1), deals=0)
    assert not any(side.is_winner for side in nothing.sides)
    assert (EveningTotals([nothing]).matches, EveningTotals([nothing]).rows) == (0, [])
    sums = EveningTotals([nothing, played("pisti", "Eleni Rui", [9, 3], (0,))])
    assert (sums.counts, sums.has_shared) == ([1], False)
    assert places(sums) == [("Eleni", 1, 0, 1, 1, False), ("Rui", 0, 0, 1, 2, False)]
