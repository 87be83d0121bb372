"""Pisa. S0 and S1 are the English and the German source of its rules; the number after L is the line."""

import json
from itertools import pairwise, product

import pytest

from games.match import document as documents
from games.match.sheet import Sheet
from games.match.sheet_row import SheetRow
from games.rules import catalogue, pisa, pisa_votes
from games.rules.card import sentences
from games.rules.game import AnsweredDeal, Setup
from games.rules.judge import judge, open_questions
from tests.rules.golden import NAMES
from tests.rules.play import codes, lines, match, points, problem_texts, row, wrong

KEYS = ("pisa", "pisa_ksr")
PLAIN = {"bids": [44, 32, 25, 20], "goal": "many", "tricks": [5, 2, 2, 1]}
SUBTRUMPS = {"red": "blue", "blue": "red", "yellow": "green", "green": "yellow"}
VOTE_OF = {
    card: vote
    for vote, cards in (("trump", pisa.COLOURS), ("goal", pisa.GOALS), ("value", pisa.VALUES))
    for card, _ in cards
}


def laid(*players: str) -> list:
    """Return the cards of each player, such as "red 13 2, many 4, 13_high 0", or None for an empty text."""
    return [dict(vote(text) for text in votes.split(", ")) if votes else None for votes in players]


def vote(text: str) -> tuple[str, dict]:
    card, *values = text.split()
    return VOTE_OF[card], {"card": card, "values": [int(value) for value in values]}


ALL_LAID = laid(
    "red 13 2, many 4, 13_high 0",
    "blue 10, few 12, 0_high 5",
    "red 3, many 9, 13_high 8",
    "blue 6, few 11, 0_high 1",
)
PARTLY_LAID = [*ALL_LAID[:3], {"trump": ALL_LAID[3]["trump"]}]
TRUMP_TIE = laid(
    "red 13, many 7, 0_high 2", "blue 13, many 9, 0_high 1", "red 5, few 3, 0_high 6", "blue 5, few 8, 13_high 11"
)
GOAL_TIE = laid(
    "red 10, many 11, 13_high 4", "red 3, few 11, 13_high 7", "green 9, many 2, 0_high 8", "green 1, few 2, 0_high 6"
)


def second(goal: str, tricks: list[int]) -> list[int]:
    return row("pisa", {"goal": goal, "tricks": tricks}, len(tricks)).points


def first(bids: list[int], tied_bids: str) -> list[int]:
    return points("pisa", {"bids": bids}, len(bids), tied_bids=tied_bids)


def open_names(answers: dict, **options: object) -> list[str]:
    scored = row("pisa", answers, 4, **options)
    assert problem_texts(scored) == []
    return open_questions(scored.deal)


# The awards, the examples of the rules first.


@pytest.mark.parametrize("key", KEYS)
def test_the_worked_example_of_the_second_award(key: str) -> None:
    # S0 L111: "Player A has 5 tricks and receives 8 winning points, players B and C have 2 tricks and receive 5
    # winning points (4 winning points for place 3 and 6 winning points for place 2, with these points being counted
    # up and shared among both players). Player D has 1 trick and receives 2 winning points as the last one."
    assert row(key, {"goal": "many", "tricks": [5, 2, 2, 1]}, 4).points == [8, 5, 5, 2]


def test_the_worked_example_of_equal_bids_in_the_short_rules() -> None:
    # S1 L33-34: "jeder erhält die Punkte des niedrigsten Platzes. (Beispiel: 2 Spieler auf Platz 2 kommen erhalten
    # Punkte für den 3. Platz)"
    assert points("pisa_ksr", {"bids": [44, 32, 32, 20]}, 4) == [1, 3, 3, 4]


@pytest.mark.parametrize(
    ("source", "goal", "tricks", "earned"),
    [
        # "the player with the fewest tricks gets 2 points, the next player 4 points, and so on. When 5 players are
        # playing the game, the player with the most tricks would then get 10 points."
        ("S0 L106", "many", [0, 1, 2, 2, 3], [2, 4, 7, 7, 10]),
        ("S0 L106", "many", [0, 1, 1, 1, 5], [2, 6, 6, 6, 10]),
        # "(e.g. when 4 players are playing the game) the player with the fewest tricks gets 8 points, the the next
        # fewest 6 points, and so on"
        ("S0 L109", "few", [4, 3, 2, 1], [2, 4, 6, 8]),
        # "Should one or more players have equally many tricks, the winning points are added and shared"
        ("S0 L109", "few", [5, 2, 2, 1], [2, 5, 5, 8]),
        ("S0 L109", "few", [1, 3, 3, 3], [8, 4, 4, 4]),
        # "erhält Spieler mit den wenigsten Stichen 2 Punkte, der nächste 4 Punkte usw.."
        ("S1 L49-50", "many", [2, 3, 5], [2, 4, 6]),
        # "erhält Spieler mit den meisten Stichen 2 Punkte, der nächste 4 Punkte usw.."
        ("S1 L51-52", "few", [2, 3, 5], [6, 4, 2]),
        # "Punkte der betroffenen Spieler addieren und durch Spielerzahl teilen. Es erfolgt keine Rundung."
        ("S1 L53-54", "many", [4, 4, 2], [5, 5, 2]),
        ("S1 L53-54", "many", [3, 3, 2, 2], [7, 7, 3, 3]),
        ("S1 L53-54", "few", [2, 2, 2, 2, 0], [5, 5, 5, 5, 10]),
        ("S1 L53-54", "many", [10, 0, 0], [6, 3, 3]),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_the_second_award(key: str, source: str, goal: str, tricks: list[int], earned: list[int]) -> None:
    assert row(key, {"goal": goal, "tricks": tricks}, len(tricks)).points == earned


@pytest.mark.parametrize(("players", "total"), [(3, 10), (4, 10), (5, 8)])
def test_the_second_award_never_has_a_fraction(players: int, total: int) -> None:
    for tricks in product(range(total + 1), repeat=players):
        if sum(tricks) == total and list(tricks) == sorted(tricks):
            many, few = second("many", list(tricks)), second("few", list(tricks))
            assert sum(many) == sum(few) == players * (players + 1), tricks
            assert [best + worst for best, worst in zip(many, few, strict=True)] == [2 * players + 2] * players


@pytest.mark.parametrize(
    ("bids", "fewer", "more"),
    [
        # S0 L81: "The player having the highest sum receives 1 winning point. The player with the second highest
        # gets 2 winning points, the player with the third highest 3 winning points, and so on. The player having the
        # lowest sum gets the most winning points (3-5 depending on the number of players playing the game)."
        # S1 L32: "Für die höchste Summe gibt es 1 Punkt, für die zweithöchste= 2 Punkte usw.."
        ([44, 32, 20], [1, 2, 3], [1, 2, 3]),
        ([44, 32, 25, 20], [1, 2, 3, 4], [1, 2, 3, 4]),
        ([12, 60, 33, 47, 21], [5, 1, 3, 2, 4], [5, 1, 3, 2, 4]),
        # S0 L81: "Should there be a level game, both receive the lower number of winning points."
        # S1 L33: "Gleichstand: jeder erhält die Punkte des niedrigsten Platzes."
        ([44, 32, 32, 20], [1, 2, 2, 4], [1, 3, 3, 4]),
        ([44, 32, 32], [1, 2, 2], [1, 3, 3]),
        ([32, 32, 20], [1, 1, 3], [2, 2, 3]),
        ([28, 28, 28, 28], [1, 1, 1, 1], [4, 4, 4, 4]),
        ([30, 30, 30, 12], [1, 1, 1, 4], [3, 3, 3, 4]),
        ([40, 18, 40, 18], [1, 3, 1, 3], [2, 4, 2, 4]),
        ([50, 26, 26, 26], [1, 2, 2, 2], [1, 4, 4, 4]),
        ([9, 9, 30, 30, 30], [4, 4, 1, 1, 1], [5, 5, 3, 3, 3]),
    ],
)
def test_equal_bids_share_the_first_award_by_option(bids: list[int], fewer: list[int], more: list[int]) -> None:
    assert first(bids, "fewer") == points("pisa", {"bids": bids}, len(bids)) == fewer
    assert first(bids, "more") == points("pisa_ksr", {"bids": bids}, len(bids)) == more


def test_the_two_pisas_differ_in_equal_bids_and_the_starters_of_votes() -> None:
    assert [catalogue.find(key) for key in KEYS] == [pisa.PISA, pisa.PISA_KSR]
    assert Setup(pisa.PISA, {}, 4).options == {"tied_bids": "fewer", "subtrumps": None}
    assert Setup(pisa.PISA_KSR, {}, 4).options == {"tied_bids": "more", "subtrumps": None}
    assert [name for name, _label in pisa.PISA_KSR.options[0].values] == ["fewer", "more"]
    cards = [[sentence.text for sentence in sentences(Setup(game, {}, 4))] for game in (pisa.PISA, pisa.PISA_KSR)]
    differing = [line for line, other in zip(*cards, strict=True) if line != other]
    assert differing == [
        "In each vote, lay 1 to 3 cards at one voting card. The player on the dealer's left starts the first vote, "
        "the next player the next vote.",
        "Tied bids get the lower score: tied for 2nd and 3rd, both get 2.",
    ]
    assert [question.name for question in pisa.PISA.questions] == [
        question.name for question in pisa.PISA_KSR.questions
    ]


def test_each_award_is_scored_once_its_answers_are_known() -> None:
    assert lines(row("pisa", {"bids": PLAIN["bids"]}, 4)) == [("First award", [1, 2, 3, 4])]
    assert lines(row("pisa", {"goal": "many", "tricks": PLAIN["tricks"]}, 4)) == [("Second award", [8, 5, 5, 2])]
    assert lines(row("pisa", {"bids": PLAIN["bids"], "tricks": PLAIN["tricks"]}, 4)) == [("First award", [1, 2, 3, 4])]
    assert lines(row("pisa", {"bids": [44, None, 25, 20], "goal": "many"}, 4)) == []
    assert points("pisa", PLAIN, 4) == [9, 7, 8, 6]
    for unknown in ({"goal": "many"}, {"tricks": PLAIN["tricks"]}, {"bids": [44, None, 25, 20]}):
        assert set(row("pisa", unknown, 4).facts) == {"vote_starters", "leader"}


def test_the_missing_number_of_tricks_follows() -> None:
    assert points("pisa", {**PLAIN, "tricks": [5, None, 2, 1]}, 4) == [9, 7, 8, 6]
    assert points("pisa", {**PLAIN, "tricks": [5, None, 2, None]}, 4) == [1, 2, 3, 4]


def test_every_award_has_reasons() -> None:
    scored = row("pisa", {"bids": [44, 32, 32, 20], "goal": "few", "tricks": [4, 2, 2, 2]}, 4)
    reasons = [[words.translated(str) for words in line.why or () if words] for line in scored.lines]
    shared = "Tricks: 2, points: (4 + 6 + 8) ÷ 3 = 6"
    level = "Bid: 32, tied by 2 players, points: 2"
    assert reasons == [
        ["Bid: 44, points: 1", level, level, "Bid: 20, points: 4"],
        ["Tricks: 4, points: 2", shared, shared, shared],
    ]


# The votes.


@pytest.mark.parametrize(
    ("source", "stronger", "weaker"),
    [
        # "The bidding cards with the highest sum indicates the trump"; S1 L21: "mit der höchsten Summe"
        ("S0 L64", [8, 7], [13]),
        # "Should there be a level game, the bidding card on which more cards have been laid wins."
        # S1 L23: "Bei Gleichstand gilt die Abstimmungskarte mit mehr anliegenden Spielkarten"
        ("S0 L66", [7, 3, 2], [7, 5]),
        # "If a level game recurs, the highest individual card, if necessary, the second highest, and so on, decides."
        # S1 L24: "ggf. bei erneutem Gleichstand die höchste, zweithöchste usw.."
        ("S0 L66", [5, 13], [12, 6]),
        ("S0 L66", [13, 1, 5], [2, 4, 13]),
        ("S0 L66", [13, 8, 6, 1], [13, 8, 5, 2]),
        ("a zero is a card", [0, 0], [0]),
        ("a zero is a card", [7, 0], [7]),
    ],
)
def test_the_stronger_bidding_card_wins(source: str, stronger: list[int], weaker: list[int]) -> None:
    assert pisa_votes.strength(stronger) > pisa_votes.strength(weaker)


def test_equal_cards_are_a_full_tie_in_any_order() -> None:
    assert pisa_votes.strength([13, 5]) == pisa_votes.strength([5, 13])


def test_cards_at_one_bidding_card_count_together() -> None:
    # S0 L62: "counted up, even if they have been put down by different players"
    scored = row(
        "pisa", {"laid": laid("red 13, many 1, 0_high 2", "blue 7, many 3, 0_high 4", "blue 8, few 5, 0_high 6")}, 3
    )
    assert scored.facts["votes"] == {"trump": "blue", "goal": "few", "value": "0_high"}


def test_bidding_cards_without_cards_do_not_count() -> None:
    scored = row(
        "pisa", {"laid": laid("red 0, few 0, 13_high 2", "red 0, few 0, 13_high 2", "red 1, few 1, 13_high 2")}, 3
    )
    assert scored.facts["votes"] == {"trump": "red", "goal": "few", "value": "13_high"}


def test_bids_and_winners_follow_from_the_cards_laid() -> None:
    scored = row("pisa", {"laid": ALL_LAID, "tricks": [4, 3, 2, 1]}, 4)
    assert problem_texts(scored) == []
    assert scored.complete
    assert scored.facts == {
        "bids": [19, 27, 20, 18],
        "first": [3, 1, 2, 4],
        "second": [2, 4, 6, 8],
        "votes": {"trump": "red", "goal": "few", "value": "13_high"},
        "vote_starters": [1, 2, 3],
        "leader": 1,
    }
    assert open_questions(scored.deal) == ["subtrump"]


def test_a_vote_is_decided_once_all_have_laid() -> None:
    scored = row("pisa", {"laid": laid("red 5, many 9", "red 2, few 4", "blue 6, many 1"), "tricks": [5, 3, 2]}, 3)
    assert problem_texts(scored) == []
    assert scored.facts["votes"] == {"trump": "red", "goal": "many"}
    assert lines(scored) == [("Second award", [6, 4, 2])]
    assert open_questions(scored.deal) == ["laid", "subtrump"]
    assert not scored.complete


def test_players_choose_the_winner_of_a_full_tie() -> None:
    scored = row("pisa", {"laid": GOAL_TIE, "tricks": [4, 3, 2, 1]}, 4)
    assert open_questions(scored.deal) == ["subtrump", "goal"]
    assert scored.facts["votes"] == {"trump": "red", "goal": None, "value": "0_high"}
    assert "second" not in scored.facts
    assert not scored.complete
    named = row("pisa", {"laid": GOAL_TIE, "tricks": [4, 3, 2, 1], "goal": "few"}, 4)
    assert open_questions(named.deal) == ["subtrump"]
    assert named.facts["votes"] == {"trump": "red", "goal": None, "value": "0_high"}
    assert named.facts["second"] == [2, 4, 6, 8]
    assert named.complete


def test_a_round_is_complete_after_a_full_tie_for_trump() -> None:
    scored = row("pisa", {"laid": TRUMP_TIE, "tricks": [4, 3, 2, 1]}, 4)
    assert scored.complete
    assert open_questions(scored.deal) == ["trump", "subtrump"]


def test_a_full_tie_of_the_high_card_changes_no_points() -> None:
    tied = laid(
        "red 1, many 2, 13_high 7", "red 3, many 4, 0_high 7", "blue 2, many 5, 0_high 3", "blue 9, few 1, 13_high 3"
    )
    scored = row("pisa", {"laid": tied, "tricks": [4, 3, 2, 1]}, 4)
    assert open_questions(scored.deal) == ["subtrump", "value"]
    assert scored.complete
    assert points("pisa", {"laid": tied, "tricks": [4, 3, 2, 1], "value": "0_high"}, 4) == scored.points


def test_only_a_tied_card_can_win_a_full_tie() -> None:
    assert wrong("pisa", {"laid": TRUMP_TIE, "trump": "blue"}, 4) == []
    scored = row("pisa", {"laid": TRUMP_TIE, "trump": "green"}, 4)
    assert problem_texts(scored) == [("trump", "Only these are tied: Red, Blue.")]


@pytest.mark.parametrize(
    "nothing",
    [
        None,
        [None, None, None, None],
        [{}, None, {"trump": None}, {"goal": {}}],
        [{"trump": {"card": "red"}}, None, None, None],
    ],
)
def test_a_player_without_a_complete_vote_has_not_laid(nothing: object) -> None:
    scored = row("pisa", {"laid": nothing}, 4)
    assert problem_texts(scored) == []
    assert "votes" not in scored.facts
    assert open_questions(scored.deal) == ["laid", "bids", "trump", "subtrump", "goal", "value", "tricks"]


@pytest.mark.parametrize("unfinished", [{"card": "blue"}, {"values": [6]}, {"card": "blue", "values": [6, None]}, None])
def test_a_vote_without_card_or_values_is_not_laid(unfinished: object) -> None:
    scored = row("pisa", {"laid": [*ALL_LAID[:3], {**ALL_LAID[3], "trump": unfinished}]}, 4)
    assert problem_texts(scored) == []
    assert scored.facts["votes"] == {"goal": "few", "value": "13_high"}
    assert "bids" not in scored.facts


# Open questions, and complete deals.


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({}, ["laid", "bids", "trump", "subtrump", "goal", "value", "tricks"]),
        ({"bids": [44, 32, 25, 20]}, ["laid", "trump", "subtrump", "goal", "value", "tricks"]),
        (PLAIN, ["laid", "trump", "subtrump", "value"]),
        ({**PLAIN, "trump": "red", "subtrump": "blue", "value": "0_high"}, ["laid"]),
        ({"laid": ALL_LAID}, ["subtrump", "tricks"]),
        ({"laid": ALL_LAID, "subtrump": "green"}, ["tricks"]),
        ({"laid": [*ALL_LAID[:3], None]}, ["laid", "subtrump", "tricks"]),
        ({"laid": PARTLY_LAID}, ["laid", "subtrump", "tricks"]),
        ({"laid": TRUMP_TIE, "trump": "red"}, ["subtrump", "tricks"]),
    ],
)
def test_the_open_questions_depend_on_the_answers(answers: dict, expected: list[str]) -> None:
    assert open_names(answers) == expected


@pytest.mark.parametrize(
    ("answers", "complete"),
    [
        (PLAIN, True),
        ({**PLAIN, "goal": None}, False),
        ({**PLAIN, "bids": None}, False),
        ({**PLAIN, "bids": [44, 32, 25, None]}, False),
        ({**PLAIN, "tricks": None}, False),
        ({"laid": ALL_LAID, "tricks": [4, 3, 2, 1]}, True),
        ({"laid": PARTLY_LAID, "tricks": [4, 3, 2, 1]}, False),
        ({"laid": PARTLY_LAID, "tricks": [4, 3, 2, 1], "goal": "few"}, False),
        ({"laid": PARTLY_LAID, "tricks": [4, 3, 2, 1], "bids": [19, 27, 20, 18]}, False),
        # The points are known, though some cards of the last player are missing.
        ({"laid": PARTLY_LAID, "tricks": [4, 3, 2, 1], "bids": [19, 27, 20, 18], "goal": "few"}, True),
    ],
)
def test_a_round_is_complete_once_its_points_are_known(answers: dict, complete: bool) -> None:
    scored = row("pisa", answers, 4)
    assert problem_texts(scored) == []
    assert scored.complete is complete


@pytest.mark.parametrize(
    ("answers", "pairs", "is_asked"),
    [
        ({}, SUBTRUMPS, False),
        ({"trump": "red"}, SUBTRUMPS, False),
        ({}, {"red": "blue"}, True),
        ({"trump": "red"}, {"red": "blue"}, False),
        ({"trump": "green"}, {"red": "blue"}, True),
        ({"laid": TRUMP_TIE}, SUBTRUMPS, False),
        ({}, {}, True),
        ({"trump": "red"}, None, True),
    ],
)
def test_the_lesser_trump_is_open_unless_the_house_rule_fixes_it(answers: dict, pairs: object, is_asked: bool) -> None:
    assert ("subtrump" in open_names(answers, subtrumps=pairs)) is is_asked


def test_the_lesser_trump_follows_from_the_house_rule() -> None:
    assert row("pisa", {"laid": ALL_LAID}, 4, subtrumps=SUBTRUMPS).deal["subtrump"] == "blue"
    assert wrong("pisa", {"laid": ALL_LAID, "subtrump": "blue"}, 4, subtrumps=SUBTRUMPS) == []
    scored = row("pisa", {"laid": ALL_LAID, "subtrump": "green"}, 4, subtrumps=SUBTRUMPS)
    assert problem_texts(scored) == [("subtrump", "Under your house rule the lesser trump is Blue.")]


def test_the_house_rule_pairs_colours() -> None:
    pairing = pisa.PISA.options[1]
    assert pairing.refusal(SUBTRUMPS, 4) is None
    assert pairing.refusal({"red": "blue"}, 4) is None
    for value in ({"red": "red"}, {"red": "black"}, {"black": "red"}, [], "red", {"red": None}):
        assert pairing.refusal(value, 4) is not None, value


# Impossible answers.


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"bids": [19, 27, 20, 17]}, ("bids", "The cards laid add up to 19, 27, 20, 18.")),
        ({"bids": [18, None, None, None]}, ("bids", "The cards laid add up to 19, 27, 20, 18.")),
        ({"bids": [1, 1, 1, 1]}, ("bids", "The cards laid add up to 19, 27, 20, 18.")),
        ({"trump": "blue"}, ("trump", "By the cards laid, this vote is won by: Red.")),
        ({"goal": "many"}, ("goal", "By the cards laid, this vote is won by: Few tricks.")),
        ({"value": "0_high"}, ("value", "By the cards laid, this vote is won by: 13 beats 0.")),
    ],
)
def test_answers_that_contradict_the_cards_laid_are_refused(changes: dict, problem: tuple[str, str]) -> None:
    scored = row("pisa", {"laid": ALL_LAID, **changes}, 4)
    assert problem_texts(scored) == [problem]
    assert [problem.code for problem in scored.problems] == ["contradiction"]
    assert scored.points == [0, 0, 0, 0]


def test_answers_that_agree_with_the_cards_laid_are_accepted() -> None:
    again = {"bids": [19, None, 20, 18], "trump": "red", "subtrump": "blue", "goal": "few", "value": "13_high"}
    assert points("pisa", {"laid": ALL_LAID, **again}, 4) == [3, 1, 2, 4]


@pytest.mark.parametrize(
    ("bids", "fits"),
    [
        ([19, 27, 20, 18], True),
        ([19, 27, 20, 6], True),  # the cards of the last player so far
        ([19, 27, 20, 5], False),
        ([18, 27, 20, 18], False),  # the others have laid all cards: their bids must be exact
        ([20, 27, 20, 18], False),
        ([None, None, None, 5], False),
        ([None, None, 20, None], True),
    ],
)
def test_bids_must_fit_the_cards_laid_so_far(bids: list, fits: bool) -> None:
    assert wrong("pisa", {"laid": PARTLY_LAID, "bids": bids}, 4) == ([] if fits else ["bids"])


def test_a_bid_that_does_not_fit_is_refused_with_the_sum_of_its_cards() -> None:
    scored = row("pisa", {"laid": PARTLY_LAID, "bids": [19, 27, 20, 5]}, 4)
    assert problem_texts(scored) == [("bids", "A bid of 5 cannot be right: this player's cards already add up to 6.")]


def test_a_winner_must_agree_with_the_decided_votes() -> None:
    assert wrong("pisa", {"laid": PARTLY_LAID, "trump": "red", "goal": "many"}, 4) == []
    assert wrong("pisa", {"laid": PARTLY_LAID, "trump": "blue"}, 4) == ["trump"]


@pytest.mark.parametrize(
    ("votes", "problem"),
    [
        # S0 L60: "1-3 cards face down to one of the bidding cards"; S1 L17: "Ablage von 1-3 Karten verdeckt"
        ({"trump": {"card": "red", "values": []}}, "0 cards entered; a player lays 1 to 3."),
        ({"trump": {"card": "red", "values": [1, 2, 3, 4]}}, "4 cards entered; a player lays 1 to 3."),
        # S0 L9: "56 playing cards (in 4 colours of 0 - 13)"
        ({"goal": {"card": "many", "values": [14]}}, "14 is too high; the maximum is 13."),
        ({"goal": {"card": "many", "values": [-1]}}, "-1 is too low; the minimum is 0."),
        ({"goal": {"card": "many", "values": [True]}}, "Enter a whole number."),
        # S0 L48-50: "4 trump cards", "2 trick cards (many or few tricks)", "2 value cards (0 or 13 as the highest
        # number)"; S1 L10-12: "aus 4 Karten wählen", "viele oder wenige, aus 2 Karten wählen", "0 oder 13 = hoch,
        # aus 2 Karten wählen"
        ({"trump": {"card": "many", "values": [1]}}, "Choose one of: red, yellow, green, blue."),
        ({"goal": {"card": "red", "values": [1]}}, "Choose one of: many, few."),
        ({"value": {"card": "7_high", "values": [1]}}, "Choose one of: 0_high, 13_high."),
        ({"tricks": {"card": "red", "values": [1]}}, "“tricks” is not allowed here."),
        ([], "Expected an object with named fields."),
    ],
)
def test_impossible_votes_are_refused(votes: object, problem: str) -> None:
    assert problem_texts(row("pisa", {"laid": [None, votes, None, None]}, 4)) == [("laid", problem)]


def test_the_list_of_the_cards_laid_has_a_place_for_each_player() -> None:
    assert vars(pisa.PISA.question("laid"))["player"] is True
    assert wrong("pisa", {"laid": ALL_LAID[:3]}, 4) == ["laid"]
    assert wrong("pisa", {"laid": ALL_LAID}, 3) == ["laid"]
    assert wrong("pisa", {"laid": {}}, 4) == ["laid"]


def test_each_value_is_in_the_pack_four_times() -> None:
    # S0 L9: "56 playing cards (in 4 colours of 0 - 13)", so each value four times
    four = laid("red 13, many 13, 13_high 13", "red 13, many 12, 13_high 2", "red 1, few 2, 0_high 3")
    five = laid("red 13, many 13, 13_high 13", "red 13, many 13, 13_high 2", "red 1, few 2, 0_high 3")
    assert wrong("pisa", {"laid": four}, 3) == []
    assert problem_texts(row("pisa", {"laid": five}, 3)) == [("laid", "The 13 was laid 5 times; the pack has only 4.")]
    assert wrong("pisa", {"laid": [*five[:2], None]}, 3) == ["laid"]


@pytest.mark.parametrize(
    ("bids", "problem"),
    [
        ([2, 2, 2], None),  # S0 L79: "at least 3, at most 9" cards each: nine cards, four of each value
        ([2, 2, 1], "The bids add up to 5; even the lowest cards add up to 6."),
        ([5, 0, None], None),
        ([3, 3, 3, 3], None),
        ([12, 0, 0, 0], None),
        ([3, 3, 3, 2], "The bids add up to 11; even the lowest cards add up to 12."),
        ([5, 4, 4, 4, 4], None),
        ([4, 4, 4, 4, 4], "The bids add up to 20; even the lowest cards add up to 21."),
        ([111, 10, 8, 6], None),  # four 13s, four 12s and an 11
        ([112, 10, 8, 6], "112 is too high; the maximum is 111."),
        ([44, 32, 25, -1], "-1 is too low; the minimum is 0."),
        ([44, 32, 25, 20.0], "Enter a whole number."),
    ],
)
def test_the_pack_limits_the_bids(bids: list, problem: str | None) -> None:
    assert problem_texts(row("pisa", {"bids": bids}, len(bids))) == ([] if problem is None else [("bids", problem)])


def test_the_lowest_and_the_highest_cards() -> None:
    cheapest = laid("red 0, many 0, 0_high 2", "red 0, many 0, 0_high 1", "red 1, few 1, 0_high 1")
    assert row("pisa", {"laid": cheapest}, 3).facts["bids"] == [2, 1, 3]
    dearest = laid("red 13 13 13, many 13 12 12, 0_high 12 12 11", "red 0, many 0, 0_high 0", "red 0, many 1, 0_high 1")
    assert row("pisa", {"laid": dearest}, 3).facts["bids"] == [111, 0, 2]


@pytest.mark.parametrize(
    ("tricks", "problem"),
    [
        # S0 L87: "Each player now has 10 cards (8 cards when 5 players are playing the game)"; S0 L28 and S1 L4: 13
        # cards, 11 with five players; S0 L85: "Exactly 3 cards must remain lying"; S1 L36: "Bis auf 3 Karten"
        ([5, 3, 2], None),
        ([5, 3, 1], "The tricks add up to 9; they must add up to 10."),
        ([4, 3, 2, 1], None),
        ([5, 2, 2, 2], "The tricks add up to 11; they must add up to 10."),
        ([5, 4, 2, None], "The tricks add up to 11; they must add up to 10."),
        ([3, 2, 2, 1, 0], None),
        ([3, 2, 2, 2, 1], "The tricks add up to 10; they must add up to 8."),
        ([6, 3, 2, -1], "-1 is too low; the minimum is 0."),
        ([5, 2, 2, True], "Enter a whole number."),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_the_tricks_add_up(key: str, tricks: list, problem: str | None) -> None:
    assert problem_texts(row(key, {"tricks": tricks}, len(tricks))) == (
        [] if problem is None else [("tricks", problem)]
    )


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({"bids": [3, 3, 3, 2]}, ("bids", "sum")),
        ({"laid": PARTLY_LAID, "bids": [19, 27, 20, 5]}, ("bids", "contradiction")),
        ({"laid": TRUMP_TIE, "trump": "green"}, ("trump", "contradiction")),
        ({"laid": laid("red 1 1 1, many 1 1", "", "", "")}, ("laid", "too_many")),
        ({"laid": laid("red 1 1 1 1", "", "", "")}, ("laid", "length")),
        ({"tricks": [5, 2, 2, 2]}, ("tricks", "sum")),
    ],
)
def test_every_problem_has_its_code(answers: dict, problem: tuple[str, str]) -> None:
    assert codes(row("pisa", answers, 4)) == [problem]


@pytest.mark.parametrize(
    ("changes", "question"),
    [
        ({"trump": "hearts"}, "trump"),
        ({"subtrump": "black"}, "subtrump"),
        ({"goal": "some"}, "goal"),
        ({"value": 13}, "value"),
        ({"bids": [44, 32, 25]}, "bids"),
        ({"tricks": [5, 2, 2, 1, 0]}, "tricks"),
        ({"last_trick": 0}, "last_trick"),
    ],
)
def test_invalid_answers_are_refused(changes: dict, question: str) -> None:
    assert wrong("pisa", {**PLAIN, **changes}, 4) == [question]


# The match.


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_match_ends_when_everyone_has_dealt_once(key: str, players: int) -> None:
    # S0 L117: "When each player has dealt once, the game ends after the last round."
    # S1 L57: "wenn jeder Spieler zum Rundenende 1x Startspieler war"
    tricks = {3: [5, 3, 2], 4: [4, 3, 2, 1], 5: [3, 2, 2, 1, 0]}[players]
    deal = {"bids": [50, 40, 30, 20, 10][:players], "goal": "few", "tricks": tricks}
    assert not match(key, [deal] * (players - 1), players).finished
    played = match(key, [deal] * players, players)
    # S0 L119: "The player with the most overall winning points wins"
    # S1 L58: "Es gewinnt der Besitzer der meisten Punkte."
    assert played.winners == [players - 1]
    assert problem_texts(match(key, [deal] * (players + 1), players).rows[-1]) == [
        (None, "The match had already ended before this round.")
    ]


def test_an_open_round_prevents_the_end_and_counts_as_a_round() -> None:
    deal = {"bids": [44, 32, 20], "goal": "many", "tricks": [5, 3, 2]}
    played = match("pisa", [deal, {}, deal, deal], 3)
    assert not played.finished
    assert problem_texts(played.rows[3]) == [(None, "This match is limited to 3 rounds.")]


def test_tied_players_share_the_win() -> None:
    deals = [
        {"bids": [44, 32, 20], "goal": "many", "tricks": [5, 3, 2]},
        {"bids": [20, 44, 32], "goal": "many", "tricks": [2, 5, 3]},
        {"bids": [32, 20, 44], "goal": "many", "tricks": [3, 2, 5]},
    ]
    assert match("pisa", deals, 3).winners == [0, 1, 2]


@pytest.mark.parametrize("players", [1, 2, 6])
def test_three_to_five_can_play(players: int) -> None:
    # S0 L4: "A game of cards for 3-5 players"
    assert players not in pisa.PISA.players
    assert pisa.PISA.players == pisa.PISA_KSR.players == (3, 4, 5)


@pytest.mark.parametrize(
    ("players", "dealer", "starters", "leader"),
    [
        # S0 L54: "The player on the dealer's left begins with the first bid."; S1 L15: "Startspieler beginnt"
        # S0 L56: "On each further bid, the starting player shifts clockwise."
        # S0 L93: "The player on the dealer's left also starts here."; S1 L40: "Startspieler beginnt"
        (4, 0, [1, 2, 3], 1),
        (4, 2, [3, 0, 1], 3),
        (3, 1, [2, 0, 1], 2),
        (5, 3, [4, 0, 1], 4),
    ],
)
def test_the_next_seat_starts_each_vote(players: int, dealer: int, starters: list[int], leader: int) -> None:
    document = {
        "format": documents.FORMAT,
        "game": "pisa",
        "players": list(NAMES[:players]),
        "first_dealer": dealer,
        "deals": [{}],
    }
    assert Sheet(documents.read(document)).rows[0].facts == {"vote_starters": starters, "leader": leader}


@pytest.mark.parametrize(("players", "dealer", "leader"), [(4, 0, 1), (4, 2, 3), (3, 1, 2), (5, 4, 0)])
def test_one_player_starts_all_votes_in_the_short_rules(players: int, dealer: int, leader: int) -> None:
    # S1 L14-15: "Für die 3 Abstimmungen a - c gilt folgender Ablauf: Startspieler beginnt"
    document = {
        "format": documents.FORMAT,
        "game": "pisa_ksr",
        "players": list(NAMES[:players]),
        "first_dealer": dealer,
        "deals": [{}],
    }
    assert Sheet(documents.read(document)).rows[0].facts == {"vote_starters": [leader] * 3, "leader": leader}


def test_the_starters_of_votes_change_no_points() -> None:
    """So stored matches of Pisa KSR keep their points: equal bids depend on the option only."""
    answers = {"laid": ALL_LAID, "tricks": [1, 2, 3, 4]}
    pisa_row, ksr_row = (row(game, answers, 4, tied_bids="more") for game in ("pisa", "pisa_ksr"))
    assert (pisa_row.points, pisa_row.complete) == (ksr_row.points, ksr_row.complete)


def test_the_questions_are_in_the_order_of_the_round() -> None:
    # S0 L44: "first the trump (colours), then the trick goal (many or few tricks), and finally the value of the cards"
    names = [question.name for question in pisa.PISA.questions]
    assert names == ["laid", "bids", "trump", "subtrump", "goal", "value", "tricks"]
    # On the page what everyone remembers comes before the bids, and what few note comes last.
    asked = ["trump", "goal", "value", "bids", "laid", "subtrump", "tricks"]
    assert [name for part in pisa.PISA.parts for name in part.questions] == asked
    # S1 L27-28: "zu einem Turm zusammengesetzt … Trumpf, Untertrumpf, Stichziel, höchste Karte"
    assert pisa.PISA.pinned == ("trump", "subtrump", "goal", "value")


def test_the_pack_has_fifty_six_cards() -> None:
    # S0 L9: "56 playing cards (in 4 colours of 0 - 13)"; S1 L4: "Alle 56 Karten mischen"
    assert pisa.PISA.pack is not None
    cards = pisa.PISA.pack.cards()
    assert len(set(cards)) == 56
    assert (cards[0], cards[13], cards[14]) == (("13", "red"), ("0", "red"), ("13", "yellow"))


# The parts of the two Pisas.


def test_the_dearest_cards_of_a_player() -> None:
    assert pisa.dearest() == 4 * 13 + 4 * 12 + 11


def test_the_cards_laid_are_asked_in_turn() -> None:
    question = pisa_votes.cards_laid(pisa_votes.same_starters)
    deal = row("pisa", {"laid": PARTLY_LAID}, 4).deal
    assert (question.name, question.of.name, question.of.names()) == ("laid", "votes", ["trump", "goal", "value"])
    assert question.player
    assert question.turns is pisa_votes.same_starters
    assert [question.is_needed(state) for state in (row("pisa", {}, 4).deal, deal)] == [False, True]


@pytest.mark.parametrize(("answers", "trump", "goal"), [({}, True, True), ({"laid": TRUMP_TIE}, True, False)])
def test_a_winner_is_asked_for_unless_the_cards_decide(answers: dict, trump: bool, goal: bool) -> None:
    deal = row("pisa", answers, 4).deal
    assert [pisa.asks_winner(vote)(deal) for vote in ("trump", "goal")] == [trump, goal]


def test_a_pisa_can_have_other_house_rules() -> None:
    built = pisa.game("home", "Pisa at home", "more", pisa_votes.same_starters, "She begins.")
    assert (built.key, built.name, built.picture, built.players) == ("home", "Pisa at home", "game-pisa", (3, 4, 5))
    assert [rule.name for rule in built.options] == ["tied_bids", "subtrumps"]
    assert "She begins." in built.card
    assert [question.name for question in built.questions][:2] == ["laid", "bids"]
    assert built.pinned == ("trump", "subtrump", "goal", "value")
    assert built.pack is not None
    assert len(built.pack.cards()) == 56
    setup = Setup(built, {}, 4)
    assert setup.options["tied_bids"] == "more"
    assert setup.most_rounds == 4
    deal, problems = judge(setup, 1, [0, 0, 0, 0], {"bids": [28, 28, 28, 28]})
    assert problems == []
    assert built.facts(deal) == {"vote_starters": [2, 2, 2], "leader": 2, "bids": [28] * 4, "first": [4, 4, 4, 4]}
    assert [moment.name for moment in built.moments(deal)] == ["level_bids"]


# Moments and figures.


def moments(answers: dict, players: int = 4) -> list[tuple[str, int | None]]:
    scored: SheetRow = row("pisa", answers, players)
    assert problem_texts(scored) == []
    return [(moment.name, moment.side) for moment in pisa.PISA.moments(scored.deal)]


def test_moments_of_a_deal() -> None:
    assert moments({}) == moments(PLAIN) == moments({"laid": ALL_LAID}) == []
    assert moments({"laid": TRUMP_TIE}) == [("full_tie", None)]
    assert moments({"bids": [28, 28, 28, 28]}) == [("level_bids", None)]
    assert moments({"tricks": [0, 10, 0, 0]}) == [("every_trick", 1)]
    assert moments({"tricks": [0, 8, 0, 0, 0]}, 5) == [("every_trick", 1)]
    assert moments({**PLAIN, "bids": [12, 32, 25, 20]}) == [("full_round", 0)]
    (full,) = pisa.PISA.moments(row("pisa", {**PLAIN, "bids": [12, 32, 25, 20]}, 4).deal)
    assert full.words.text % {"side": "Eleni", **full.words.values} == "Eleni took the maximum a round can give: 12."
    assert full.rare == 6


def test_figures_of_a_deal() -> None:
    def counted(answers: dict) -> list:
        return [figure.count(row("pisa", answers, 4).deal) for figure in pisa.PISA.figures]

    bids, tricks = [44, 32, 25, 20], [5, 2, 2, 1]
    # For few tricks, 1 gets 8, the two with 2 share 6 + 4, and 5 gets 2.
    assert counted({"bids": bids, "goal": "few", "tricks": tricks}) == [
        bids, [1, 2, 3, 4], tricks, [0, 0, 0, 1], [2, 5, 5, 8], [1, 0, 0, 0],
    ]  # fmt: skip
    assert counted({"goal": "many", "tricks": [4, 4, 2, 0]}) == [
        None, None, [4, 4, 2, 0], [1, 1, 0, 0], [7, 7, 4, 2], [1, 1, 0, 0],
    ]  # fmt: skip
    assert counted({"tricks": [4, 4, 2, 0]}) == [None, None, [4, 4, 2, 0], None, None, [1, 1, 0, 0]]
    assert counted({}) == [None, None, None, None, None, None]


def test_awards_for_the_goal_are_counted_apart_for_many_and_for_few_tricks() -> None:
    by = {figure.name: figure.by for figure in pisa.PISA.figures if figure.by is not None}
    deal = row("pisa", {"goal": "few", "tricks": [4, 4, 2, 0]}, 4).deal
    assert {name: value(deal) for name, value in by.items()} == {"best_for_goal": "few", "second_award": "few"}


# Properties of all answers.


def parts_of(laid_cards: list) -> list:
    """Return the states of the answers as players lay their cards vote by vote."""
    states: list = [[None] * len(laid_cards)]
    for name in pisa_votes.VOTES:
        for seat, votes in enumerate(laid_cards):
            state = json.loads(json.dumps(states[-1]))
            state[seat] = {**(state[seat] or {}), name: votes[name]}
            states.append(state)
    return states


@pytest.mark.parametrize("cards", [ALL_LAID, TRUMP_TIE, GOAL_TIE])
def test_known_answers_stay_known_as_more_votes_are_laid(cards: list) -> None:
    rows = [row("pisa", {"laid": state, "tricks": [4, 3, 2, 1]}, 4) for state in parts_of(cards)]
    assert all(problem_texts(scored) == [] for scored in rows)
    for before, after in pairwise(rows):
        assert set(before.deal.answers) <= set(after.deal.answers)
        assert before.facts.get("votes", {}).items() <= after.facts["votes"].items()
        assert not before.complete


def test_a_deal_is_complete_exactly_if_both_awards_are_known() -> None:
    choices = {
        "laid": [None, PARTLY_LAID, ALL_LAID, GOAL_TIE],
        "bids": [None, [19, 27, 20, 18], [25, 21, 19, 9], [19, None, 20, 18]],
        "goal": [None, "few", "many"],
        "tricks": [None, [4, 3, 2, 1], [4, None, None, 1]],
        "trump": [None, "red"],
    }
    setup, seen = Setup(pisa.PISA, {}, 4), set()
    for values in product(*choices.values()):
        deal, problems = judge(setup, 0, [0, 0, 0, 0], dict(zip(choices, values, strict=True)))
        if not problems:
            complete = SheetRow(None, deal, [], [0, 0, 0, 0]).complete
            assert complete == (len(known_awards(deal)) == 2), values
            assert complete or open_questions(deal), values
            seen.add(complete)
    assert seen == {True, False}


def known_awards(deal: AnsweredDeal) -> list:
    return [line for line in pisa.PISA.score(deal) if line.points is not None]


@pytest.mark.parametrize(
    ("bids", "note"),
    [
        ([111, 91, 71], None),  # 27 cards: four each of 13 to 8, and three 7s
        ([111, 91, 72], (3, 274, 273)),
        ([111, 111, 111], (2, 222, 202)),
        ([101, 101, 71], None),
        ([102, 101, 0], (2, 203, 202)),
        ([None, 111, 92], (2, 203, 202)),
        ([81, 81, 81, 81], None),  # 36 cards: four each of 13 to 5
        ([81, 81, 82, 81], (4, 325, 324)),
        ([101, 101, 71, 51, 30], None),  # 45 cards: four each of 13 to 3, and a 2
        ([101, 101, 71, 51, 31], (5, 355, 354)),
    ],
)
def test_bids_are_at_most_what_the_cards_can_be_worth(
    bids: list[int | None], note: tuple[int, int, int] | None
) -> None:
    """A round that an earlier version stored keeps its points, with a note."""
    scored = row("pisa", {"bids": bids}, len(bids))
    assert problem_texts(scored) == []
    assert [(found.question, found.code) for found in scored.notes] == ([] if note is None else [("bids", "sum")])
    if note is not None:
        values = scored.notes[0].words.values
        assert (values["count"], values["sum"], values["most"]) == note
    assert any(scored.points) == (None not in bids)


@pytest.mark.parametrize(("players", "most"), [(1, 111), (2, 202), (3, 273), (4, 324), (5, 354)])
def test_the_highest_sum_of_cards_follows_from_the_pack(players: int, most: int) -> None:
    pack = sorted([value for value in range(14) for _suit in range(4)], reverse=True)
    assert pisa.dearest(players) == sum(pack[: 9 * players]) == most
