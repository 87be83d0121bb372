"""Pilotta. S4 is the source of its rules; the number after L is the line."""

from typing import Any

import pytest

from games.rules.judge import open_questions
from games.rules.pilotta import PILOTTA
from games.rules.pilotta_cards import card_worth
from games.rules.pilotta_declarations import worth
from tests.rules.play import codes, lines, match, points, problem_texts, row, wrong

BID = {"bidder": 0, "bid": 100, "trump": "hearts"}
PLAYED = {**BID, "trick_points": [106, 56]}


def run(length: int, top: str | None = None, suit: str | None = None, seat: int | None = None) -> dict[str, Any]:
    return {"kind": "sequence", "length": length, "top": top, "suit": suit, "seat": seat}


def four(rank: str, seat: int | None = None) -> dict[str, Any]:
    return {"kind": "four", "rank": rank, "seat": seat}


def played(tricks: list[int | None], bid: int = 100, **more: Any) -> dict[str, Any]:
    return {"bidder": 0, "bid": bid, "trick_points": tricks, **more}


# S4 L59: "out of 16 rather than 162"; L60 "removing the last digit"; L61-63 where the fifteenth ten goes
@pytest.mark.parametrize(
    ("tricks", "tens"),
    [
        ([106, 56], [11, 5]),  # S4 L64: "10+1=11 and 5 respectively"
        ([56, 106], [5, 11]),
        ([97, 65], [10, 6]),  # L62: "with the higher last digit"
        ([95, 67], [9, 7]),
        ([98, 64], [10, 6]),
        ([94, 68], [9, 7]),
        ([99, 63], [10, 6]),
        ([93, 69], [9, 7]),
        ([96, 66], [10, 6]),
        ([86, 76], [9, 7]),
        ([81, 81], [8, 8]),
        ([100, 62], [10, 6]),
        ([90, 72], [9, 7]),
        ([91, 71], [9, 7]),
        ([92, 70], [9, 7]),
        ([162, 0], [16, 0]),
        ([160, 2], [16, 0]),
        ([159, 3], [16, 0]),
        ([156, 6], [16, 0]),
        ([155, 7], [15, 1]),
        ([152, 10], [15, 1]),
    ],
)
def test_the_tricks_are_sixteen_tens(tricks: list[int], tens: list[int]) -> None:
    bid = {"bidder": 0 if tricks[0] > 80 else 1, "bid": 80, "trick_points": tricks}
    assert lines(row("pilotta", bid))[0] == ("Tricks", tens)


def test_every_split_has_sixteen_tens_and_favours_no_side() -> None:
    for own in range(81, 163):
        if own == 161:
            continue
        left = row("pilotta", {"bidder": 0, "bid": 80, "trick_points": [own, 162 - own]})
        right = row("pilotta", {"bidder": 1, "bid": 80, "trick_points": [162 - own, own]})
        assert sum(left.lines[0].points) == 16, own
        assert left.points == right.points[::-1], own


@pytest.mark.parametrize(("agreed", "tens"), [("trick_points", [11, 5]), ("bidder", [10, 6])])
def test_six_and_six_goes_to_the_higher_score_or_the_bidder(agreed: str, tens: list[int]) -> None:
    scored = row(
        "pilotta", {"bidder": 1, "bid": 80, "trick_points": [106, 56], "pilotta": 1, **level_200()}, tie_goes_to=agreed
    )
    assert ("Tricks", tens) in lines(scored)


def level_200() -> dict[str, Any]:
    """Declarations that carry a bid of 80 with 56 points in tricks."""
    return {"declarations": [[], [run(5)]]}


@pytest.mark.parametrize(
    ("answers", "earned"),
    [
        (played([106, 56]), [21, 5]),  # S4 L64-65: 10+1=11 and 5; "the stake (highest bid)" is added
        (played([97, 65], 90), [19, 6]),
        (played([100, 62]), [20, 6]),  # exactly made
        (played([89, 73], 90), [0, 25]),  # S4 L30: "that team gets 0"; one short
        (played([162, 0], kapo=0), [35, 0]),  # S4 L36: "the team receives 250 points (instead of 162)"
        (played([162, 0]), [26, 0]),  # not a kapo
        (played([100, 62], pilotta=1), [20, 8]),  # S4 L38: "receives 20 extra points"
        (played([80, 82], pilotta=0), [20, 8]),  # 80 and 20 make 100
        (played([70, 92], declarations=[[run(4)], []]), [22, 9]),
        (played([70, 92], declarations=[[], [run(4)]]), [0, 31]),
        (played([70, 92], declarations=[[run(3)], []]), [0, 28]),
        (played([None, None], 250, kapo=0), [50, 0]),
        (played([None, None], 260, kapo=0), [0, 51]),
        (played([None, None], 100, kapo=1), [0, 35]),
        (played([62, 100], 180, pilotta=0, declarations=[[four("J")], []]), [46, 10]),
        (played([0, 162], 200, kapo=1, declarations=[[four("J")], [four("9")]]), [40, 25]),  # made, literally
    ],
)
def test_a_deal_scores_its_points(answers: dict, earned: list[int]) -> None:
    assert points("pilotta", answers) == earned


def test_a_deal_has_its_lines() -> None:
    answers = played([97, 65], 90, pilotta=1, declarations=[[run(3), run(4)], []])
    assert lines(row("pilotta", answers)) == [
        ("Tricks", [10, 6]),
        ("Declarations", [7, 0]),
        ("Pilotta", [0, 2]),
        ("Stake", [9, 0]),
    ]


@pytest.mark.parametrize(
    ("answers", "tricks", "stake"),
    [
        (played([97, 65], 90), ["97 points", "65 points"], ["90 made", None]),
        (played([62, 100], 90) | {"bidder": 1}, ["62 points", "100 points"], [None, "90 made"]),
        (played([89, 73], 90), [None, "All 16"], [None, "90 failed"]),
        (played([None, None], kapo=0), ["Kapo", None], ["100 made", None]),
        (played([None, None], kapo=1), [None, "Kapo"], [None, "100 failed"]),
    ],
)
def test_the_lines_have_reasons(answers: dict, tricks: list, stake: list) -> None:
    why = {
        line.label: [words and words.translated(str) for words in line.why or ()]
        for line in row("pilotta", answers).lines
    }
    assert (why["Tricks"], why["Stake"]) == (tricks, stake)


@pytest.mark.parametrize(
    ("declaration", "value", "quote", "line"),
    [
        (run(3), 20, "3 cards 20 points", 45),
        (run(4), 50, "4 cards 50 points", 47),
        (run(5), 100, "5 or more 100 points", 49),
        (run(6), 100, "5 or more 100 points", 49),
        (run(8), 100, "5 or more 100 points", 49),
        (four("A"), 100, "can win 100 points if they are Aces, Tens, Kings or Queens", 52),
        (four("10"), 100, "can win 100 points if they are Aces, Tens, Kings or Queens", 52),
        (four("K"), 100, "can win 100 points if they are Aces, Tens, Kings or Queens", 52),
        (four("Q"), 100, "can win 100 points if they are Aces, Tens, Kings or Queens", 52),
        (four("J"), 200, "Jacks they win 200 points", 53),
        (four("9"), 150, "four Nines win 150 points", 53),
    ],
)
def test_a_declaration_has_its_value(declaration: dict, value: int, quote: str, line: int) -> None:
    assert worth(declaration) == value


@pytest.mark.parametrize(
    ("declarations", "to", "earned"),
    [
        ([[four("J")], [four("9"), run(5)]], None, [20, 0]),  # S4 L56: the single highest value
        ([[run(4), run(4)], [run(5)]], None, [0, 10]),
        ([[run(3), run(4)], [run(3)]], None, [7, 0]),
        ([[run(3)], [run(3), run(3)]], 0, [2, 0]),
        ([[run(3)], [run(3), run(3)]], 1, [0, 4]),
        ([[run(5)], [four("A")]], 1, [0, 10]),
        ([[], []], None, [0, 0]),
        ([None, [run(3)]], None, [0, 2]),
    ],
)
def test_only_the_side_with_the_highest_declaration_counts(
    declarations: list, to: int | None, earned: list[int]
) -> None:
    scored = row("pilotta", played([100, 62], declarations=declarations, declarations_to=to))
    assert problem_texts(scored) == []
    assert dict(lines(scored)).get("Declarations", [0, 0]) == earned


def test_tied_declarations_must_be_decided_before_scoring() -> None:
    sheet = match("pilotta", [played([100, 62], declarations=[[run(3)], [run(3)]])])
    assert sheet.rows[0].lines == []
    assert not sheet.rows[0].complete
    assert "declarations_to" in open_names(sheet)
    assert "declarations_to" not in open_names(match("pilotta", [PLAYED]))


def open_names(sheet: Any) -> list[str]:
    return open_questions(sheet.rows[0].deal)


def test_an_incomplete_declaration_is_open() -> None:
    scored = row("pilotta", played([100, 62], declarations=[[{"kind": "sequence"}], []]))
    assert problem_texts(scored) == []
    assert not scored.complete
    assert scored.lines == []


@pytest.mark.parametrize(
    ("answers", "options", "earned"),
    [
        (played([90, 72]), {}, [0, 26]),
        (played([90, 72]), {"stake_on_fail": False}, [0, 16]),
        (played([None, None], kapo=1), {"stake_on_fail": False}, [0, 25]),
        (played([60, 102], pilotta=0), {}, [0, 28]),
        (played([60, 102], pilotta=0), {"pilotta_after_failure": "holder"}, [2, 26]),
        (played([60, 102], pilotta=1), {"pilotta_after_failure": "holder"}, [0, 28]),
        (played([100, 62], pilotta=1), {"pilotta_after_failure": "holder"}, [20, 8]),
        (played([80, 82], pilotta=0), {"contract_counts": "card_points"}, [0, 28]),
        (played([100, 62], pilotta=0), {"contract_counts": "card_points"}, [22, 6]),
        (played([60, 102], declarations=[[run(4)], []]), {"contract_counts": "card_points"}, [0, 31]),
        (played([None, None], 250, kapo=0), {"contract_counts": "card_points"}, [50, 0]),
    ],
)
def test_a_house_rule_changes_the_points(answers: dict, options: dict, earned: list[int]) -> None:
    assert points("pilotta", answers, **options) == earned


@pytest.mark.parametrize(
    ("answers", "earned"),
    [
        (played([100, 62], contra=2), [36, 0]),
        (played([100, 62], contra=4), [56, 0]),
        (played([100, 62], contra=1), [20, 6]),
        (played([100, 62]), [20, 6]),
        (played([99, 63], contra=2), [0, 36]),
        (played([100, 62], contra=2, pilotta=1), [38, 0]),
        (played([60, 102], contra=2, pilotta=0, declarations=[[run(3)], []]), [40, 0]),
        (played([59, 103], contra=4, pilotta=0, declarations=[[run(3)], []]), [0, 60]),
        (played([None, None], contra=2, kapo=0), [45, 0]),
        (played([None, None], contra=4, kapo=1), [0, 65]),
        # Made by four jacks, without a trick: 25 for the tricks, 20 declared, 2 × 20 at stake.
        (played([None, None], 200, contra=2, kapo=1, declarations=[[four("J")], []]), [85, 0]),
    ],
)
def test_the_winner_gets_everything_after_a_contra(answers: dict, earned: list[int]) -> None:
    assert points("pilotta", answers, doubling=True) == earned
    strict = {"stake_on_fail": False, "pilotta_after_failure": "holder"}
    if answers.get("contra", 1) > 1:
        assert points("pilotta", answers, doubling=True, **strict) == earned


def test_a_contra_needs_its_option() -> None:
    assert points("pilotta", played([100, 62], contra=4)) == [20, 6]


def test_a_passed_deal_scores_nothing_and_the_next_player_deals() -> None:
    sheet = match("pilotta", [{"passed_out": True}])
    assert sheet.rows[0].complete
    assert sheet.totals == [0, 0]
    assert sheet.rows[0].facts == {}
    assert open_names(sheet) == []
    coming = sheet.next_deal()
    assert coming is not None
    assert coming.dealer == 1


def test_false_is_the_same_as_no_answer() -> None:
    assert points("pilotta", {**PLAYED, "passed_out": False}) == [21, 5]
    assert "passed_out" in open_names(match("pilotta", [{"passed_out": False}]))


@pytest.mark.parametrize("missing", ["bidder", "bid", "trick_points"])
def test_nothing_is_scored_before_bidder_bid_and_tricks_are_known(missing: str) -> None:
    scored = row("pilotta", {name: PLAYED[name] for name in PLAYED if name != missing} | {"pilotta": 1})
    assert scored.points == [0, 0]
    assert not scored.complete
    assert scored.facts == {}


def test_the_open_questions_depend_on_the_answers() -> None:
    assert open_names(match("pilotta", [{**PLAYED}])) == ["last_trick", "kapo", "declarations", "pilotta"]
    assert open_names(match("pilotta", [{**BID, "kapo": 0}])) == ["declarations", "pilotta"]
    assert open_names(match("pilotta", [PLAYED], doubling=True))[-1] == "contra"
    assert open_names(match("pilotta", [{}])) == [
        "passed_out",
        "bidder",
        "bid",
        "trump",
        "trick_points",
        "last_trick",
        "kapo",
        "declarations",
        "pilotta",
    ]


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({"bid": 70}, "bid"),  # S4 L28: "with a minimum of 80"
        ({"bid": 85}, "bid"),  # S4 L28: "in increments of 10"
        ({"bid": 8}, "bid"),
        ({"bid": 90.0}, "bid"),
        ({"trump": "green"}, "trump"),
        ({"trick_points": [100, 61]}, "trick_points"),  # S4 L26: "a game consists of 162 points"
        ({"trick_points": [250, 0]}, "trick_points"),
        ({"trick_points": [-1, 163]}, "trick_points"),
        ({"trick_points": [161, 1]}, "trick_points"),
        ({"trick_points": [1, None]}, "trick_points"),
        ({"last_trick": 1, "trick_points": [153, 9]}, "last_trick"),  # S4 L26: "another 10 points called PISO"
        ({"last_trick": 1, "trick_points": [151, 11]}, "last_trick"),
        ({"kapo": 1}, "trick_points"),
        ({"kapo": 0, "trick_points": [0, 162]}, "trick_points"),
        ({"kapo": 0, "trick_points": None, "last_trick": 1}, "last_trick"),
        ({"contra": 3}, "contra"),
        ({"contra": True}, "contra"),
        ({"pilotta": [0, 1]}, "pilotta"),
        ({"pilotta": 1, "declarations": [[four("K")], []]}, "pilotta"),
        ({"pilotta": 1, "declarations": [[four("Q")], []]}, "pilotta"),
        ({"pilotta": 1, "declarations": [[run(3, "K", "hearts")], []]}, "pilotta"),
        ({"pilotta": 1, "declarations": [[run(3, "Q", "hearts")], []]}, "pilotta"),
        ({"pilotta": 1, "declarations": [[run(3, "A", "hearts")], []]}, "pilotta"),
        ({"declarations": [[four("7")], []]}, "declarations"),  # S4 L53-54: "No points for Sevens or Eights"
        ({"declarations": [[four("8")], []]}, "declarations"),
        ({"declarations": [[run(2)], []]}, "declarations"),  # S4 L42: "3 or more consecutive cards"
        ({"declarations": [[run(9)], []]}, "declarations"),
        ({"declarations": [[run(4, "9")], []]}, "declarations"),  # nothing below the seven
        ({"declarations": [[run(3, "7")], []]}, "declarations"),
        ({"declarations": [[four("J")], [four("J")]]}, "declarations"),
        ({"declarations": [[four("J"), four("J")], []]}, "declarations"),
        ({"declarations": [[run(3, "K")], [four("Q")]]}, "declarations"),
        ({"declarations": [[run(3, "K", seat=0), four("Q", 2)], []]}, "declarations"),
        ({"declarations": [[run(3, "K", "clubs")], [run(3, "J", "clubs")]]}, "declarations"),
        ({"declarations": [[run(3, "K", "clubs"), run(3, "K", "clubs")], []]}, "declarations"),
        ({"declarations": [[run(3, seat=1)], []]}, "declarations"),
        ({"declarations": [[{"kind": "five"}], []]}, "declarations"),
        ({"declarations": [[{"kind": "four", "rank": "J", "colour": 1}], []]}, "declarations"),
        ({"declarations": [[]]}, "declarations"),
        ({"declarations": [[run(4)], [run(3)]], "declarations_to": 1}, "declarations_to"),
        ({"declarations_to": 1}, "declarations_to"),
        ({"passed_out": True}, "passed_out"),
        ({"seat": 1}, "seat"),
    ],
)
def test_impossible_answers_are_refused(changes: dict, question: str) -> None:
    assert wrong("pilotta", {**PLAYED, **changes}) == [question]


@pytest.mark.parametrize(
    "changes",
    [
        {"bid": 500},  # no highest bid
        {"last_trick": 1, "trick_points": [152, 10]},
        {"last_trick": 1, "trick_points": [150, 12]},
        {"last_trick": 0, "trick_points": [151, 11]},
        {"pilotta": 0, "declarations": [[four("K")], []]},
        {"pilotta": 1, "declarations": [[four("J")], []]},
        {"pilotta": 1, "declarations": [[run(3, "K", "clubs")], []]},
        {"pilotta": 1, "declarations": [[run(3, "J", "hearts")], []]},
        {"pilotta": 1, "declarations": [[run(3, "K")], []]},
        {"pilotta": 1, "declarations": [[run(3, "K")], []], "trump": None},
        {"declarations": [[{"kind": "sequence", "top": "9"}], []]},
        {"declarations": [[{"kind": "four"}], [{"kind": "four"}]]},
        {"declarations": [[run(3, "K", seat=0), four("K", 0)], []]},  # one player may use a card twice
        {"declarations": [[run(3, "K"), four("K")], []]},
        {"declarations": [[run(3, "K", "clubs")], [run(3, "K", "spades")]], "declarations_to": 0},
        {"declarations": [[run(3, "9")], []]},
        {"declarations": [[run(8, "A")], []]},
        {"declarations": [[run(4)], [run(3)]], "declarations_to": 0},
    ],
)
def test_rare_but_possible_answers_are_accepted(changes: dict) -> None:
    assert wrong("pilotta", {**PLAYED, **changes}) == []


# S4 L10-24
@pytest.mark.parametrize(
    ("rank", "trump", "plain"),
    [("J", 20, 2), ("9", 14, 0), ("A", 11, 11), ("10", 10, 10), ("K", 4, 4), ("Q", 3, 3), ("8", 0, 0), ("7", 0, 0)],
)
def test_a_card_has_its_points(rank: str, trump: int, plain: int) -> None:
    deal = row("pilotta", BID).deal
    assert card_worth(rank, "hearts", deal) == trump
    assert card_worth(rank, "clubs", deal) == plain


def test_the_pack_and_the_last_trick_have_162_points() -> None:
    deal = row("pilotta", {**BID, "last_trick": 0}).deal
    pack = deal.setup.game.pack
    assert pack.answers(deal, 0, pack.cards()) == {"trick_points": [162, None]}
    assert pack.answers(deal, 1, pack.cards()) == {"trick_points": [None, 152]}
    assert pack.answers(row("pilotta", BID).deal, 0, pack.cards()) == {}
    assert len(pack.cards()) == 32  # S4 L1: "a pack of 32 cards"
    assert len(pack.worth_something(deal)) == 21  # A 10 K Q J of each suit, and the nine of trumps


@pytest.mark.parametrize(
    ("totals", "winners"), [([301, 200], [0]), ([300, 300], []), ([305, 310], [1]), ([310, 310], []), ([300, 301], [1])]
)
def test_the_higher_total_wins_once_at_301(totals: list[int], winners: list[int]) -> None:
    played = match("pilotta", [])
    assert played.setup.winners(totals, 1) == winners


def test_a_bid_that_is_too_low_is_refused() -> None:
    # S4 L28: "with a minimum of 80"; "in increments of 10"
    assert problem_texts(row("pilotta", {"bid": 70})) == [("bid", "70 is too low; the minimum is 80.")]
    assert problem_texts(row("pilotta", {"bid": 85})) == [("bid", "85 is not a multiple of 10.")]


def test_the_targets_to_choose_from() -> None:
    assert PILOTTA.options[0].schema() == {"type": "integer", "minimum": 1, "default": 301}
    assert vars(PILOTTA.options[0])["usual"] == (301, 151, 251, 351, 401)


RARE = {"just_failed": 20, "kapo": 40, "high_bid": 50, "four_jacks": 70}


def moments(answers: dict) -> list[tuple[str, int | None, str]]:
    """Return name, side and sentence of all moments, with Eleni as the side in the sentence."""
    scored = row("pilotta", answers)
    assert problem_texts(scored) == []
    assert all(moment.rare == RARE[moment.name] for moment in PILOTTA.moments(scored.deal))
    return [
        (moment.name, moment.side, moment.words.text % {"side": "Eleni", **moment.words.values})
        for moment in PILOTTA.moments(scored.deal)
    ]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (played([106, 56]), []),
        ({"bidder": 0, "bid": 160}, []),
        (played([95, 67]), [("just_failed", 0, "Eleni fell 5 short of the bid.")]),
        (played([94, 68]), []),
        (played([99, 63], 110), []),
        (played([65, 97], 100) | {"bidder": 1}, [("just_failed", 1, "Eleni fell 3 short of the bid.")]),
        (played([95, 67], pilotta=0), []),  # made, with the 20 of the pilotta
        (played([None, None], kapo=1), [("kapo", 1, "Eleni took all eight tricks.")]),
        (played([162, 0], 160), [("high_bid", 0, "Eleni bid 160 and made it.")]),
        (played([140, 22], 160), [("high_bid", 0, "Eleni bid 160 and failed.")]),
        (played([162, 0], 150), []),
        (played([100, 62], declarations=[[], [four("J"), run(3)]]), [("four_jacks", 1, "Eleni showed four jacks.")]),
    ],
)
def test_moments_of_a_deal(answers: dict, expected: list) -> None:
    assert moments(answers) == expected


@pytest.mark.parametrize(
    ("answers", "won", "lost", "beyond", "kapos"),
    [
        (played([106, 56]), [1, None], [0, None], [6, None], [0, 0]),  # a bid of 100
        (played([56, 106]), [0, None], [1, None], [-44, None], [0, 0]),
        (played([56, 106]) | {"bidder": 1}, [None, 1], [None, 0], [None, 6], [0, 0]),
        (played([95, 67], pilotta=0), [1, None], [0, None], [15, None], [0, 0]),  # with the 20 of the pilotta
        (played([None, None], kapo=1), [0, None], [1, None], [-100, None], [0, 1]),
        (played([None, None], 160, kapo=0), [1, None], [0, None], [90, None], [1, 0]),  # 250 - 160
        ({"bidder": 0, "kapo": 0}, None, None, None, None),
        ({"passed_out": True}, None, None, None, None),
    ],
)
def test_figures_of_a_deal(answers: dict, won: object, lost: object, beyond: object, kapos: object) -> None:
    counted = [figure.count(row("pilotta", answers).deal) for figure in PILOTTA.figures]
    assert counted == [won, lost, beyond, kapos]


def test_contracts_are_counted_apart_by_trumps_and_by_bid() -> None:
    deal = row("pilotta", played([106, 56], 110) | {"trump": "spades"}).deal
    apart = {
        figure.name: (figure.by(deal), figure.also_by(deal))
        for figure in PILOTTA.figures
        if figure.by and figure.also_by
    }
    assert apart == {"bids_made": ("spades", "110"), "bids_failed": ("spades", "110")}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"declarations_to": 1}, ("declarations_to", "contradiction")),
        ({"declarations": [[run(4, "9")], []]}, ("declarations", "impossible")),
        ({"declarations": [[run(3, seat=1)], []]}, ("declarations", "seat")),
        ({"declarations": [[four("J")], [four("J")]]}, ("declarations", "doubled")),
        ({"declarations": [[run(3, "K")], [four("Q")]]}, ("declarations", "doubled")),
        ({"declarations": [[None] * 9, []]}, ("declarations", "length")),
        ({"pilotta": 1, "declarations": [[four("K")], []]}, ("pilotta", "contradiction")),
        ({"trick_points": [161, 1]}, ("trick_points", "impossible")),
        ({"kapo": 1}, ("trick_points", "contradiction")),
        ({"last_trick": 1, "trick_points": [153, 9]}, ("last_trick", "too_few")),
        ({"last_trick": 1, "trick_points": [151, 11]}, ("last_trick", "impossible")),
        ({"passed_out": True}, ("passed_out", "contradiction")),
    ],
)
def test_every_problem_has_its_code(changes: dict, problem: tuple[str, str]) -> None:
    assert codes(row("pilotta", {**PLAYED, **changes})) == [problem]


@pytest.mark.parametrize(
    ("declarations", "problem"),
    [
        ([[run(4, "9")], []], "A run of 4 cards cannot end with 9."),
        ([[four("J")], [four("J")]], "Four of a kind (J) is declared twice."),
        ([[run(3, "K")], [four("Q")]], "A card is declared twice: Q."),
        ([[run(3, "K", "clubs")], [run(3, "J", "clubs")]], "A card is declared twice: J."),
        ([[run(3, "K", "clubs")], [run(3, "Q", "clubs")]], "A card is declared twice: J."),
    ],
)
def test_a_wrong_declaration_has_its_sentence(declarations: list, problem: str) -> None:
    assert problem_texts(row("pilotta", played([106, 56], declarations=declarations))) == [("declarations", problem)]


def test_an_impossible_run_is_still_compared_with_others() -> None:
    scored = row("pilotta", played([106, 56], declarations=[[run(4, "9")], [four("9")]]))
    assert [sentence for _question, sentence in problem_texts(scored)] == [
        "A run of 4 cards cannot end with 9.",
        "A card is declared twice: 9.",
    ]


@pytest.mark.parametrize("missing", ["bidder", "bid", "trick_points"])
def test_the_side_of_the_declarations_is_not_judged_in_an_open_round(missing: str) -> None:
    assert wrong("pilotta", {**PLAYED, missing: None, "declarations_to": 1}) == []


def test_only_the_higher_declarations_can_count() -> None:
    scored = row("pilotta", played([106, 56], declarations=[[run(4)], [run(3)]], declarations_to=1))
    assert problem_texts(scored) == [("declarations_to", "Only the side with the highest declaration scores its own.")]


def test_the_side_of_the_declarations_is_not_judged_before_they_are_known() -> None:
    answers = played([106, 56], declarations=[[run(4)], [{"kind": "sequence"}]])
    assert wrong("pilotta", {**answers, "declarations_to": 0}) == []
    assert wrong("pilotta", {**answers, "declarations_to": 1}) == []


def test_the_number_of_declarations_is_limited() -> None:
    assert problem_texts(row("pilotta", played([106, 56], declarations=[[None] * 8, []]))) == []
    scored = row("pilotta", played([106, 56], declarations=[[None] * 9, []]))
    assert problem_texts(scored) == [("declarations", "There are 9 entries here; at most 8 are allowed.")]


def test_moments_and_figures_of_a_game() -> None:
    deal = row("pilotta", played([97, 65], bid=100, pilotta=1)).deal
    game = deal.setup.game
    assert [moment.name for moment in game.moments(deal)] == ["just_failed"]
    assert {figure.name: figure.count(deal) for figure in game.figures} == {
        "bids_made": [0, None],
        "bids_failed": [1, None],
        "beyond": [-3, None],
        "kapos": [0, 0],
    }
    kapo = row("pilotta", played([None, None], 160, kapo=0, declarations=[[four("J")], []])).deal
    assert [moment.name for moment in game.moments(kapo)] == ["kapo", "high_bid", "four_jacks"]


@pytest.mark.parametrize(
    ("declarations", "question"),
    [
        ([[{"kind": "sequence", "length": 4, "seat": 3}], [{}]], "declarations"),
        ([[run(4, "9")], [{"kind": "four"}]], "declarations"),
        ([[{"seat": 3}], []], "declarations"),
        ([[four("J"), {}], [four("J")]], "declarations"),
        ([[{}], [four("Q")]], "pilotta"),
    ],
)
def test_known_fields_must_fit_while_a_declaration_is_incomplete(declarations: list, question: str) -> None:
    assert wrong("pilotta", {"declarations": declarations, "pilotta": 0}) == [question]


def test_the_side_of_the_declarations_can_be_answered_first() -> None:
    assert wrong("pilotta", {"declarations_to": 1}) == []
    assert wrong("pilotta", {**PLAYED, "declarations_to": 1}) == ["declarations_to"]
    assert wrong("pilotta", {**PLAYED, "declarations": [], "declarations_to": 1}) == ["declarations"]
