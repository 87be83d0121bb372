"""Skat. The numbers are those of the International Skat rules; Ramsch and Kontra are played at home."""

from random import Random
from typing import Any

import pytest

from games.rules.skat import SKAT
from games.rules.skat_value import BASES, possible_bids
from tests import chance
from tests.rules.play import codes, lines, match, points, row

GAMES = [name for name, _base in BASES]


def game(name: str = "clubs", matadors: int | None = 1, **more: Any) -> dict[str, Any]:
    return {"declarer": 0, "game": name, "matadors": matadors, **more}


def null(**more: Any) -> dict[str, Any]:
    return {"declarer": 0, "game": "null", "won": True, **more}


def passed(points: list[int | None] | None = None, **more: Any) -> dict[str, Any]:
    return {"passed_out": True, "ramsch_points": points, **more}


def value(**more: Any) -> int:
    """Return what a game of clubs with one is worth to its declarer."""
    return points("skat", game(**more))[0]


@pytest.mark.parametrize(("name", "base"), BASES)
def test_a_simple_game_is_twice_its_base(name: str, base: int) -> None:
    assert points("skat", game(name, points=61)) == [2 * base, 0, 0]
    assert points("skat", game(name, points=60)) == [-4 * base, 0, 0]


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        ({"points": 61}, 2),
        ({"points": 61, "hand": True}, 3),
        ({"points": 90}, 3),
        ({"points": 120}, 3),
        ({"won": True, "reached": "schneider"}, 3),
        ({"won": True, "reached": "schwarz"}, 4),
        ({"points": 90, "announced": "schneider"}, 5),
        ({"won": True, "announced": "schwarz"}, 7),
        ({"points": 120, "announced": "schwarz", "reached": "schwarz"}, 7),
        ({"won": True, "announced": "ouvert"}, 8),
        ({"points": 61, "matadors": 11}, 12),
    ],
)
def test_every_extra_adds_one(answers: dict[str, Any], count: int) -> None:
    assert value(**answers) == 12 * count


def test_the_highest_bid_is_a_grand_with_everything() -> None:
    assert points("skat", game("grand", 4, announced="ouvert", won=True)) == [264, 0, 0]
    bids = possible_bids()
    assert (bids[:6], bids[-1], len(bids)) == ([18, 20, 22, 23, 24, 27], 264, 63)
    assert {23, 35, 46, 59} <= set(bids)


@pytest.mark.parametrize(
    ("answers", "worth"),
    [({}, 23), ({"hand": True}, 35), ({"announced": "ouvert"}, 46), ({"announced": "ouvert", "hand": True}, 59)],
)
def test_a_null_has_four_values(answers: dict[str, Any], worth: int) -> None:
    assert points("skat", null(**answers)) == [worth, 0, 0]
    assert points("skat", null(**answers, won=False)) == [-2 * worth, 0, 0]


@pytest.mark.parametrize(
    ("bid", "worth"), [(24, 24), (27, -72), (36, -72), (40, -96), (59, -120), (60, -120), (216, -432)]
)
def test_an_overbid_game_is_lost_at_the_multiple_that_reaches_the_bid(bid: int, worth: int) -> None:
    assert value(points=65, bid=bid) == worth


def test_an_overbid_null_is_lost_at_twice_its_value() -> None:
    assert points("skat", null(bid=24)) == [-46, 0, 0]
    assert points("skat", null(bid=23)) == [23, 0, 0]


@pytest.mark.parametrize(
    ("answers", "won"),
    [
        ({"points": 61}, True),
        ({"points": 60}, False),
        ({"points": 90, "announced": "schneider"}, True),
        ({"points": 89, "announced": "schneider"}, False),
        ({"points": 118, "announced": "schwarz"}, False),
        ({"points": 120, "announced": "schwarz", "reached": "schwarz"}, True),
        ({"points": 120, "announced": "ouvert", "reached": "schneider"}, False),
    ],
)
def test_the_card_points_decide_whether_the_game_is_won(answers: dict[str, Any], won: bool) -> None:
    scored = row("skat", game(**answers))
    assert (scored.complete, scored.facts["won"]) == (True, won)
    assert codes(row("skat", game(**answers, won=not won))) == [("won", "contradiction")]


def test_120_points_after_schwarz_leave_open_whether_every_trick_was_won() -> None:
    scored = row("skat", game(points=120, announced="schwarz"))
    assert (scored.complete, codes(scored)) == (False, [])
    assert value(points=120, announced="schwarz", won=True) == 84


@pytest.mark.parametrize(
    ("number", "reached"), [(0, "schneider"), (30, "schneider"), (31, None), (89, None), (90, "schneider")]
)
def test_schneider_follows_from_the_card_points(number: int, reached: str | None) -> None:
    assert row("skat", game(points=number)).deal["reached"] == reached


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        (game("grand", 5, won=True), ("matadors", "too_many")),
        (game(matadors=0, won=True), ("matadors", "low")),
        (game(matadors=12, won=True), ("matadors", "high")),
        (null(matadors=1), ("matadors", "contradiction")),
        (null(points=61), ("points", "contradiction")),
        (null(reached="schwarz"), ("reached", "contradiction")),
        (null(announced="schneider"), ("announced", "contradiction")),
        (game(points=1), ("points", "impossible")),
        (game(points=119), ("points", "impossible")),
        (game(points=61, bid=17), ("bid", "impossible")),
        (game(points=61, bid=19), ("bid", "impossible")),
        (game(points=61, bid=265), ("bid", "impossible")),
        (game(points=60, reached="schneider"), ("reached", "contradiction")),
        (game(points=91, reached="schwarz"), ("reached", "contradiction")),
        (game(points=95, announced="schneider", hand=False), ("hand", "contradiction")),
        (game(points=61, passed_out=True), ("passed_out", "contradiction")),
        (game(points=61, no_trick=[1]), ("no_trick", "contradiction")),
        (game(points=61, ramsch_points=[120, 0, 0]), ("ramsch_points", "contradiction")),
        (passed([119, 1, 0]), ("ramsch_points", "impossible")),
        (passed([70, 40, 0]), ("ramsch_points", "sum")),
        (passed([70, 50, 0], no_trick=[1]), ("no_trick", "contradiction")),
        (passed([30, 70, None], no_trick=[2]), ("no_trick", "contradiction")),  # the number that is filled in
        (passed([0, 100, None], no_trick=[0, 2]), ("no_trick", "contradiction")),
        (passed([49, 70, None]), ("ramsch_points", "impossible")),
        (passed([70, 50, 0], no_trick=[2, 2]), ("no_trick", "doubled")),
    ],
)
def test_an_impossible_round_is_refused(answers: dict[str, Any], problem: tuple[str, str]) -> None:
    assert problem in codes(row("skat", answers, ramsch=True))


def test_the_dealer_of_four_neither_declares_nor_has_points() -> None:
    assert ("declarer", "seat") in codes(row("skat", game(points=61), 4))
    assert ("ramsch_points", "seat") in codes(row("skat", passed([20, 50, 50, 0]), 4, ramsch=True))
    assert ("no_trick", "seat") in codes(row("skat", passed([0, 70, 50, 0], no_trick=[0]), 4, ramsch=True))


def test_the_last_number_of_a_ramsch_of_four_follows_without_the_dealer() -> None:
    for numbers in ([None, 70, 50, 0], [0, 70, 50, None], [None, 70, 50, None], [None, None, 50, 0]):
        deal = row("skat", passed(numbers), 4, ramsch=True).deal
        assert deal["ramsch_points"] == [0, 70, 50, 0]
    scored = row("skat", passed([None, 70, None, None]), 4, ramsch=True)
    assert (scored.complete, codes(scored)) == (False, [])


@pytest.mark.parametrize(
    ("numbers", "without", "paid"),
    [
        ([70, 50, 0], None, [-70, 0, 0]),
        ([60, 60, 0], None, [-60, -60, 0]),
        ([40, 40, 40], None, [-40, -40, -40]),
        ([70, 50, 0], [2], [-140, 0, 0]),
        ([120, 0, 0], None, [-120, 0, 0]),
        ([120, 0, 0], [1], [-240, 0, 0]),
        ([120, 0, 0], [1, 2], [120, 0, 0]),
    ],
)
def test_a_ramsch(numbers: list[int], without: list[int] | None, paid: list[int]) -> None:
    assert points("skat", passed(list(numbers), no_trick=without), ramsch=True, seeger_fabian=True) == paid


def test_everyone_passed_without_a_ramsch() -> None:
    assert points("skat", passed()) == [0, 0, 0]
    assert points("skat", passed([70, 50, 0])) == [0, 0, 0]
    assert not row("skat", passed(), ramsch=True).complete


def test_seeger_fabian_gives_bonuses_that_kontra_does_not_multiply() -> None:
    options = {"seeger_fabian": True, "kontra": True}
    assert points("skat", game(points=61, kontra=2), **options) == [98, 0, 0]
    assert points("skat", game(points=60, kontra=2), **options) == [-146, 40, 40]
    assert points("skat", game(points=60, declarer=2), 4, **options) == [30, 30, -98, 30]
    assert lines(row("skat", game(points=60), **options)) == [
        ("Game value", [-48, 0, 0]),
        ("Seeger–Fabian", [-50, 40, 40]),
    ]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (game(points=61), "12 times 2"),
        (game(points=60), "12 times 2, lost, so twice"),
        (game(points=61, bid=27), "24, overbid at 27, so twice 36"),
        (game("hearts", points=61, bid=30), "20, overbid at 30, so twice 30"),
        (null(), "Skat\x04Won"),
        (null(won=False), "Lost, so twice"),
    ],
)
def test_a_line_says_how_its_points_come_about(answers: dict[str, Any], words: str) -> None:
    [line] = row("skat", answers).lines
    assert [why and why.translated(str) for why in line.why or ()] == [words, None, None]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (game(points=61, kontra=1), "12 times 2"),
        (game(points=60, kontra=2), "12 times 2, lost, so twice, Kontra: times 2"),
        (game(points=61, bid=27, kontra=2), "24, overbid at 27, so twice 36, Kontra: times 2"),
        (null(kontra=4), "Skat\x04Won, Skat\x04Re: times 4"),
    ],
)
def test_a_line_names_the_kontra_that_multiplies_it(answers: dict[str, Any], words: str) -> None:
    [line] = row("skat", answers, kontra=True).lines
    assert [why and why.translated(str) for why in line.why or ()] == [words, None, None]


@pytest.mark.parametrize(
    ("answers", "names"),
    [
        (game("grand", 4, announced="ouvert", won=True), ["grand_ouvert", "high_game"]),
        (game(points=60), ["lost_with_60"]),
        (game(points=61, bid=27), ["overbid"]),
        (game(won=True, reached="schwarz"), ["schwarz"]),
        (passed([120, 0, 0], no_trick=[1, 2]), ["march"]),
        (game(points=61), []),
    ],
)
def test_what_is_worth_mentioning(answers: dict[str, Any], names: list[str]) -> None:
    assert [moment.name for moment in SKAT.moments(row("skat", answers, ramsch=True).deal)] == names


def test_figures_count_games_by_their_kind() -> None:
    figures = {figure.name: figure for figure in SKAT.figures}
    lost, won = row("skat", game(points=30)).deal, row("skat", game("grand", points=90, hand=True)).deal
    assert [figures[name].count(row("skat", game()).deal) for name in ("games", "won")] == [None, None]
    assert [figures["games"].count(deal) for deal in (lost, won)] == [[1, 0, 0], [1, 0, 0]]
    assert [figures[name].count(lost) for name in ("won", "schneider")] == [[0, None, None]] * 2
    assert [figures[name].count(won) for name in ("won", "hand", "schneider")] == [[1, None, None]] * 3
    assert figures["games"].by is not None
    assert figures["games"].by(won) == "grand"
    assert figures["overbid"].count(row("skat", game(points=61, bid=27)).deal) == [1, None, None]
    assert SKAT.parties(won) == (("Declarer", [0]), ("Defenders", [1, 2]))


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        (game(won=True, announced="schneider"), [1, None, None]),  # won, so it was reached
        (game(won=True, announced="ouvert"), [1, None, None]),
        (game(won=False, announced="schneider"), [0, None, None]),
        (game(won=True, reached="schneider"), [1, None, None]),
        (game(points=90, bid=264), [0, None, None]),  # overbid
        (game(points=61), [0, None, None]),
        (null(), None),  # a null has no schneider
        (null(announced="ouvert"), None),
    ],
)
def test_a_schneider_counts_if_it_was_announced_and_won(answers: dict[str, Any], count: Any) -> None:
    [figure] = [figure for figure in SKAT.figures if figure.name == "schneider"]
    assert figure.count(row("skat", answers).deal) == count


def random_game(random: Random) -> dict[str, Any]:
    name = random.choice([*GAMES, "null"])
    if name == "null":
        return null(won=random.random() < 0.5, bid=random.choice([None, 18, 23, 48]))
    answers = game(name, random.randint(1, 4), hand=random.choice((None, True)), bid=random.choice(possible_bids()))
    return answers | {"points": random.randint(2, 118), "announced": random.choice((None, None, "schneider"))}


def test_only_the_declarer_scores_and_a_loss_is_twice_the_win() -> None:
    random = chance.random_for("skat")
    for _ in range(500):
        answers = random_game(random)
        paid, facts = points("skat", answers), row("skat", answers).facts
        assert paid[1:] == [0, 0]
        assert paid[0] == facts["value"] * (1 if facts["won"] else -2)
        assert facts["won"] or not facts["overbid"] or facts["value"] >= answers["bid"] or answers["game"] == "null"
        with_bonus = points("skat", answers, seeger_fabian=True)
        assert with_bonus == ([paid[0] + 50, 0, 0] if facts["won"] else [paid[0] - 50, 40, 40])


def test_the_dealer_of_four_passes_on_and_the_next_player_leads() -> None:
    rows = match("skat", [passed(), game(points=61, declarer=0), passed()], 4).rows
    assert [(row.deal.dealer, row.deal.leader) for row in rows] == [(0, 1), (1, 2), (2, 3)]
    assert [list(row.deal.playing) for row in rows] == [[1, 2, 3], [0, 2, 3], [0, 1, 3]]
