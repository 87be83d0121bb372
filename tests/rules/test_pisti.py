"""Pişti. S3 is the source of its rules; the number after L is the line."""

import pytest

from games.rules.judge import open_questions
from games.rules.pisti import PISTI
from tests.rules.play import codes, lines, match, points, problem_texts, row, wrong

PLAIN = {
    "jacks": [2, 2],
    "aces": [1, 3],
    "two_of_clubs": 0,
    "ten_of_diamonds": 1,
    "tricks": [9, 7],
    "pistis": [1, 0],
    "jack_pistis": [0, 1],
}
ALL_CARDS = {"jacks": [4, 0], "aces": [4, 0], "two_of_clubs": 0, "ten_of_diamonds": 0}


def deal(**changes: object) -> dict:
    """Return a plain deal with some answers changed."""
    return {**PLAIN, "jack_pistis": [0, 0], **changes}


@pytest.mark.parametrize(
    ("quote", "line", "earned"),
    [
        ("Clubs 2 = 2 points", 24, ("2♣", [2, 0])),
        ("Diamonds 10 = 3 points", 25, ("10♦", [0, 3])),
        ("Jack = 1 point", 26, ("Jacks", [2, 2])),
        ("Ace = 1 point", 27, ("Aces", [1, 3])),
        ("Whoever has the most tricks = 3 points", 28, ("Most tricks", [3, 0])),
        ("Pişti = 10 points", 29, ("Pişti", [10, 0])),
        ("Jack Pişti = 20 points", 30, ("Jack pişti", [0, 20])),
    ],
)
def test_every_item_of_the_count_scores_its_points(quote: str, line: int, earned: tuple[str, list[int]]) -> None:
    scored = row("pisti", PLAIN)
    assert earned in lines(scored)
    assert scored.points == [18, 28]


def test_a_round_has_sixteen_points_besides_the_pistis() -> None:
    assert sum(points("pisti", deal(pistis=[0, 0]))) == 16
    assert sum(points("pisti", deal(pistis=[0, 0], tricks=[8, 8]))) == 13


@pytest.mark.parametrize(
    ("players", "tricks", "leader"),
    [
        (2, [9, 8], 0),
        (2, [8, 8], None),
        (3, [5, 7, 6], 1),
        (3, [7, 7, 1], None),
        (4, [3, 4, 5, 6], 3),
        (4, [6, 6, 5, 1], None),
        (4, [4, 4, 4, 4], None),
        (4, [6, 5, 5, 5], 0),
    ],
)
def test_shared_most_tricks_score_nothing(players: int, tricks: list[int], leader: int | None) -> None:
    scored = row("pisti", {"tricks": tricks}, players)
    assert problem_texts(scored) == []
    assert scored.points == [3 if side == leader else 0 for side in range(players)]


def without_tricks(**changes: object) -> dict:
    return {name: value for name, value in deal(**changes).items() if name != "tricks"}


@pytest.mark.parametrize(("most", "earned"), [(0, [3, 0]), (1, [0, 3]), ("tie", [0, 0])])
def test_who_has_the_most_tricks_is_enough(most: int | str, earned: list[int]) -> None:
    scored = row("pisti", without_tricks(most_tricks=most))
    assert [points for label, points in lines(scored) if label == "Most tricks"] == [earned][: any(earned)]
    assert scored.complete
    assert scored.points == points("pisti", deal(tricks={0: [9, 7], 1: [7, 9], "tie": [8, 8]}[most]))


@pytest.mark.parametrize(("tricks", "most"), [([9, 7], 1), ([8, 8], 0), ([7, 9], "tie")])
def test_numbers_of_tricks_contradict_another_leader(tricks: list[int], most: int | str) -> None:
    assert codes(row("pisti", deal(tricks=tricks, most_tricks=most))) == [("most_tricks", "contradiction")]


def test_a_leader_is_a_side_or_a_tie() -> None:
    for value in (2, -1, "most", True, [0]):
        assert codes(row("pisti", without_tricks(most_tricks=value))) == [("most_tricks", "side")]


def test_without_an_answer_only_the_numbers_are_asked() -> None:
    scored = row("pisti", without_tricks())
    assert (scored.complete, open_questions(scored.deal)) == (False, ["tricks"])


def test_an_option_counts_cards_instead_of_tricks() -> None:
    answers = deal(tricks=[5, 9], cards=[27, 25])
    assert ("Most tricks", [0, 3]) in lines(row("pisti", answers))
    assert ("Most cards", [3, 0]) in lines(row("pisti", answers, most="cards"))
    assert row("pisti", deal(tricks=[5, 9], cards=[26, 26]), most="cards").points == [15, 8]


def test_partners_count_together() -> None:
    sheet = match("pisti", [PLAIN], players=4, teams=True)
    assert sheet.totals == [18, 28]
    assert sheet.setup.seats_of(1) == [1, 3]


def test_known_lines_are_scored() -> None:
    scored = row("pisti", {"jacks": [3, None], "pistis": [None, 2]})
    assert lines(scored) == [("Jacks", [3, 1])]
    assert not scored.complete


@pytest.mark.parametrize(
    ("totals", "target", "winners"),
    [
        ([151, 150], 151, [0]),  # S3 L36: "or, more usually, 151 points"
        ([150, 150], 151, []),
        ([101, 20], 101, [0]),  # S3 L36: "the game is played on 101"
        ([20, 100], 101, []),
        ([160, 170], 151, [1]),
        ([160, 160], 151, []),
        ([1, 0], 1, [0]),
    ],
)
def test_the_higher_total_wins_and_tied_sides_play_on(totals: list[int], target: int, winners: list[int]) -> None:
    played = match("pisti", [], target=target)
    assert played.setup.winners(totals, 1) == winners


def test_the_default_target_is_151() -> None:
    assert match("pisti", []).setup.options == {"target": 151, "most": "tricks", "teams": False}
    assert vars(PISTI.options[0])["usual"] == (151, 101)


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({"jacks": [3, 2]}, "jacks"),  # four of them
        ({"jacks": [2, 1]}, "jacks"),
        ({"jacks": [5, None]}, "jacks"),
        ({"aces": [4, 1]}, "aces"),
        ({"two_of_clubs": 2}, "two_of_clubs"),  # two sides: 0 and 1
        ({"two_of_clubs": [0, 1]}, "two_of_clubs"),
        ({"ten_of_diamonds": True}, "ten_of_diamonds"),
        ({"tricks": [13, 12]}, "tricks"),  # 24 together at most
        ({"tricks": [0, 0], "pistis": [0, 0]}, "tricks"),  # someone takes the first
        ({"pistis": [-1, 0]}, "pistis"),
        ({"pistis": [1.0, 0]}, "pistis"),
        ({"pistis": [10, 0]}, "pistis"),  # nine tricks
        ({"tricks": [24, None], "pistis": [24, 0]}, "pistis"),  # 47 cards are left after the first trick
        ({"jack_pistis": [1, 1], "jacks": [3, 1]}, "jack_pistis"),
        ({"jack_pistis": [2, 0]}, "jack_pistis"),
        ({"jack_pistis": [3, 0], "jacks": [4, 0]}, "jack_pistis"),
        ({"cards": [30, 23]}, "cards"),  # 52
        ({"cards": [17, 35]}, "cards"),  # nine tricks are eighteen cards
        ({"tricks": [16, 0]}, "tricks"),  # but it has jacks
    ],
)
def test_impossible_cards_are_refused(changes: dict, question: str) -> None:
    assert set(wrong("pisti", deal(**changes))) == {question}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"tricks": [0, 0], "pistis": [0, 0]}, ("tricks", "none")),
        ({"tricks": [16, 0]}, ("tricks", "too_few")),
        ({"pistis": [10, 0]}, ("pistis", "too_many")),
        ({"jack_pistis": [2, 0]}, ("jack_pistis", "too_many")),
        ({"cards": [17, 35]}, ("cards", "too_few")),
        ({"cards": [30, 23]}, ("cards", "sum")),
    ],
)
def test_every_problem_has_its_code(changes: dict, problem: tuple[str, str]) -> None:
    assert codes(row("pisti", deal(**changes))) == [problem]


@pytest.mark.parametrize(
    "changes",
    [
        {"tricks": [24, 0], **ALL_CARDS},
        {"tricks": [23, 1], "pistis": [23, 0]},
        {"jack_pistis": [2, 0], "jacks": [4, 0]},
        {"jack_pistis": [1, 1], "jacks": [2, 2]},
        {"cards": [18, 34]},
    ],
)
def test_rare_but_possible_answers_are_accepted(changes: dict) -> None:
    assert wrong("pisti", deal(**changes)) == []


def test_the_most_pistis_include_those_of_jacks() -> None:
    assert wrong("pisti", deal(tricks=[24, 0], **ALL_CARDS, pistis=[22, 0])) == []
    many = deal(tricks=[24, 0], **ALL_CARDS, pistis=[22, 0], jack_pistis=[2, 0])
    assert wrong("pisti", many) == ["pistis"]


def test_a_side_has_at_least_its_special_cards() -> None:
    answers = {"jacks": [2, 2], "aces": [2, 2], "two_of_clubs": 0, "ten_of_diamonds": 0, "cards": [5, 47]}
    assert wrong("pisti", answers, most="cards") == ["cards"]
    assert wrong("pisti", {**answers, "cards": [6, 46]}, most="cards") == []
    for known in ({"jacks": [4, 0]}, {"aces": [4, 0]}):
        assert wrong("pisti", {**known, "cards": [3, 49]}, most="cards") == ["cards"]
        assert wrong("pisti", {**known, "cards": [4, 48]}, most="cards") == []


def test_a_pile_answers_for_both_of_two_sides() -> None:
    played = match("pisti", [])
    coming, pack = played.next_deal(), played.setup.game.pack
    assert coming is not None
    assert pack is not None
    pile = [("J", "hearts"), ("A", "clubs"), ("A", "spades"), ("2", "clubs"), ("2", "hearts")]
    assert pack.answers(coming, 1, pile) == {
        "jacks": [None, 1],
        "aces": [None, 2],
        "two_of_clubs": 1,
        "ten_of_diamonds": 0,
    }
    assert len(pack.cards()) == 52
    assert len(pack.worth_something(coming)) == 10


def test_a_pile_answers_for_its_own_side_of_three() -> None:
    coming = match("pisti", [], players=3).next_deal()
    assert coming is not None
    assert PISTI.pack is not None
    nobody = {"jacks": [None, 0, None], "aces": [None, 0, None]}
    assert PISTI.pack.answers(coming, 1, [("2", "clubs")]) == {**nobody, "two_of_clubs": 1, "ten_of_diamonds": None}


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, []),
        (PLAIN, [("jack_pisti", 1, {})]),
        ({"pistis": [3, 0]}, []),
        ({"pistis": [0, 4]}, [("many_pistis", 1, {"count": 4})]),
        ({"pistis": [3, 0], "jack_pistis": [1, 0]}, [("jack_pisti", 0, {}), ("many_pistis", 0, {"count": 4})]),
        ({"jacks": [0, 4], "aces": [0, 4]}, [("jacks_and_aces", 1, {})]),
        ({"jacks": [4, 0], "aces": [3, 1]}, []),
        ({"jacks": [3, 1], "aces": [4, 0]}, []),
        ({"jacks": [2, 2], "aces": [2, 2]}, []),
        ({"jacks": [4, 0]}, []),
        ({"aces": [4, 0]}, []),
    ],
)
def test_moments_of_a_deal(answers: dict, expected: list) -> None:
    scored = row("pisti", answers)
    assert problem_texts(scored) == []
    assert [(moment.name, moment.side, moment.words.values) for moment in PISTI.moments(scored.deal)] == expected


def test_figures_of_a_deal() -> None:
    def counted(answers: dict) -> list:
        return [figure.count(row("pisti", answers).deal) for figure in PISTI.figures]

    assert counted(PLAIN) == [[1, 0], [0, 1], [1, 1]]  # the jack pişti of side 1 is one against side 0
    assert counted({"pistis": [3, 1], "jack_pistis": [1, 0]}) == [[3, 1], [1, 0], [1, 4]]
    assert counted({"pistis": [3, 1]}) == [[3, 1], None, None]
    assert counted({}) == [None, None, None]


def test_the_pistis_of_the_others_are_those_of_all_other_sides() -> None:
    deal = row("pisti", {"pistis": [1, 0, 2], "jack_pistis": [0, 1, 0]}, 3).deal
    assert PISTI.figures[-1].count(deal) == [3, 3, 2]


@pytest.mark.parametrize(
    ("answers", "question"),
    [
        ({"tricks": [2, None], "pistis": [3, 0]}, "pistis"),
        ({"tricks": [2, 1], "pistis": [3, None]}, "pistis"),
        ({"jacks": [1, 3], "jack_pistis": [1, None]}, "jack_pistis"),
        ({"jacks": [None, 1, None], "jack_pistis": [None, 1, None]}, "jack_pistis"),
        ({"tricks": [0, None], "cards": [52, 0]}, "cards"),
        ({"tricks": [2, 1, 1], "cards": [3, None, None]}, "cards"),
        ({"cards": [2, None, None], "jacks": [3, 1, 0]}, "cards"),
    ],
)
def test_known_answers_must_fit_while_others_are_missing(answers: dict, question: str) -> None:
    players = max(len(answer) for answer in answers.values())
    assert wrong("pisti", answers, players) == [question]


@pytest.mark.parametrize(
    ("changes", "questions"),
    [
        ({"pistis": [9, 6]}, []),  # 15 of 16 tricks
        ({"pistis": [9, 7]}, ["pistis"]),  # S3 L10, L15: the first capture takes five cards
        ({"pistis": [9, 6], "jack_pistis": [0, 1]}, ["pistis"]),
        ({"pistis": [9, 6], "jack_pistis": [None, 1]}, ["pistis"]),
        ({"pistis": [9, 7], "tricks": [9, None]}, []),
        ({"tricks": [1, 1], "pistis": [1, 0], "jack_pistis": [0, 0]}, []),
        ({"tricks": [1, 1], "pistis": None, "jack_pistis": [1, 1]}, ["jack_pistis"]),
    ],
)
def test_there_are_fewer_pistis_than_tricks(changes: dict, questions: list[str]) -> None:
    """A round that an earlier version stored keeps its points, with a note."""
    scored = row("pisti", deal(**changes))
    assert problem_texts(scored) == []
    assert [(note.question, note.code) for note in scored.notes] == [(name, "too_many") for name in questions]
    assert any(scored.points)
