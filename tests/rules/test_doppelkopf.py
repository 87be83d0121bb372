"""Doppelkopf. The numbers are those of the German federation's rules for tournaments, and of home games by option."""

from random import Random
from typing import Any

import pytest

from games.match.log import Log, apply_event
from games.match.sheet import sheet_from_log
from games.rules.doppelkopf import DOPPELKOPF
from games.rules.doppelkopf_value import DENIALS, LIMITS
from tests import chance
from tests.match.logs import event, id_of
from tests.rules.play import codes, lines, match, points, row

SAID = (None, "said", *DENIALS)


def game(re_points: int | None, re: list[int] | None = None, **more: Any) -> dict[str, Any]:
    return {"re": re or [0, 1], "re_points": re_points, **more}


def value(re_points: int | None, **more: Any) -> int:
    """Return what the players of Re get in a game of two against two."""
    return points("doppelkopf", game(re_points, **more))[0]


@pytest.mark.parametrize(
    ("re_points", "worth"),
    [
        *((29, -5), (30, -4), (59, -4), (60, -3), (89, -3), (90, -2), (120, -2)),
        *((121, 1), (150, 1), (151, 2), (180, 2), (181, 3), (210, 3), (211, 4), (240, 4)),
    ],
)
def test_every_step_below_90_60_and_30_is_worth_one_more(re_points: int, worth: int) -> None:
    assert value(re_points) == worth


@pytest.mark.parametrize(
    ("re_said", "kontra_said", "winner"),
    [
        (None, None, "kontra"),
        ("said", None, "kontra"),
        (None, "said", "re"),
        ("said", "said", "kontra"),
        (None, "no_90", "re"),
        ("no_90", None, "kontra"),
        ("no_90", "no_60", None),
    ],
)
def test_at_120_each_the_announcements_decide(re_said: str | None, kontra_said: str | None, winner: str | None) -> None:
    assert row("doppelkopf", game(120, re_said=re_said, kontra_said=kontra_said)).facts["winner"] == winner


@pytest.mark.parametrize(("said", "limit"), zip(DENIALS, LIMITS, strict=False))
def test_a_party_keeps_its_word_below_the_number(said: str, limit: int) -> None:
    winners = [row("doppelkopf", game(240 - others, re_said=said)).facts["winner"] for others in (limit, limit - 2)]
    assert winners == ["kontra", "re"]


def test_no_trick_is_more_than_no_points() -> None:
    assert value(240, re_said="no_trick") == -8  # won 1, against the queens 1, Re 2, four steps
    assert value(240, re_said="no_trick", no_trick="kontra") == 11
    assert value(None, no_trick="re") == -6


@pytest.mark.parametrize(
    ("denied", "reached", "worth"),
    [("no_90", 120, 1), ("no_90", 118, 0), ("no_60", 90, 1), ("no_60", 120, 2), ("no_30", 60, 1), ("no_trick", 30, 1)],
)
def test_points_against_an_announcement_are_worth_more(denied: str, reached: int, worth: int) -> None:
    scored = row("doppelkopf", game(240 - reached, re_said=denied))
    assert [points[2] for label, points in lines(scored) if label == "Announcement failed"] == [worth] * (worth > 0)


def test_every_kind_of_point_has_its_line() -> None:
    answers = game(160, re_said="no_90", foxes=[0, 1], doppelkopfs=[2, 0], charlie="kontra")
    assert lines(row("doppelkopf", answers)) == [
        ("For the win", [1, 1, -1, -1]),
        ("Steps below 90", [1, 1, -1, -1]),
        ("Announcements", [3, 3, -3, -3]),
        ("Foxes", [-1, -1, 1, 1]),
        ("Doppelkopfs", [2, 2, -2, -2]),
        ("Charlie", [-1, -1, 1, 1]),
    ]


def test_a_line_says_how_many_card_points_each_party_has() -> None:
    [line, *_] = row("doppelkopf", game(131, re=[1, 2])).lines
    assert [why and why.translated(str) for why in line.why or ()] == [
        "Kontra: 109 points", "Re: 131 points", "Re: 131 points", "Kontra: 109 points",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (game(121, solo="aces"), ("solo", "contradiction")),
        (game(1), ("re_points", "impossible")),
        (game(239), ("re_points", "impossible")),
        (game(241), ("re_points", "high")),
        (game(121, no_trick="kontra"), ("re_points", "contradiction")),
        (game(121, re=[1], foxes=[0, 1]), ("foxes", "contradiction")),
        (game(121, re=[1], doppelkopfs=[1, 0]), ("doppelkopfs", "contradiction")),
        (game(121, re=[1], charlie="kontra"), ("charlie", "contradiction")),
        (game(None, no_trick="re", foxes=[1, 0]), ("foxes", "contradiction")),
        (game(None, no_trick="re", charlie="re"), ("charlie", "contradiction")),
        (game(10, foxes=[1, 0]), ("foxes", "too_many")),
        (game(220, foxes=[0, 2]), ("foxes", "too_many")),
        (game(79, doppelkopfs=[2, 0]), ("doppelkopfs", "too_many")),
        (game(121, foxes=[1, 2]), ("foxes", "sum")),
        (game(121, doppelkopfs=[2, 3]), ("doppelkopfs", "sum")),
        (game(121, foxes=[1]), ("foxes", "length")),
        (game(121, re=[0, 1, 2]), ("re", "length")),
        (game(121, re=[3, 3]), ("re", "doubled")),
        (game(121, re=[0, 4]), ("re", "seat")),
    ],
)
def test_an_impossible_round_is_refused(answers: dict[str, Any], problem: tuple[str, str]) -> None:
    assert problem in codes(row("doppelkopf", answers))


def test_the_dealer_of_five_is_neither_re_nor_kontra() -> None:
    assert ("re", "seat") in codes(row("doppelkopf", game(121), 5))
    assert points("doppelkopf", game(121, re=[1, 2]), 5) == [0, 1, 1, -1, -1]


def test_charlie_is_checked_even_if_it_does_not_count() -> None:
    assert codes(row("doppelkopf", game(121, re=[1], charlie="re"), charlie=False)) == [("charlie", "contradiction")]


def test_extras_answered_in_part_leave_the_round_open() -> None:
    scored = row("doppelkopf", game(121, foxes=[None, 1]))
    assert (scored.complete, scored.points, codes(scored)) == (False, [0, 0, 0, 0], [])
    assert row("doppelkopf", game(121, foxes=[None, None])).complete


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        (game(None, re=[2], no_trick="kontra"), ["solo_every_trick", "silent_solo"]),
        (game(130, re=[2], solo="queens"), []),
        (game(120, re_said="said"), ["announced_120"]),
        (game(130, re_said="no_90", kontra_said="no_90"), ["nobody_won"]),
        (game(130, foxes=[1, 1]), ["both_foxes"]),
    ],
)
def test_what_is_worth_mentioning(answers: dict[str, Any], names: list[str]) -> None:
    assert [moment.name for moment in DOPPELKOPF.moments(row("doppelkopf", answers).deal)] == names


def test_figures_count_wins_by_party_and_solos_by_kind() -> None:
    figures = {figure.name: figure for figure in DOPPELKOPF.figures}
    won, solo = row("doppelkopf", game(131, foxes=[0, 1])).deal, row("doppelkopf", game(131, re=[3], solo="jacks")).deal
    assert figures["won_as_re"].count(won) == [1, 1, None, None]
    assert figures["won_as_kontra"].count(won) == [None, None, 0, 0]
    assert figures["foxes"].count(won) == [0, 0, 1, 1]
    assert (figures["solos"].count(won), figures["solos"].count(solo)) == (None, [0, 0, 0, 1])
    assert figures["solos"].by is not None
    assert figures["solos"].by(solo) == "jacks"
    assert DOPPELKOPF.parties(won) == (("Re", [0, 1]), ("Kontra", [2, 3]))


def random_game(random: Random, players: int = 4, dealer: int = 0) -> dict[str, Any]:
    """Return a possible round, with one seat or two of Re, and with any announcements."""
    seats = [seat for seat in range(players) if players == 4 or seat != dealer]
    re = random.sample(seats, random.choice((1, 2, 2, 2)))
    answers = game(random.choice([*range(2, 239), 0, 240]), re=re)
    answers |= {"re_said": random.choice(SAID), "kontra_said": random.choice(SAID)}
    if len(re) == 1:
        answers["solo"] = random.choice((None, "clubs", "aces"))
    elif 90 < answers["re_points"] < 150:
        answers |= {
            "foxes": [random.randint(0, 1), 1],
            "doppelkopfs": [1, random.randint(0, 1)],
            "charlie": random.choice(("re", "kontra")),
        }
    return answers  # fmt: skip


def test_the_points_of_a_round_add_up_to_zero() -> None:
    random = chance.random_for("doppelkopf")
    for _ in range(500):
        answers = random_game(random)
        for announcements in ("plus_two", "double"):
            paid = points("doppelkopf", answers, announcements=announcements)
            assert sum(paid) == 0
            plus = points("doppelkopf", answers, announcements=announcements, counting="plus")
            assert plus == [max(0, number) for number in paid]


def test_players_of_a_party_get_the_same_and_a_lone_player_three_times_as_much() -> None:
    random = chance.random_for("doppelkopf")
    for _ in range(300):
        answers = random_game(random, 5)
        paid = points("doppelkopf", answers, 5)
        of_re = {paid[seat] for seat in answers["re"]}
        of_kontra = {paid[seat] for seat in range(1, 5) if seat not in answers["re"]}
        assert paid[0] == 0
        assert of_re == {-number * (3 if len(answers["re"]) == 1 else 1) for number in of_kontra}


SOLO = game(130, re=[2], solo="jacks")


def test_the_same_dealer_deals_again_after_a_first_announced_solo() -> None:
    deals = [SOLO, SOLO, game(130, re=[3], solo="aces"), game(130, re=[1])]
    rows = match("doppelkopf", deals, compulsory_solo=True).rows
    assert [row.deal.dealer for row in rows] == [0, 0, 1, 1]
    assert [row.deal.leader for row in rows] == [2, 1, 3, 2]
    assert [row.deal.dealer for row in match("doppelkopf", deals).rows] == [0, 1, 2, 3]


def test_an_open_or_wrong_solo_passes_the_deal_on_and_is_still_to_be_played() -> None:
    deals = [{**SOLO, "re_points": None}, {**SOLO, "re_points": 1}, SOLO, game(121)]
    assert [row.deal.dealer for row in match("doppelkopf", deals, compulsory_solo=True).rows] == [0, 1, 2, 2]


def test_amending_an_early_round_works_out_the_dealers_again() -> None:
    log = Log()
    options = {"compulsory_solo": True}
    apply_event(log, event("s", "start", [], 1, game="doppelkopf", players=["A", "B", "C", "D"], options=options))
    for number, answers in enumerate((SOLO, SOLO, game(121))):
        before = f"d{number - 1}" if number else "s"
        stored = event(f"d{number}", "deal", before, number + 2, deal=id_of(f"d{number}"), answers=answers)
        apply_event(log, stored)
    sheet = sheet_from_log(log)
    assert sheet is not None
    assert [row.deal.dealer for row in sheet.rows] == [0, 0, 1]
    apply_event(log, event("a", "amend", "d2", 5, deal=id_of("d0"), answers=game(121)))
    amended = sheet_from_log(log)
    assert amended is not None
    assert [row.deal.dealer for row in amended.rows] == [0, 1, 1]
    assert [row.deal.leader for row in amended.rows] == [1, 2, 2]
