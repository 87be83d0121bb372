"""Belote coinchée. The rules are in docs/games.md."""

from random import Random
from typing import Any

import pytest

from games.rules.coinche import COINCHE
from games.rules.coinche_score import CONTRACTS
from games.rules.judge import open_questions
from games.rules.words import plain_text
from tests.rules.play import codes, lines, match, points, row

Answers = dict[str, Any]
CLASSIC = {"bidding": "classic"}
BID = {"count": "bid"}


def contract_answers(contract: int | None, tricks: list[int | None] | None, taker: int = 0, **more: Any) -> Answers:
    return {"taker": taker, "contract": contract, "trick_points": tricks, **more}


def random_round(chance: Random) -> Answers:
    """Return a round without problems, of any kind."""
    if chance.random() < 0.1:
        return {"passed_out": True}
    first = chance.choice([number for number in range(163) if number not in (1, 161)])
    answers = contract_answers(chance.choice(CONTRACTS), [first, 162 - first], chance.randrange(2))
    if chance.random() < 0.1:
        answers |= {"trick_points": None, "all_tricks": chance.randrange(2)}
    answers["belote"] = chance.choice((None, 0, 1))
    answers["coinche"] = chance.choice((None, 1, 2, 4))
    answers["declared"] = chance.choice((None, [0, 0], [50, 0], [0, 20], [200, 0], [0, 120]))
    return answers


@pytest.mark.parametrize(
    ("eighty", "contract", "tricks", "words"),
    [
        (82, 80, [81, 81], "80 failed: 82 needed"),
        (80, 80, [79, 83], "80 failed"),
        (82, 90, [81, 81], "90 failed"),
    ],
)
def test_a_failed_eighty_names_the_points_it_needed(eighty: int, contract: int, tricks: list[int], words: str) -> None:
    scored = row("coinche", contract_answers(contract, tricks), eighty=eighty)
    [reason] = [why for line in scored.lines for why in line.why or () if why]
    assert reason.translated(str) == words


@pytest.mark.parametrize("contract", CONTRACTS[:-1])
@pytest.mark.parametrize("taker", [0, 1])
def test_a_contract_needs_its_points(contract: int, taker: int) -> None:
    needed = 82 if contract == 80 else contract
    for reached in (needed - 1, needed):
        if reached in (161, 162) or reached > 162:
            continue
        tricks = [reached, 162 - reached] if taker == 0 else [162 - reached, reached]
        expected = [0, 0]
        if reached == needed:
            expected[taker], expected[1 - taker] = reached + contract, 162 - reached
        else:
            expected[1 - taker] = 160 + contract
        assert points("coinche", contract_answers(contract, tricks, taker)) == expected


def test_a_contract_above_162_needs_belote_or_declarations_or_all_tricks() -> None:
    assert points("coinche", contract_answers(180, [160, 2], belote=0)) == [160 + 180 + 20, 2]
    assert points("coinche", contract_answers(180, [159, 3], belote=0)) == [20, 160 + 180]
    assert points("coinche", contract_answers(180, [130, 32], declared=[50, 0]), declarations=True) == [360, 32]
    assert points("coinche", contract_answers(180, None, all_tricks=0)) == [430, 0]


@pytest.mark.parametrize(
    ("options", "made", "failed"),
    [
        ({}, [580, 20], [0, 580 + 20]),
        ({"doubling": "contract"}, [160 + 260, 20], [0, 160 + 260 + 20]),
        (BID, [260, 0], [0, 580]),
        (BID | {"doubling": "contract"}, [260, 0], [0, 160 + 260]),
        ({"rounding": "tens"}, [580, 20], [0, 600]),
    ],
)
def test_a_coinche_by_house_rules(options: dict, made: list[int], failed: list[int]) -> None:
    """A contract of 130; the others have the belote."""
    assert points("coinche", contract_answers(130, [136, 26], coinche=2, belote=1), **options) == made
    assert points("coinche", contract_answers(130, [126, 36], coinche=2, belote=1), **options) == failed


@pytest.mark.parametrize(("coinche", "times"), [(None, 1), (1, 1), (2, 2), (4, 4)])
def test_a_capot_is_multiplied(coinche: int | None, times: int) -> None:
    assert points("coinche", contract_answers(250, None, all_tricks=0, coinche=coinche)) == [500 * times, 0]
    assert points("coinche", contract_answers(250, [162, 0], coinche=coinche)) == [0, 500 * times]
    assert points("coinche", contract_answers(250, [162, 0], coinche=coinche), **BID) == [0, 500 * times]
    assert points("coinche", contract_answers(250, None, all_tricks=0, coinche=coinche), **BID) == [250 * times, 0]


@pytest.mark.parametrize(
    ("side", "options", "expected"),
    [
        (1, {}, [670, 0]),  # 2 × 160 for the tricks, 2 × 100 for the contract, 150 declared
        (1, {"doubling": "contract"}, [510, 0]),  # 160 + 2 × 100 + 150
        (1, BID, [200, 0]),  # 2 × 100
        (0, {}, [850, 0]),  # 2 × 250 + 2 × 100 + 150
    ],
)
def test_a_capot_counts_for_a_winner_who_took_it(side: int, options: dict, expected: list[int]) -> None:
    """The takers declare 150, so they make a contract of 100 without a trick, and with all tricks."""
    answers = contract_answers(100, None, all_tricks=side, coinche=2, declared=[150, 0])
    assert points("coinche", answers, declarations=True, **options) == expected
    answers["trick_points"] = [0, 162] if side else [162, 0]
    assert points("coinche", answers, declarations=True, **options) == expected


def test_a_capot_of_the_others_counts_after_a_failure() -> None:
    """The takers declare 90 and need 100: 2 × 250 + 2 × 100 + 90, and without a coinche 250 + 100 + 90."""
    failed = contract_answers(100, None, all_tricks=1, declared=[90, 0])
    assert points("coinche", failed | {"coinche": 2}, declarations=True) == [0, 790]
    assert points("coinche", failed, declarations=True) == [0, 440]


def test_a_capot_of_the_others_is_theirs_without_a_coinche() -> None:
    """The takers make 100 by 150 declared: 100 + 150 for them, 250 for the others."""
    made = contract_answers(100, None, all_tricks=1, declared=[150, 0])
    assert points("coinche", made, declarations=True) == [250, 250]


def test_lines_are_named() -> None:
    scored = row("coinche", contract_answers(110, [122, 40], belote=1, declared=[50, 0]), declarations=True)
    assert lines(scored) == [
        ("Tricks", [122, 40]),
        ("Contract", [110, 0]),
        ("Declarations", [50, 0]),
        ("Belote", [0, 20]),
    ]
    why = [words.translated(str) if words else None for words in scored.lines[1].why or ()]
    assert why == ["110 made", None]


def test_held_points_are_a_line_of_their_winner() -> None:
    sheet = match("coinche", [contract_answers(None, [81, 81]), contract_answers(None, [100, 62], 1)], **CLASSIC)
    assert lines(sheet.rows[1]) == [("Tricks", [162, 0]), ("Held points", [81, 0])]
    assert sheet.rows[1].facts == {"made": False, "held": 0}


@pytest.mark.parametrize(
    ("answers", "options", "problems"),
    [
        ({"passed_out": True, "trump": "clubs"}, {}, [("passed_out", "contradiction")]),
        ({"passed_out": True, "contract": 5}, {}, [("passed_out", "contradiction"), ("contract", "choice")]),
        ({"passed_out": False, "taker": 0}, {}, []),
        (contract_answers(75, [100, 62]), {}, [("contract", "choice")]),
        (contract_answers(200, [100, 62]), {}, [("contract", "choice")]),
        (contract_answers(100, [161, 1]), {}, [("trick_points", "impossible")]),
        (contract_answers(100, [None, 1]), {}, [("trick_points", "impossible")]),
        (contract_answers(100, [161, 1], trump="no_trump"), {"no_trumps": True}, [("trick_points", "impossible")]),
        (contract_answers(100, [161, 1], trump="all_trump"), {"no_trumps": True}, []),
        (contract_answers(100, [161, 1]), {"no_trumps": True}, []),
        (contract_answers(100, [100, 62], trump="all_trump"), {}, [("trump", "choice")]),
        (
            contract_answers(100, [100, 62], trump="no_trump", belote=0),
            {"no_trumps": True},
            [("belote", "contradiction")],
        ),
        (contract_answers(100, [100, 61]), {}, [("trick_points", "sum")]),
        (contract_answers(100, [100, 62], all_tricks=0), {}, [("trick_points", "contradiction")]),
        (contract_answers(100, [162, None], all_tricks=0), {}, []),
        (contract_answers(100, [100, 62], declared=[20, 50]), {}, [("declared", "contradiction")]),
        (contract_answers(100, [100, 62], declared=[10, None]), {}, [("declared", "impossible")]),
        (contract_answers(100, [100, 62], declared=[0, 30]), {}, [("declared", "impossible")]),
        (contract_answers(100, [100, 62], declared=[0, 25]), {}, [("declared", "step")]),
        (contract_answers(100, [100, 62], coinche=3), {}, [("coinche", "choice")]),
        ({"taker": 2}, {}, [("taker", "side")]),
    ],
)
def test_impossible_answers_are_refused_with_their_code(answers: Answers, options: dict, problems: list) -> None:
    assert codes(row("coinche", answers, **options)) == problems


def test_declarations_answered_for_one_side_leave_the_round_open() -> None:
    scored = row("coinche", contract_answers(100, [100, 62], declared=[50, None]), declarations=True)
    assert (codes(scored), scored.complete, scored.points) == ([], False, [0, 0])


def test_house_rules_decide_what_is_asked() -> None:
    def open_names(answers: Answers, **options: Any) -> list[str]:
        return open_questions(row("coinche", answers, **options).deal)

    play = ["trump", "trick_points", "all_tricks", "belote"]
    assert open_names({}) == ["passed_out", "taker", "contract", *play, "coinche"]
    assert open_names({}, **CLASSIC) == ["passed_out", "taker", *play]
    assert open_names({"taker": 0}, declarations=True) == ["contract", *play, "declared", "coinche"]
    assert open_names({"passed_out": True}) == []


def everything(answers: Answers, **options: Any) -> int:
    """Return the points of both sides together, with what is held."""
    scored = row("coinche", answers, **options)
    return sum(scored.points) + (scored.facts.get("held") or 0)


def test_plain_belote_shares_out_everything() -> None:
    """Tricks, belote and declarations always go to someone, or are held."""
    chance, seen = Random(3), set()
    for _time in range(400):
        answers = random_round(chance)
        if "passed_out" not in answers:
            tricks = 162 if answers["trick_points"] else 252
            more = (20 if answers["belote"] is not None else 0) + sum(answers["declared"] or [])
            assert everything(answers, declarations=True, **CLASSIC) == tricks + more
            seen.add(row("coinche", answers, declarations=True, **CLASSIC).facts["made"])
    assert seen >= {True, False}


def test_held_points_are_never_lost_after_an_amendment() -> None:
    """Whichever round is amended, each later winner gets what was held since the one before."""
    chance = Random(6)
    deals = [random_round(chance) | {} for _number in range(12)]
    tied = contract_answers(None, [81, 81])
    for place in range(12):
        amended = [*deals[:place], tied, *deals[place + 1 :]]
        held = 0
        for scored in match("coinche", amended, target=100_000, declarations=True, **CLASSIC).rows:
            line = dict(lines(scored)).get("Held points", [0, 0])
            if scored.deal["passed_out"]:
                continue
            if scored.facts["made"] is None:
                assert sum(line) == 0
                assert scored.facts["held"] > held
            else:
                assert sum(line) == held
                assert scored.facts["held"] == 0
            held = scored.facts["held"]


def moments(answers: Answers, **options: Any) -> list[tuple[str, int | None, dict]]:
    deal = row("coinche", answers, **options).deal
    return [(moment.name, moment.side, moment.words.values) for moment in COINCHE.moments(deal)]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, []),
        ({"passed_out": True}, []),
        (contract_answers(100, [100, 62]), []),
        (contract_answers(100, [95, 67]), [("just_failed", 0, {"missing": 5})]),
        (contract_answers(100, [94, 68]), []),
        (contract_answers(80, [80, 82]), [("just_failed", 0, {"missing": 2})]),
        (contract_answers(160, None, 1, all_tricks=1), [("high_contract", 1, {"contract": 160})]),
        (contract_answers(150, [152, 10]), []),
        (contract_answers(250, None, all_tricks=0), [("capot", 0, {})]),
        (contract_answers(250, [162, 0]), []),
        (contract_answers(100, [110, 52], coinche=4), [("surcoinche", 0, {})]),
        (contract_answers(100, [60, 102], coinche=4), [("surcoinche", 1, {})]),
        (contract_answers(100, [110, 52], coinche=2), []),
    ],
)
def test_moments_of_a_round(answers: Answers, expected: list) -> None:
    assert moments(answers) == expected
    assert moments(answers, **CLASSIC) == []


@pytest.mark.parametrize(
    ("answers", "options", "expected"),
    [
        ({}, {}, [None] * 4),
        ({"passed_out": True}, {}, [None] * 4),
        (contract_answers(100, [100, 62]), {}, [[1, None], [0, None], None, [0, 0]]),
        (contract_answers(100, [60, 102], 0, coinche=2), {}, [[0, None], [1, None], [0, 1], [0, 0]]),
        (contract_answers(100, None, 1, all_tricks=1, coinche=4), {}, [[None, 1], [None, 0], [0, 1], [0, 1]]),
        (contract_answers(None, [81, 81]), CLASSIC, [None, None, None, [0, 0]]),
        (contract_answers(None, [60, 102]), CLASSIC, [[0, None], [1, None], None, [0, 0]]),
    ],
)
def test_figures_of_a_round(answers: Answers, options: dict, expected: list) -> None:
    deal = row("coinche", answers, **options).deal
    assert [figure.count(deal) for figure in COINCHE.figures] == expected


def test_contracts_are_counted_by_trump() -> None:
    deal = row("coinche", contract_answers(100, [100, 62], trump="hearts")).deal
    assert [None if figure.by is None else figure.by(deal) for figure in COINCHE.figures] == [
        "hearts",
        "hearts",
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("answers", "options", "expected"),
    [
        (contract_answers(100, [100, 62]), {}, ("Made", 0, True)),
        (contract_answers(100, [99, 63]), {}, ("Failed", 0, False)),
        (contract_answers(None, [62, 100], 1), CLASSIC, ("Made", 1, True)),
        (contract_answers(None, [81, 81], 1), CLASSIC, ("Tied", 1, None)),
        (contract_answers(None, [81, 81], 1), CLASSIC | {"level": "failed"}, ("Failed", 1, False)),
        (contract_answers(None, [81, 81], 1), {}, None),
        ({"passed_out": True}, {}, None),
    ],
)
def test_the_outcome_of_a_round(answers: Answers, options: dict, expected: tuple | None) -> None:
    outcome = COINCHE.outcome(row("coinche", answers, **options).deal)
    assert (None if outcome is None else (plain_text(outcome.words.text), outcome.side, outcome.is_good)) == expected
