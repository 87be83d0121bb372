"""Setups, seats and deals of any game."""

import pytest

from games.rules.deal import once
from games.rules.game import AnsweredDeal, Setup, sole_leader
from games.rules.judge import judge
from games.rules.pilotta import PILOTTA
from games.rules.pisti import PISTI
from games.rules.points import POINTS


def test_players_deal_in_turn_and_the_next_seat_leads() -> None:
    setup = Setup(PISTI, {}, 3, first_dealer=1)
    deals = [AnsweredDeal(setup, number, [0, 0, 0]) for number in range(4)]
    assert [(deal.dealer, deal.leader) for deal in deals] == [(1, 2), (2, 0), (0, 1), (1, 2)]
    first = AnsweredDeal(Setup(PISTI, {}, 3), 0, [0, 0, 0])
    assert (first.dealer, first.leader) == (0, 1)


def test_partners_sit_opposite_each_other() -> None:
    setup = Setup(PILOTTA, {}, 4)
    assert [setup.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [setup.seats_of(side) for side in range(2)] == [[0, 2], [1, 3]]
    alone = Setup(PISTI, {}, 4)
    assert [alone.seats_of(side) for side in range(4)] == [[0], [1], [2], [3]]


def test_points_go_to_one_side_or_to_nobody() -> None:
    deal = AnsweredDeal(Setup(PISTI, {}, 3), 0, [0, 0, 0])
    assert deal.to(2, 7) == [0, 0, 7]
    assert deal.to(None, 7) == deal.zeros() == [0, 0, 0]


def test_an_answer_is_open_partial_or_complete() -> None:
    deal = AnsweredDeal(Setup(PISTI, {}, 2), 0, [0, 0])
    deal.given = {"jacks": [None, 3], "aces": [1, None]}
    deal.answers = {"aces": [1, 3]}
    assert [deal.has_begun(name) for name in ("jacks", "aces", "tricks")] == [True, False, False]
    assert [deal.known(name) for name in ("jacks", "aces", "tricks")] == [False, True, False]
    assert not deal.known("aces", "jacks")
    assert (deal["aces"], deal["jacks"]) == ([1, 3], None)


def test_a_result_is_calculated_once_after_all_answers_are_judged() -> None:
    calls = []

    @once
    def aces(deal: AnsweredDeal) -> list[int]:
        calls.append(deal)
        return list(deal["aces"])

    setup = Setup(PISTI, {}, 2)
    deal, _problems = judge(setup, 0, [0, 0], {"aces": [1, 3]})
    other, _problems = judge(setup, 0, [0, 0], {"aces": [4, 0]})
    assert [aces(deal), aces(deal), aces(other), aces(other)] == [[1, 3], [1, 3], [4, 0], [4, 0]]
    assert calls == [deal, other]
    unjudged = AnsweredDeal(setup, 0, [0, 0])
    for answer in ([2, 2], [0, 4]):
        unjudged.answers["aces"] = answer
        assert aces(unjudged) == answer


def test_a_question_is_found_by_its_name() -> None:
    assert PISTI.question("aces") is PISTI.questions[1]
    with pytest.raises(KeyError, match="jokers"):
        PISTI.question("jokers")


@pytest.mark.parametrize(
    ("totals", "first", "alone", "order"),
    [
        ([5, 9, 9, 2], [1, 2], None, [3, 1, 1, 4]),
        ([7, 3, 3, 3], [0], 0, [1, 2, 2, 2]),
        ([2, 4, 8], [2], 2, [3, 2, 1]),
        ([0, 0], [0, 1], None, [1, 1]),
    ],
)
def test_tied_sides_share_a_place_and_the_next_is_skipped(
    totals: list[int], first: list[int], alone: int | None, order: list[int]
) -> None:
    most, fewest = (Setup(POINTS, {"wins": wins}, len(totals)) for wins in ("most", "fewest"))
    assert sole_leader(totals) == alone
    assert (most.leaders(totals), most.places(totals)) == (first, order)
    under = [-total for total in totals]
    assert (fewest.leaders(under), fewest.places(under)) == (first, order)
