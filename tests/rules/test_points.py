"""Points: the pad for any other game."""

import pytest

from games.rules.points import MOST, POINTS
from tests.rules.play import codes, lines, match, points, problem_texts, row

LOW = f"-{MOST + 1} is too low; the minimum is -{MOST}."
HIGH = f"{MOST + 1} is too high; the maximum is {MOST}."


def deals(*numbers: list[int]) -> list[dict]:
    return [{"points": points} for points in numbers]


def test_a_round_scores_its_numbers() -> None:
    assert points("points", {"points": [12, -5, 0]}, 3) == [12, -5, 0]
    assert lines(row("points", {"points": [12, -5, 0]}, 3)) == [("Points", [12, -5, 0])]


def test_a_missing_number_leaves_the_round_open() -> None:
    scored = row("points", {"points": [12, None, 0]}, 3)
    assert (problem_texts(scored), scored.complete, scored.points) == ([], False, [0, 0, 0])


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ([-MOST - 1, 0], ("points", LOW)),
        ([0, MOST + 1], ("points", HIGH)),
        ([1.0, 0], ("points", "Enter a whole number.")),
        ([True, 0], ("points", "Enter a whole number.")),
        ([1, 2, 3], ("points", "This list has 3 entries; it needs 2.")),
    ],
)
def test_invalid_numbers_are_refused(numbers: list, problem: tuple[str, str]) -> None:
    assert problem_texts(row("points", {"points": numbers})) == [problem]


def test_every_problem_has_its_code() -> None:
    assert [codes(row("points", {"points": wrong})) for wrong in ([MOST + 1, 0], [-MOST - 1, 0])] == [
        [("points", "high")],
        [("points", "low")],
    ]


@pytest.mark.parametrize(
    ("totals", "options", "winners"),
    [
        ([100, 99], {"target": 100}, [0]),
        ([99, 99], {"target": 100}, []),
        ([120, 130], {"target": 100}, [1]),
        ([130, 130], {"target": 100}, [0, 1]),  # nobody plays on: the win is shared
        ([100, 20], {"target": 100, "wins": "fewest"}, [1]),
        ([-100, 20], {"target": 100, "wins": "fewest"}, []),
        ([-100, 20], {"target": 20, "wins": "fewest"}, [0]),
        ([5_000, 20], {}, []),
    ],
)
def test_the_match_ends_at_the_target_and_the_best_win(totals: list[int], options: dict, winners: list[int]) -> None:
    played = match("points", [], **options)
    assert played.setup.winners(totals, 1) == winners


@pytest.mark.parametrize(("complete", "winners"), [(3, []), (4, [1]), (5, [1])])
def test_the_match_ends_after_its_rounds(complete: int, winners: list[int]) -> None:
    played = match("points", [], rounds=4)
    assert played.setup.winners([3, 7], complete) == winners
    assert played.setup.most_rounds == 4


def test_a_match_has_its_goal_and_its_rounds() -> None:
    for options, goal, most in (({}, None, None), ({"target": 50}, 50, None), ({"target": 50, "rounds": 9}, 50, 9)):
        setup = match("points", [], **options).setup
        assert (setup.goal, setup.most_rounds) == (goal, most)


@pytest.mark.parametrize(
    ("fewest", "leaders", "places", "ahead"),
    [(False, [1], [2, 1, 3], [-4, 4, -10]), (True, [2], [2, 3, 1], [-6, -10, 6])],
)
def test_the_lead_depends_on_which_points_win(fewest: bool, leaders: list, places: list, ahead: list) -> None:
    setup = match("points", [], 3, wins="fewest" if fewest else "most").setup
    totals = [3, 7, -3]
    assert setup.fewest is fewest
    assert (setup.leaders(totals), setup.places(totals)) == (leaders, places)
    assert [setup.ahead(totals, side) for side in range(3)] == ahead


def test_every_other_player_is_a_partner() -> None:
    setup = match("points", [], 6, teams=True).setup
    assert [setup.seats_of(side) for side in range(2)] == [[0, 2, 4], [1, 3, 5]]
    assert [option.players for option in POINTS.options if option.name == "teams"] == [(4, 6, 8)]


@pytest.mark.parametrize(
    ("players", "rounds", "wins", "expected"),
    [
        (3, ([5, 3, 1], [0, 0, 9]), "most", [2]),
        (3, ([5, 3, 1], [0, 2, 9]), "most", [2]),  # two share the second place
        (3, ([5, 3, 1], [0, 0, 4]), "most", []),  # tied at the top
        (3, ([5, 3, 3], [0, 0, 9]), "most", []),  # nobody was last alone
        (3, ([1, 3, 5], [9, 9, 0]), "fewest", [2]),
        (2, ([5, 1], [0, 9]), "most", []),  # two sides have another moment, the swing
    ],
)
def test_a_round_from_last_to_first_is_a_moment(players: int, rounds: tuple, wins: str, expected: list[int]) -> None:
    rows = match("points", deals(*rounds), players, wins=wins).rows
    assert [moment.side for moment in POINTS.moments(rows[-1].deal)] == expected
    assert list(POINTS.moments(row("points", {"points": [1, None]}).deal)) == []


@pytest.mark.parametrize(
    ("numbers", "wins", "best"),
    [
        ([4, 9, 9], "most", [0, 1, 1]),
        ([4, 9, 9], "fewest", [1, 0, 0]),
        ([3, 3, 3], "most", [0, 0, 0]),
        ([3, None, 3], "most", None),
    ],
)
def test_the_best_of_a_round_is_counted(numbers: list, wins: str, best: list[int] | None) -> None:
    [figure] = POINTS.figures
    assert figure.count(row("points", {"points": numbers}, 3, wins=wins).deal) == best
