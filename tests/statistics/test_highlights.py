"""What is worth telling, against matches worked out by hand.

A round of Pişti is 6 and 7 here, and ten more for every pişti: (1, 0) is 16 and 7.
"""

from typing import Any

import pytest

from games.match import document
from games.match.sheet import Sheet
from games.statistics.highlights import Highlight, highlights
from games.statistics.played_match import PlayedMatch
from tests.statistics.summaries import played

COUNT = {"jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 1, "tricks": [12, 12]}
MADE = {"bidder": 0, "bid": 90, "trick_points": [97, 65]}  # 19 and 6
KAPO = {"bidder": 0, "bid": 90, "kapo": 0}
HIGH = {"bidder": 0, "bid": 160, "kapo": 0}


def round(*pistis: int, jacks: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    return {**COUNT, "pistis": list(pistis), "jack_pistis": list(jacks)}


def match(
    game: str, names: str, *deals: dict[str, Any], closed: bool = False, **options: Any
) -> tuple[PlayedMatch, Sheet]:
    setup = document.read(
        {
            "format": document.FORMAT,
            "game": game,
            "options": options,
            "players": names.split(),
            "deals": [{"id": str(number), "answers": answers} for number, answers in enumerate(deals)],
            "closed": closed,
        }
    )
    sheet = Sheet(setup)
    places = sheet.setup.places(sheet.totals)
    return played(game, names, sheet.totals, tuple(sheet.winners), places=places), sheet


def pisti(*deals: dict[str, Any], closed: bool = False) -> tuple[PlayedMatch, Sheet]:
    return match("pisti", "Eleni Deniz", *deals, closed=closed)


def pilotta(*deals: dict[str, Any]) -> tuple[PlayedMatch, Sheet]:
    return match("pilotta", "Eleni Deniz Andreas Zeynep", *deals)


def sentences_of(*matches: tuple[PlayedMatch, Sheet]) -> list[tuple[str, int, int | None]]:
    return [(highlight.words.translated(str), highlight.rare, highlight.round) for highlight in highlights(matches)]


def of(kind: str, *matches: tuple[PlayedMatch, Sheet]) -> list[Highlight]:
    return [highlight for highlight in highlights(matches) if highlight.kind == kind]


def test_the_largest_swing_turns_a_match_round() -> None:
    """16:7, then 22:44, then 28:51: Deniz was 9 behind, and 22 ahead after the second round."""
    ended = pisti(round(1, 0), round(0, 3), round(0, 0))
    assert sentences_of(ended) == [("Biggest swing: Deniz came from 9 behind to 22 ahead.", 3, 2)]


def test_the_largest_swing_need_not_turn_anything_round() -> None:
    """6:17, 12:54, 28:61: in the second round Deniz gained 31."""
    ended = pisti(round(0, 1), round(0, 3), round(1, 0))
    assert sentences_of(ended) == [("Biggest swing: Deniz gained 31 on the strongest rival.", 3, 2)]


def test_a_swing_is_measured_by_its_own_match() -> None:
    """11 of the leader's 31 is more of a match than 31 of 101."""
    small = pisti(round(0, 1), round(0, 0), round(0, 0))  # 18:31
    large = pisti(round(0, 3), round(4, 4), round(1, 1))  # 68:101
    [highlight] = of("swing", large, small)
    assert highlight.match is small[0]
    assert (highlight.round, highlight.words.values["points"]) == (1, 11)


@pytest.mark.parametrize(
    "deals",
    [
        [],
        [round(0, 3), round(0, 0)],  # too short to have one
        [round(0, 3), round(0, 3), round(0, 0)],  # twice the same
    ],
)
def test_where_nothing_stands_out_no_swing_is_shown(deals: list[Any]) -> None:
    assert of("swing", pisti(*deals)) == []


def test_of_several_sides_the_swing_is_against_the_best_of_the_others() -> None:
    """6, 5 and 2 a round: after two of them Rui is 8 behind Eleni, with two pişti in the third 8 ahead of her."""
    ones = {name: [2, 1, 1] for name in ("jacks", "aces")} | {"tricks": [8, 8, 8], "jack_pistis": [0, 0, 0]}
    three = {**COUNT, **ones, "pistis": [0, 0, 0]}
    ended = match("pisti", "Eleni Deniz Rui", three, three, {**three, "pistis": [0, 0, 2]})
    assert ended[1].totals == [18, 15, 26]
    [highlight] = of("swing", ended)
    assert highlight.words.translated(str) == "Biggest swing: Rui came from 8 behind to 8 ahead."


@pytest.mark.parametrize(
    ("deals", "sentences"),
    [
        ([round(1, 0), round(0, 1), round(0, 0)], ["Closest finish: Deniz won by 3."]),  # 28:31
        ([round(0, 1), round(0, 0), round(0, 0)], []),  # 18:31 is not close
        ([round(0, 0)], []),  # one round is no match
    ],
)
def test_a_close_finish(deals: list[Any], sentences: list[str]) -> None:
    assert [highlight.words.translated(str) for highlight in of("finish", pisti(*deals, closed=True))] == sentences
    assert of("finish", pisti(*deals)) == []  # not over


def test_a_shared_win_is_the_closest_finish() -> None:
    deals = [{"points": points} for points in ([71, 49], [49, 71], [71, 49], [49, 71])]
    ended = match("bisca_tres", "Eleni Deniz", *deals, closed=True)
    close = pisti(round(1, 0), round(0, 1), round(0, 0), closed=True)
    [highlight] = of("finish", close, ended)
    assert highlight.words.translated(str) == "Closest finish: Eleni, Deniz tied."
    assert (highlight.match, highlight.round) == (ended[0], None)


def test_one_game_between_them_is_close_however_few_there_are() -> None:
    deals = [{"points": [71, 49]}, {"points": [49, 71]}, {"points": [71, 49]}]  # 2:1
    ended = match("bisca_tres", "Eleni Deniz", *deals, closed=True)
    assert [highlight.words.translated(str) for highlight in of("finish", ended)] == ["Closest finish: Eleni won by 1."]


def test_the_rarest_moments_of_a_game_come_first() -> None:
    ended = pilotta(MADE, KAPO, HIGH)
    rare = [item for item in highlights([ended]) if item.kind not in ("swing", "finish")]
    assert [(item.kind, item.rare, item.round) for item in rare] == [
        ("high_bid", 50, 3),
        ("kapo", 40, 2),
        ("kapo", 40, 3),
    ]
    assert highlights([ended])[0].words.translated(str) == "Eleni & Andreas bid 160 and made it."


def test_no_kind_is_shown_more_than_twice_and_no_more_than_five_in_all() -> None:
    ended = pisti(*[round(0, 0, jacks=(1, 0))] * 3, round(4, 0))
    kinds = [highlight.kind for highlight in highlights([ended, pilotta(MADE, KAPO, HIGH)])]
    assert kinds == ["high_bid", "kapo", "kapo", "many_pistis", "jack_pisti"]
    assert [highlight.round for highlight in of("jack_pisti", ended)] == [1, 2]


def test_a_round_with_a_problem_tells_nothing() -> None:
    assert highlights([pisti(round(9, 0, jacks=(2, 2)))]) == []
    assert highlights([]) == []


def test_where_the_fewest_win_less_is_a_swing_and_a_close_finish() -> None:
    """10:30, 40:32, 61:60: in the second round Deniz gained 28, from 20 behind, and won by 1 of 61."""
    rounds = [{"points": pair} for pair in ([10, 30], [30, 2], [21, 28])]
    ended = match("points", "Eleni Deniz", *rounds, wins="fewest", rounds=3)
    assert ended[0].winners[0].name == "Deniz"
    assert sentences_of(ended) == [
        ("Biggest swing: Deniz came from 20 behind to 8 ahead.", 3, 2),
        ("Closest finish: Deniz won by 1.", 3, None),
    ]


@pytest.mark.parametrize(("last", "sentences"), [(13, ["Closest finish: Zeynep won by 10."]), (14, [])])
def test_where_the_fewest_win_the_largest_total_is_the_measure(last: int, sentences: list[str]) -> None:
    """29:39:103: 10 is within a tenth of 103, and a third of the winner's 29. 29:40:103: 11 is more than a tenth."""
    rounds = [{"points": list(points)} for points in ([9, 13, 33], [10, 13, 33], [10, last, 37])]
    ended = match("points", "Zeynep Eleni Deniz", *rounds, wins="fewest", rounds=3)
    assert [highlight.words.translated(str) for highlight in of("finish", ended)] == sentences


def test_below_zero_a_match_is_measured_by_its_largest_number() -> None:
    """-50:0, -60:-10, -100:-95: Eleni gained 45 of 100 in the last round, and still lost by 5 of 100."""
    rounds = [{"points": pair} for pair in ([-50, 0], [-10, -10], [-40, -85])]
    ended = match("points", "Eleni Deniz", *rounds, rounds=3)
    assert sentences_of(ended) == [
        ("Biggest swing: Deniz gained 50 on the strongest rival.", 3, 1),
        ("Closest finish: Deniz won by 5.", 3, None),
    ]
