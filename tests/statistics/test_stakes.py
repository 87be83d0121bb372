"""Stakes: what everyone wins and loses, and the fewest payments."""

from itertools import combinations
from random import Random

import pytest

from games.statistics.people import TablePerson
from games.statistics.stakes import BY_PLACES, BY_POINTS, Balance, Payment, balances, payments, zero_groups
from tests.statistics.summaries import played


def amounts(rule: str, *matches: object) -> dict[str, int]:
    return {balance.person.name: balance.cents for balance in balances(matches, rule, 10)}  # type: ignore[arg-type]


def match(names: str, totals: list[int], won: tuple[int, ...], **more: object) -> object:
    return played("pisti", names, totals, won, complete=5, **more)


def test_every_side_settles_with_every_other_one_by_points() -> None:
    """Eleni has 10 and 16 more than the others, Rui 10 less and 6 more, Ana 16 and 6 less."""
    assert amounts(BY_POINTS, match("Eleni Rui Ana", [30, 20, 14], (0,))) == {"Eleni": 260, "Rui": -40, "Ana": -220}


def test_the_fewest_points_win_money_where_they_win_the_match() -> None:
    hearts = match("Eleni Rui", [12, 40], (0,), places=[1, 2])
    assert amounts(BY_POINTS, hearts) == {"Eleni": 280, "Rui": -280}


def test_each_player_of_a_team_has_the_amount_of_the_team() -> None:
    teams = match("Eleni Deniz Andreas Zeynep", [160, 100], (0,))
    assert amounts(BY_POINTS, teams) == {"Andreas": 600, "Eleni": 600, "Deniz": -600, "Zeynep": -600}
    assert amounts(BY_PLACES, teams) == {"Andreas": 10, "Eleni": 10, "Deniz": -10, "Zeynep": -10}


def test_a_better_place_wins_from_each_worse_one() -> None:
    tied = match("Eleni Rui Ana Max", [9, 5, 5, 1], (0,))
    assert amounts(BY_PLACES, tied) == {"Eleni": 30, "Ana": 0, "Rui": 0, "Max": -30}


def test_matches_add_up_and_those_without_a_result_do_not_count() -> None:
    open_match = played("pisti", "Eleni Rui", [50, 0], (), finished=False)
    assert amounts(BY_POINTS, match("Eleni Rui", [3, 1], (0,)), match("Eleni Rui", [1, 2], (1,)), open_match) == {
        "Eleni": 10,
        "Rui": -10,
    }


def test_someone_who_sat_twice_has_the_amounts_of_both_seats() -> None:
    """As after two players who played against each other were merged. The sum stays zero.

    30 is 10 + 25 ahead, 20 is 15 ahead and 10 behind: 40 in all. Bia is 25 and 15 behind.
    """
    assert amounts(BY_POINTS, match("Ana Ana Bia", [30, 20, 5], (0,))) == {"Ana": 400, "Bia": -400}
    assert amounts(BY_PLACES, match("Ana Ana Bia", [30, 20, 5], (0,))) == {"Ana": 20, "Bia": -20}
    assert amounts(BY_POINTS, match("Ana Ana", [30, 20], (0,))) == {"Ana": 0}


def balance_of(*cents: int) -> list[Balance]:
    return [Balance(TablePerson(str(number), str(number)), amount) for number, amount in enumerate(cents)]


def test_payments_are_as_few_as_possible() -> None:
    """Two pairs need a payment each, although the largest debtor could pay the largest creditor first."""
    paid = payments(balance_of(500, 300, -300, -500, 0))
    assert {(payment.debtor.name, payment.creditor.name, payment.cents) for payment in paid} == {
        ("3", "0", 500),
        ("2", "1", 300),
    }
    assert len(payments(balance_of(400, 300, 200, -500, -400))) == 3  # 400 and −400, then 300 + 200 and −500
    assert payments(balance_of(0, 0)) == []


def most_groups(cents: list[int]) -> int:
    """Return how many groups of sum zero there are at most, by trying all first groups."""
    if not cents:
        return 0
    best = 0
    rest = range(1, len(cents))
    for size in range(len(cents)):
        for chosen in combinations(rest, size):
            group = {0, *chosen}
            if sum(cents[number] for number in group) == 0:
                left = [amount for number, amount in enumerate(cents) if number not in group]
                best = max(best, 1 + most_groups(left))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_random_balances_are_settled_by_the_fewest_payments(seed: int) -> None:
    chance = Random(seed)
    cents = [chance.choice([-40, -30, -20, -10, 10, 20, 30, 40]) for _ in range(chance.randint(1, 7))]
    cents = [amount for amount in [*cents, -sum(cents)] if amount]
    of = balance_of(*cents)
    paid = payments(of)
    check(of, paid)
    assert len(paid) == len(cents) - most_groups(cents)
    assert all(sum(balance.cents for balance in group) == 0 for group in zero_groups(of))


def test_many_people_are_settled_soon() -> None:
    of = balance_of(*range(1, 100), -sum(range(1, 100)))
    paid = payments(of)
    check(of, paid)
    assert len(paid) == 99


@pytest.mark.parametrize("cents", [(50, -20), (20, -50, 10), (10, 10), (-5,), (*range(1, 20), -7)])
def test_balances_with_another_sum_are_settled_as_far_as_possible(cents: tuple[int, ...]) -> None:
    """They must never keep the server busy for ever."""
    paid = payments(balance_of(*cents))
    won, lost = sum(max(amount, 0) for amount in cents), -sum(min(amount, 0) for amount in cents)
    assert sum(payment.cents for payment in paid) == min(won, lost)
    assert all(payment.cents > 0 for payment in paid)


def test_very_many_people_are_settled_soon() -> None:
    of = balance_of(*range(1, 3_001), -sum(range(1, 3_001)))
    assert len(payments(of)) == 3_000


def check(of: list[Balance], paid: list[Payment]) -> None:
    left = {balance.person.name: balance.cents for balance in of}
    for payment in paid:
        assert payment.cents > 0
        left[payment.debtor.name] += payment.cents
        left[payment.creditor.name] -= payment.cents
    assert not any(left.values())
