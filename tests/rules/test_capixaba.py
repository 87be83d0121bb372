"""Bisca Capixaba: every number of the source, all twelve orders of Ace and 7, and the open questions."""

import pytest

from games.rules import catalogue
from games.rules.capixaba import CAPIXABA
from games.rules.game import Setup
from games.rules.judge import is_complete, judge, open_questions
from games.rules.words import PlaceNote, _
from tests.rules.play import lines_of

PLAIN = ("clubs", "diamonds", "spades")
ROUND = ("leader", "second", "third", "fourth")


def deal_of(answers, before=(0, 0), **options):
    return judge(Setup(CAPIXABA, options, 4), 0, list(before), answers)


def points_of(answers, before=(0, 0), **options):
    """Return the points of side 0 and side 1. The deal must have no problems."""
    deal, problems = deal_of(answers, before, **options)
    assert not problems
    return [sum(column) for column in zip(*[line.points for line in lines_of(deal)], strict=True)] or [0, 0]


def facts_of(answers, before=(0, 0), **options):
    deal, problems = deal_of(answers, before, **options)
    assert not problems
    return CAPIXABA.facts(deal)


def problems_of(answers, before=(0, 0), **options):
    return [(problem.question, problem.code) for problem in deal_of(answers, before, **options)[1]]


def heley(seven, ace, *, leader=0, trick=5):
    """Return a heley from the places of its cards in the trick, 0 for the leader. There is no Ace if `ace` is None."""
    return {
        "trick": trick,
        "leader": leader,
        "seven": (leader + seven) % 4,
        "ace": None if ace is None else (leader + ace) % 4,
    }


# Line of the source, quote, card points of side 0, its game points in another suit and with hearts.
COUNT = (
    ("S2 L91", "A team that takes 61 points in tricks ... scores 1 game point ... but 2", 61, 1, 2),
    ("S2 L91", "(but not more than 89)", 89, 1, 2),
    ("S2 L93", "less than 31 card points ... 90 or more ... scores 2 game points, or 3", 90, 2, 3),
    ("S2 L93", "the winning team with 90 or more card points", 118, 2, 3),
    ("S2 L95", "all the card points (but not necessarily all the tricks) they score 4", 120, 4, 4),
    ("S2 L87", "the team (if any) that has 61 or more card points", 60, 0, 0),
)


@pytest.mark.parametrize(("source", "quote", "points", "plain", "hearts"), COUNT)
def test_the_count_scores_the_points_of_the_source(source, quote, points, plain, hearts):
    for trump, worth in (*[(suit, plain) for suit in PLAIN], ("hearts", hearts)):
        assert points_of({"trump": trump, "points": [points, None]}) == [worth, 0], quote
        assert facts_of({"trump": trump, "points": [None, points]})["count_points"] == [0, worth]


def test_the_count_has_a_label_and_a_reason():
    for points, label, why in (
        (89, "Game", "61 card points or more"),
        (90, "Capote", "the others have fewer than 31 card points"),
        (120, "120", "all the card points"),
    ):
        (line,) = lines_of(deal_of({"trump": "clubs", "points": [points, None]})[0])
        assert (line.label, line.why[0].translated(_), line.why[1]) == (label, why, None)
        (line,) = lines_of(deal_of({"trump": "hearts", "points": [None, points]})[0])
        assert (line.label, line.why[0], line.why[1].translated(_)) == (label, None, why + "; hearts are trumps")


# The points of each case in another suit and with hearts.
CASES = {
    "direct": (
        1,
        2,
    ),  # S2 L99: "the team that played the Ace immediately scores 1 game point, or 2 if hearts"
    "ace_first": (2, 4),  # S2 L100: "immediately scores 2 game points, or 4 if hearts were trumps"
    "partners": (2, 3),  # S2 L101: "their opponents score 2 game points, or 3 if hearts were trumps"
    "partners_last_trick": (
        0,
        0,
    ),  # S2 L101: "no score for this if it occurs in the very last trick of a deal"
    "rodar": (1, 2),  # S2 L102: "their team scores 1 game point, or 2" (read: with hearts)
    "roda": (2, 3),  # S2 L103: "the winners of the trick score 2 game points, or 3 if hearts are trumps"
}

# The player of the 7, the player of the Ace, the case, the team that scores: of the 7, of the Ace (A), or neither (-).
ORDERS = (
    ("leader", "second", "direct", "A"),  # S2 L99: "directly on the 7 by the next player"
    (
        "leader",
        "third",
        "partners",
        "-",
    ),  # S2 L101: "two partners play the Ace and 7 of trumps to the same trick"
    ("leader", "fourth", "roda", "A"),  # S2 L103: "leads the 7 ... the fourth player to the trick beats it"
    ("second", "leader", "ace_first", "A"),  # S2 L100: "the 7 is played after the Ace"
    ("second", "third", "direct", "A"),
    ("second", "fourth", "partners", "-"),
    ("third", "leader", "partners", "-"),
    ("third", "second", "ace_first", "A"),
    ("third", "fourth", "direct", "A"),
    ("fourth", "leader", "ace_first", "A"),  # neighbours at the table, and yet not "the next player"
    ("fourth", "second", "partners", "-"),
    ("fourth", "third", "ace_first", "A"),
    ("leader", None, "rodar", "7"),  # S2 L102: "leads the 7 ... and it is not beaten by the Ace"
)


@pytest.mark.parametrize(("seven", "ace", "case", "whose"), ORDERS)
@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("trick", [2, 9, 10])
@pytest.mark.parametrize("trump", ["spades", "hearts"])
def test_each_order_of_ace_and_seven_has_its_case(seven, ace, case, whose, leader, trick, trump):
    played = heley(ROUND.index(seven), None if ace is None else ROUND.index(ace), leader=leader, trick=trick)
    if case == "partners" and trick == 10:
        case = "partners_last_trick"
    side = {"7": played["seven"], "A": played["ace"], "-": played["seven"] + 1}[whose] % 2
    points = [0, 0]
    points[side] = CASES[case][trump == "hearts"]
    assert facts_of({"trump": trump, "heley": played}) | {"count_points": 0} == {
        "heley": case,
        "heley_points": points,
        "count_points": 0,
    }
    assert points_of({"trump": trump, "heley": played}) == points


def test_the_table_has_all_twelve_orders():
    assert len({(seven, ace) for seven, ace, _case, _whose in ORDERS if ace}) == 12


def test_heley_and_count_are_two_lines():
    deal = deal_of({"trump": "hearts", "heley": heley(0, 3), "points": [70, 50]})[0]
    assert [(line.label, line.points) for line in lines_of(deal)] == [
        ("Heley de Roda", [0, 3]),
        ("Game", [2, 0]),
    ]
    assert lines_of(deal)[0].why[1].translated(_) == "the fourth player beat the 7 with the ace; hearts are trumps"


def test_rodar_literal_pays_2_without_hearts():
    # S2 L102: "1 game point, or 2 if hearts are not trumps"
    for trump, default, literal in (("clubs", 1, 2), ("spades", 1, 2), ("diamonds", 1, 2), ("hearts", 2, 1)):
        answers = {"trump": trump, "heley": heley(0, None)}
        assert points_of(answers) == [default, 0]
        assert points_of(answers, rodar_literal=True) == [literal, 0]
    assert points_of({"trump": "hearts", "heley": heley(0, 1)}, rodar_literal=True) == [0, 2]


@pytest.mark.parametrize(("knocked", "count", "direct", "rodar"), [(True, 2, 2, 1), (False, 1, 1, 2)])
def test_hearts_may_pay_more_only_after_a_knock(knocked, count, direct, rodar):
    known = {"trump": "hearts", "knocked": knocked}
    options = {"hearts_only_by_knock": True, "rodar_literal": True}
    assert points_of({**known, "points": [61, 59]}, **options) == [count, 0]
    assert points_of({**known, "heley": heley(0, 1)}, **options) == [0, direct]
    assert points_of({**known, "heley": heley(0, None)}, **options) == [rodar, 0]
    assert points_of({**known, "points": [61, 59]}) == [2, 0]  # by default however hearts became trumps


def test_points_that_depend_on_an_unknown_knock_are_open():
    answers = {"trump": "hearts", "heley": heley(0, 1), "points": [61, 59]}
    deal, problems = deal_of(answers, hearts_only_by_knock=True)
    assert not problems
    assert CAPIXABA.facts(deal) == {"heley": "direct"}
    assert lines_of(deal) == []
    assert not is_complete(deal)
    assert open_questions(deal) == ["knocked", "indicator"]


# Answers, option `hearts_only_by_knock`, open questions, completeness.
OPEN_QUESTIONS = (
    ({}, False, ["trump", "knocked", "indicator", "heley", "points"], False),
    ({"points": [61, 59]}, False, ["trump", "knocked", "indicator", "heley"], False),
    ({"knocked": True}, False, ["heley", "points"], False),
    ({"knocked": True, "points": [61, 59]}, True, ["heley"], True),
    ({"knocked": False, "points": [61, 59]}, False, ["trump", "indicator", "heley"], False),
    ({"trump": "clubs"}, False, ["knocked", "indicator", "heley", "points"], False),
    ({"trump": "clubs", "points": [61, 59]}, True, ["knocked", "indicator", "heley"], True),
    ({"trump": "hearts", "points": [61, 59]}, False, ["knocked", "indicator", "heley"], True),
    ({"trump": "hearts", "points": [61, 59]}, True, ["knocked", "indicator", "heley"], False),
    ({"trump": "hearts", "indicator": "2", "points": [61, 59]}, True, ["heley"], True),
    ({"indicator": "K"}, True, ["trump", "heley", "points"], False),
    ({"trump": "clubs", "heley": {}, "points": [61, 59]}, False, ["knocked", "indicator", "heley"], False),
    ({"trump": "clubs", "heley": {"trick": 1}}, False, ["knocked", "indicator", "heley", "points"], False),
    ({"trump": "clubs", "heley": heley(0, None), "points": [61, None]}, False, ["knocked", "indicator"], True),
    ({"trump": "clubs", "points": [None, None]}, False, ["knocked", "indicator", "heley", "points"], False),
)


@pytest.mark.parametrize(("answers", "by_knock", "questions", "complete"), OPEN_QUESTIONS)
def test_open_questions_and_completeness(answers, by_knock, questions, complete):
    deal, problems = deal_of(answers, hearts_only_by_knock=by_knock)
    assert (open_questions(deal), is_complete(deal), problems) == (questions, complete, [])


def test_a_knock_implies_hearts_and_an_indicator_implies_a_cut():
    # S2 L83: "may either cut or instead knock on the deck, in which case hearts will be trumps"
    assert deal_of({"knocked": True})[0]["trump"] == "hearts"
    assert deal_of({"indicator": "J"})[0]["knocked"] is False
    assert problems_of({"trump": "hearts", "indicator": "5", "knocked": False}) == []


# Answers, known facts, points of both sides.
OPEN = (
    ({}, {"heley": None, "heley_points": [0, 0]}, [0, 0]),
    ({"points": [61, 59]}, {"heley": None, "heley_points": [0, 0]}, [0, 0]),
    ({"points": [120, 0]}, {"heley": None, "heley_points": [0, 0], "count_points": [4, 0]}, [4, 0]),  # in any suit
    ({"points": [60, 60]}, {"heley": None, "heley_points": [0, 0], "count_points": [0, 0]}, [0, 0]),
    ({"heley": heley(0, 1), "points": [61, 59]}, {"heley": "direct"}, [0, 0]),
    ({"heley": heley(0, 2, trick=10)}, {"heley": "partners_last_trick", "heley_points": [0, 0]}, [0, 0]),
    ({"trump": "clubs", "heley": heley(0, 1)}, {"heley": "direct", "heley_points": [0, 1]}, [0, 1]),
    ({"trump": "clubs", "heley": {}, "points": [61, 59]}, {}, [0, 0]),
    ({"trump": "clubs", "heley": {"leader": 0, "seven": 0}, "points": [61, 59]}, {}, [0, 0]),
    ({"trump": "clubs", "heley": {"trick": 2, "seven": 0}, "points": [61, 59]}, {}, [0, 0]),
    ({"trump": "clubs", "heley": {"trick": 2, "leader": 0, "ace": 1}, "points": [61, 59]}, {}, [0, 0]),
)


@pytest.mark.parametrize(("answers", "facts", "points"), OPEN)
def test_an_open_deal_scores_its_known_answers(answers, facts, points):
    assert facts_of(answers) == facts
    assert points_of(answers) == points
    assert not is_complete(deal_of(answers)[0])


def test_there_is_no_count_after_a_heley_that_ends_the_match():
    # S2 L89: "the match can sometimes end in the middle of the play"
    direct = {"trump": "hearts", "heley": heley(0, 1)}
    for points in (None, [None, None], [99, 21], [21, None]):
        deal, problems = deal_of({**direct, "points": points}, (3, 2))
        assert (open_questions(deal), is_complete(deal), problems) == (["knocked", "indicator"], True, [])
        assert CAPIXABA.facts(deal) == {"heley": "direct", "heley_points": [0, 2], "count_points": [0, 0]}
        assert [line.label for line in lines_of(deal)] == ["Heley"]


def test_there_is_a_count_after_a_heley_one_point_short():
    # S2 L87: "the first team to score a total of 4 or more game points"
    deal, _problems = deal_of({"trump": "hearts", "heley": heley(0, 1)}, (3, 1))
    assert open_questions(deal) == ["knocked", "indicator", "points"]
    assert not is_complete(deal)
    assert points_of({"trump": "hearts", "heley": heley(0, 1), "points": [61, 59]}, (3, 1)) == [2, 2]


def test_totals_above_the_target_do_not_skip_the_count():
    # a round recorded after the end has no answers yet, so all questions are open
    assert open_questions(deal_of({}, (4, 2))[0]) == ["trump", "knocked", "indicator", "heley", "points"]


def test_partners_in_the_last_trick_do_not_end_the_match():
    answers = {"trump": "hearts", "heley": heley(0, 2, trick=10), "points": [61, 59]}
    assert points_of(answers, (3, 3)) == [2, 0]


@pytest.mark.parametrize(("totals", "winners"), [([3, 3], []), ([4, 3], [0]), ([3, 5], [1]), ([0, 7], [1])])
def test_the_match_is_won_with_4_game_points(totals, winners):
    assert Setup(CAPIXABA, {}, 4).winners(totals, 5) == winners


REFUSED = (
    ({"points": [61, 60]}, ("points", "sum")),
    ({"points": [119, 1]}, ("points", "impossible")),
    ({"points": [1, None]}, ("points", "impossible")),
    ({"points": [121, None]}, ("points", "high")),
    ({"trump": "stars"}, ("trump", "choice")),
    ({"knocked": True, "trump": "clubs"}, ("trump", "contradiction")),
    ({"knocked": True, "indicator": "5"}, ("knocked", "contradiction")),
    ({"knocked": 1}, ("knocked", "yes_no")),
    *[({"indicator": rank}, ("indicator", "choice")) for rank in ("A", "7", "8", "9", "10", 2)],
    ({"heley": heley(0, 1, trick=0)}, ("heley", "low")),
    ({"heley": heley(0, 1, trick=11)}, ("heley", "high")),
    ({"heley": {"leader": 4}}, ("heley", "seat")),
    ({"heley": {"seven": 2, "ace": 2}}, ("heley", "one_seat")),
    ({"heley": heley(1, 1)}, ("heley", "one_seat")),
    ({"heley": heley(1, None)}, ("heley", "not_led")),
    ({"heley": heley(3, None)}, ("heley", "not_led")),
    ({"heley": {"case": "direct"}}, ("heley", "unknown")),
    ({"heley": [heley(0, 1), heley(0, 3)]}, ("heley", "object")),
    ({"all_tricks": 0}, ("all_tricks", "unknown")),
)


@pytest.mark.parametrize(("answers", "wrong"), REFUSED)
def test_impossible_answers_are_refused(answers, wrong):
    assert problems_of(answers) == [wrong]


@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "Q", "J", "K"])
def test_any_rank_but_ace_and_seven_can_be_turned_up(rank):
    # S2 L83: "The trump indicator cannot be an Ace or Seven"
    assert problems_of({"indicator": rank}) == []


# The heley, led by seat 0; the team that took its trick; the least card points of that team.
LEAST = (
    (heley(0, 1), 1, 21),
    (heley(1, 0), 0, 21),
    (heley(0, 2), 0, 21),
    (heley(0, 2, trick=10), 0, 21),
    (heley(0, 3), 1, 21),
    (heley(0, None), 0, 10),
)


@pytest.mark.parametrize(("played", "side", "least"), LEAST)
@pytest.mark.parametrize("before", [(0, 0), (3, 3)])
def test_the_team_of_the_heley_trick_has_its_card_points(played, side, least, before):
    for points, wrong in ((least, []), (least - 1, [("points", "too_few")]), (0, [("points", "too_few")])):
        split = [points, 120 - points] if side == 0 else [120 - points, points]
        assert problems_of({"trump": "clubs", "heley": played, "points": split}, before) == wrong
        assert problems_of({"heley": played, "points": split}, before) == wrong


def test_too_few_points_are_refused_with_the_least_number():
    (problem,) = deal_of({"heley": heley(0, 1), "points": [100, 20]})[1]
    assert (
        problem.words.translated(_) == "20 card points are too few: the trick with the 7 of trumps alone was worth 21."
    )


def test_a_wrong_heley_is_one_problem():
    assert problems_of({"heley": heley(1, None), "points": [120, 0]}) == [("heley", "not_led")]


# Answers, totals before, moments.
MOMENTS = (
    ({}, (0, 0), []),
    ({"trump": "clubs", "points": [90, 30]}, (0, 0), [("capote", 0)]),
    ({"trump": "clubs", "points": [0, 120]}, (0, 0), [("all_points", 1)]),
    ({"trump": "clubs", "points": [61, 59]}, (0, 0), [("narrow", 0)]),
    ({"trump": "clubs", "points": [60, 60]}, (0, 0), [("level", None)]),
    ({"trump": "clubs", "heley": heley(0, 3)}, (0, 0), [("roda", 1)]),
    ({"heley": heley(0, 3)}, (0, 0), []),
    ({"trump": "clubs", "heley": heley(0, 2)}, (0, 0), [("partners", 1)]),
    ({"trump": "clubs", "heley": heley(0, 2, trick=10)}, (0, 0), []),
    ({"trump": "hearts", "heley": heley(1, 0)}, (0, 0), [("four_in_a_trick", 0), ("heley_won_match", 0)]),
    ({"trump": "clubs", "heley": heley(0, 1), "points": [59, 61]}, (0, 3), [("heley_won_match", 1)]),
)


RARE = {
    "capote": 6,
    "heley_won_match": 10,
    "narrow": 30,
    "roda": 40,
    "four_in_a_trick": 40,
    "level": 60,
    "partners": 200,
    "all_points": 600,
}


@pytest.mark.parametrize(("answers", "before", "expected"), MOMENTS)
def test_moments_of_a_deal(answers, before, expected):
    moments = list(CAPIXABA.moments(deal_of(answers, before)[0]))
    assert [(moment.name, moment.side) for moment in moments] == expected
    assert all(moment.rare == RARE[moment.name] for moment in moments)


# Answers, totals before: rounds won, card points ahead, capotes, heleys scored, knocks, rounds won after a knock.
# Seat 0 deals, so seat 1 may knock, of side 1.
FIGURES = (
    ({}, (0, 0), [None, None, None, [0, 0], None, None]),
    ({"trump": "clubs", "points": [61, 59]}, (0, 0), [[1, 0], [2, -2], [0, 0], [0, 0], [None, 0], None]),
    ({"trump": "clubs", "points": [30, 90]}, (0, 0), [[0, 1], [-60, 60], [0, 1], [0, 0], [None, 0], None]),
    ({"trump": "clubs", "points": [120, 0]}, (0, 0), [[1, 0], [120, -120], [0, 0], [0, 0], [None, 0], None]),
    ({"trump": "clubs", "points": [60, 60]}, (0, 0), [[0, 0], [0, 0], [0, 0], [0, 0], [None, 0], None]),
    # Only hearts leave open whether someone knocked.
    ({"trump": "hearts", "points": [61, 59]}, (0, 0), [[1, 0], [2, -2], [0, 0], [0, 0], None, None]),
    ({"trump": "hearts", "heley": heley(1, 0)}, (0, 0), [None, None, None, [1, 0], None, None]),
    ({"heley": heley(1, 0)}, (0, 0), [None, None, None, None, None, None]),
    (
        {"trump": "clubs", "heley": heley(0, 2, trick=10), "points": [60, 60]},
        (0, 0),
        [[0, 0], [0, 0], [0, 0], [0, 0], [None, 0], None],
    ),
    (
        {"trump": "clubs", "knocked": False, "points": [20, 100]},
        (0, 0),
        [[0, 1], [-80, 80], [0, 1], [0, 0], [None, 0], None],
    ),
    ({"knocked": True, "points": [40, 80]}, (0, 0), [[0, 1], [-40, 40], [0, 0], [0, 0], [None, 1], [None, 1]]),
    ({"knocked": True, "points": [80, 40]}, (0, 0), [[1, 0], [40, -40], [0, 0], [0, 0], [None, 1], [None, 0]]),
    ({"knocked": True}, (0, 0), [None, None, None, [0, 0], [None, 1], None]),
)


@pytest.mark.parametrize(("answers", "before", "expected"), FIGURES)
def test_figures_of_a_deal(answers, before, expected):
    deal = deal_of(answers, before)[0]
    assert [figure.count(deal) for figure in CAPIXABA.figures] == expected


@pytest.mark.parametrize(
    ("record", "name", "label"),
    [
        (None, None, None),
        (heley(1, 0), "direct", "Heley"),  # an opponent's 7 after the ace
        (heley(0, 1), "direct", "Heley"),
        (heley(0, 2), "partners", "Heley de Parceiros"),
        (heley(0, 2, trick=10), "partners", "Heley de Parceiros"),
        (heley(0, 3), "roda", "Heley de Roda"),
        (heley(0, None), "rodar", "Rodar o 7"),
    ],
)
def test_heleys_are_counted_apart_by_their_kind(record, name, label):
    [figure] = [figure for figure in CAPIXABA.figures if figure.name == "heleys"]
    assert figure.by is not None
    assert figure.by(deal_of({"trump": "clubs", "heley": record} if record else {}, (0, 0))[0]) == name
    assert dict(figure.values).get(name) == label


def test_partners_sit_opposite_and_the_trumps_are_pinned():
    setup = Setup(CAPIXABA, {}, 4)
    assert catalogue.find("bisca_capixaba") is CAPIXABA
    assert [setup.seats_of(side) for side in (0, 1)] == [[0, 2], [1, 3]]
    assert CAPIXABA.pinned == ("trump", "knocked", "indicator", "heley")
    assert [part.name for part in CAPIXABA.parts] == ["trumps", "heley", "count"]


def test_all_questions_have_help():
    assert all(item.help for item in (*CAPIXABA.questions, *CAPIXABA.options))


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_trick_is_led_by_the_player_who_begins(dealer):
    """A round that an earlier version stored keeps its points, with a note."""
    setup = Setup(CAPIXABA, {}, 4, first_dealer=dealer)
    for leader in range(4):
        answers = {"trump": "clubs", "heley": heley(0, 1, leader=leader, trick=1), "points": [50, 70]}
        played, problems = judge(setup, 0, [0, 0], answers)
        assert CAPIXABA.facts(played)["heley"] == "direct"
        expected = [] if leader == (dealer + 1) % 4 else [("heley", "leader", True)]
        assert [(problem.question, problem.code, isinstance(problem, PlaceNote)) for problem in problems] == expected


@pytest.mark.parametrize("played", [heley(0, 1, leader=3, trick=2), {"trick": 1, "leader": None}, {"leader": 3}])
def test_other_tricks_and_unknown_leaders_are_accepted(played):
    assert problems_of({"trump": "clubs", "heley": played}) == []
