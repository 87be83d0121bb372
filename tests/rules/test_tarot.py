"""French tarot. The numbers are those of the French federation's rules."""

from random import Random
from typing import Any

import pytest

from games.rules.tarot import TAROT
from games.rules.tarot_value import FACTORS, NEEDED_POINTS
from tests import chance
from tests.rules.play import codes, lines, match, points, row

CHELEMS = ("announced", "unannounced", "failed", "defence")


def played(bouts: int | None = 2, points: int | None = 41, contract: str = "petite", **more: Any) -> dict[str, Any]:
    return {"taker": 0, "contract": contract, "bouts": bouts, "points": points, **more}


def value(*args: Any, **more: Any) -> int:
    """Return what a defender pays at a table of four."""
    return -points("tarot", played(*args, **more), 4)[1]


@pytest.mark.parametrize(("bouts", "needed"), enumerate(NEEDED_POINTS))
def test_the_bouts_decide_how_many_points_are_needed(bouts: int, needed: int) -> None:
    assert [value(bouts, needed + above) for above in (-2, -1, 0, 1)] == [-27, -26, 25, 26]


@pytest.mark.parametrize(("contract", "factor"), FACTORS)
def test_the_contract_multiplies_points_and_petit_but_nothing_else(contract: str, factor: int) -> None:
    assert value(2, 51, contract) == 35 * factor
    assert value(2, 31, contract) == -35 * factor
    assert value(2, 51, contract, petit="taker") == 45 * factor
    assert value(2, 31, contract, petit="taker") == -25 * factor
    assert value(2, 51, contract, petit="defence") == 25 * factor
    assert value(2, 51, contract, poignees=["single"]) == 35 * factor + 20
    assert value(2, 80, contract, chelem="failed") == 64 * factor - 200


@pytest.mark.parametrize(("kind", "worth"), [("single", 20), ("double", 30), ("triple", 40)])
def test_a_poignee_goes_to_the_party_that_wins(kind: str, worth: int) -> None:
    assert value(2, 41, poignees=[kind]) == 25 + worth
    assert value(2, 40, poignees=[kind]) == -26 - worth


@pytest.mark.parametrize(
    ("chelem", "points", "worth"),
    [
        ("announced", 91, 75 + 5 + 400),
        ("unannounced", 91, 75 + 5 + 200),
        ("failed", 91, 75 + 5 - 200),
    ],
)
def test_a_chelem_is_added(chelem: str, points: int, worth: int) -> None:
    assert value(3, points, chelem=chelem) == worth


def test_a_chelem_of_the_defence_costs_200_more() -> None:
    assert value(0, 0, chelem="defence") == -25 - 56 - 200


@pytest.mark.parametrize(
    ("players", "options", "answers", "paid"),
    [
        (3, {}, played(), [50, -25, -25]),
        (4, {}, played(), [75, -25, -25, -25]),
        (5, {}, played(partner=3), [50, -25, -25, 25, -25]),
        (5, {}, played(partner=0), [100, -25, -25, -25, -25]),
        (5, {"dealer_rests": True}, played(taker=2), [0, -25, 75, -25, -25]),
        (6, {}, played(taker=2, partner=5), [0, -25, 50, -25, -25, 25]),
        (6, {}, played(taker=2, partner=2), [0, -25, 100, -25, -25, -25]),
    ],
)
def test_every_defender_pays_the_same(
    players: int, options: dict[str, Any], answers: dict[str, Any], paid: list[int]
) -> None:
    assert points("tarot", answers, players, **options) == paid


@pytest.mark.parametrize(
    ("players", "options", "problem"),
    [
        (5, {"dealer_rests": True}, ("taker", "seat")),
        (6, {}, ("taker", "seat")),
        (4, {}, ("partner", "seat")),
    ],
)
def test_the_resting_dealer_and_strangers_are_refused(
    players: int, options: dict[str, Any], problem: tuple[str, str]
) -> None:
    assert problem in codes(row("tarot", played(partner=4), players, **options))


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (played(3, 11), ("points", "impossible")),
        (played(0, 80), ("points", "impossible")),
        (played(2, 92), ("points", "high")),
        (played(4, 50), ("bouts", "high")),
        (played(poignees=["double", "single"]), ("poignees", "too_many")),
        (played(poignees=["single"] * 4), ("poignees", "length")),
        (played(poignees=["huge"]), ("poignees", "choice")),
        (played(3, 86, chelem="announced"), ("chelem", "contradiction")),
        (played(1, 83, chelem="unannounced"), ("chelem", "contradiction")),
        (played(0, 5, "garde_contre", chelem="defence"), ("chelem", "contradiction")),
        (played(passed_out=True), ("passed_out", "contradiction")),
    ],
)
def test_an_impossible_round_is_refused(answers: dict[str, Any], problem: tuple[str, str]) -> None:
    assert problem in codes(row("tarot", answers, 4))


@pytest.mark.parametrize(
    "answers",
    [
        played(3, 12),
        played(0, 79),
        played(2, 87, chelem="unannounced"),
        played(1, 60, "garde_contre", chelem="unannounced"),
        played(0, 4, "garde_contre", chelem="defence"),
        played(0, 5, "garde_sans", chelem="defence"),
        played(poignees=["single", "single"]),
        played(poignees=[]),
        played(called="hearts"),
    ],
)
def test_a_rare_round_is_right(answers: dict[str, Any]) -> None:
    assert codes(row("tarot", answers, 4)) == []


@pytest.mark.parametrize(
    ("players", "kinds", "is_right"),
    [
        (3, ["triple"], True),
        (3, ["single", "single"], False),
        (4, ["single", "single"], True),
        (4, ["single", "double"], False),
        (5, ["single", "double"], True),
        (5, ["double", "triple"], False),
        (5, ["single", "triple"], True),
        (5, ["single", "single", "single"], False),
    ],
)
def test_all_poignees_together_show_at_most_22_trumps(players: int, kinds: list[str], is_right: bool) -> None:
    scored = row("tarot", played(partner=1, poignees=kinds), players)
    assert [problem for problem in codes(scored) if problem[0] == "poignees"] == [("poignees", "too_many")] * (
        not is_right
    )


def test_the_partner_is_needed_where_five_play() -> None:
    for players, options in ((5, {}), (6, {})):
        scored = row("tarot", played(taker=1), players, **options)
        assert (scored.complete, scored.points) == (False, [0] * players)
    assert row("tarot", played(taker=1), 5, dealer_rests=True).complete


def test_a_poignee_without_its_size_leaves_the_round_open() -> None:
    scored = row("tarot", played(poignees=["single", None]), 4)
    assert (scored.complete, scored.points, codes(scored)) == (False, [0, 0, 0, 0], [])


@pytest.mark.parametrize(
    ("chelem", "leader"),
    [(None, 1), ("announced", 2), ("failed", 2), ("unannounced", 1)],
)
def test_the_taker_leads_after_announcing_a_chelem(chelem: str | None, leader: int) -> None:
    assert row("tarot", played(3, 91, taker=2, chelem=chelem), 4).deal.leader == leader


def test_a_round_has_a_line_for_each_kind_of_points() -> None:
    scored = row("tarot", played(3, 91, "garde", petit="taker", poignees=["triple"], chelem="announced"), 4)
    assert lines(scored) == [
        ("Contract", [480, -160, -160, -160]),
        ("Petit au bout", [60, -20, -20, -20]),
        ("Poignées", [120, -40, -40, -40]),
        ("Chelem", [1200, -400, -400, -400]),
    ]
    assert [why and why.translated(str) for why in scored.lines[0].why or ()] == ["91 of 36, made", None, None, None]


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        (played(3, 91, chelem="unannounced"), ["chelem"]),
        (played(0, 0, chelem="defence"), ["chelem"]),
        (played(2, 41), ["exactly"]),
        (played(2, 50, "garde_contre"), ["garde_contre"]),
        (played(2, 50, poignees=["triple"]), ["triple"]),
        (played(0, 60), ["no_bout"]),
        (played(0, 50), []),
    ],
)
def test_what_is_worth_mentioning(answers: dict[str, Any], names: list[str]) -> None:
    assert [moment.name for moment in TAROT.moments(row("tarot", answers).deal)] == names


def test_figures_count_contracts_by_their_kind_and_who_was_called() -> None:
    figures = {figure.name: figure for figure in TAROT.figures}
    deal = row("tarot", played(2, 50, "garde", partner=3, petit="taker"), 5).deal
    counts = [figures[name].count(deal) for name in ("made", "failed", "bouts", "petits", "called")]
    assert counts == [[many, None, None, None, None] for many in (1, 0, 2, 1)] + [[None, 0, 0, 1, 0]]
    assert figures["made"].by is not None
    assert figures["made"].by(deal) == "garde"
    assert figures["called"].count(row("tarot", played()).deal) is None
    assert TAROT.parties(deal) == (("Taker", [0, 3]), ("Defence", [1, 2, 4]))


def random_round(random: Random, players: int) -> dict[str, Any]:
    """Return a possible round. The dealer rests or not: seat 0 never plays for the taker."""
    bouts = random.randint(0, 3)
    number = random.randint(4 * bouts, 91 - 4 * (3 - bouts))
    answers = played(bouts, number, random.choice(FACTORS)[0], taker=random.randrange(1, players))
    answers["partner"] = random.randrange(1, players)
    answers |= {"petit": random.choice((None, "taker", "defence")), "poignees": random.choice((None, ["single"]))}
    return answers | {"chelem": random.choice(("failed", None, None))}


def test_the_points_of_a_round_add_up_to_zero() -> None:
    random = chance.random_for("tarot")
    for _ in range(500):
        players = random.randint(3, 6)
        options = {"dealer_rests": True} if players == 5 and random.random() < 0.5 else {}
        scored = row("tarot", random_round(random, players), players, **options)
        assert (scored.complete, codes(scored)) == (True, [])
        assert sum(scored.points) == 0
        assert scored.points[0] == 0 or scored.points[0] == -scored.facts["value"]
        rests = players == 6 or bool(options)
        assert list(scored.deal.playing) == list(range(1 if rests else 0, players))


def test_the_deal_passes_on_and_each_dealer_of_six_rests() -> None:
    rows = match("tarot", [{"passed_out": True}, {}, {"passed_out": True}], 6).rows
    assert [(row.deal.dealer, row.deal.leader) for row in rows] == [(0, 1), (1, 2), (2, 3)]
    assert [seat for row in rows for seat in range(6) if seat not in row.deal.playing] == [0, 1, 2]
