"""Bisca de Três, de Nove, de Seis, de Quatro: every number of the source, with its limits."""

import pytest

from games.rules import catalogue
from games.rules.bisca import NOVE, QUATRO, SEIS, TRES
from games.rules.bisca_cards import PACK, PACK_WITHOUT_TWOS, card_worth
from games.rules.game import Setup
from games.rules.judge import is_complete, judge, open_questions
from games.rules.words import _
from tests.rules.play import lines_of

ALL = (TRES, NOVE, SEIS, QUATRO)
TEAMS = (SEIS, QUATRO)


def setup_of(game, **options):
    return Setup(game, options, game.players[0])


def deal_of(game, answers, before=(0, 0), **options):
    return judge(setup_of(game, **options), 0, list(before), answers)


def games_of(game, answers, **options):
    """Return the games of side 0 and side 1. The deal must have no problems."""
    deal, problems = deal_of(game, answers, **options)
    assert not problems
    return [sum(column) for column in zip(*[line.points for line in lines_of(deal)], strict=True)] or [0, 0]


def problems_of(game, answers, **options):
    return [(problem.question, problem.code) for problem in deal_of(game, answers, **options)[1]]


# Line of the source, quote, systems, split of the points, every trick, games.
SEED = (
    (
        "S2 L19",
        "the player or team that takes 61 or more of these points in tricks wins",
        ALL,
        [61, 59],
        None,
        1,
    ),
    (
        "S2 L29",
        "the side with the majority of the 120 card point (i.e. 61 or more) wins",
        ALL,
        [59, 61],
        None,
        1,
    ),
    (
        "S2 L42",
        "The player who takes 61 or more of the 120 card points in tricks wins one game",
        (TRES,),
        [61, 59],
        None,
        1,
    ),
    ("S2 L42", "wins one game", (TRES,), [81, 39], None, 1),
    ("S2 L42", "wins one game", (TRES,), [82, 38], None, 1),
    ("S2 L42", "wins one game", (TRES,), [91, 29], None, 1),
    ("S2 L42", "wins one game", (TRES,), [120, 0], None, 1),
    ("S2 L42", "wins one game", (TRES,), [120, 0], 0, 1),
    ("S2 L42", "If each player has 60, neither wins", ALL, [60, 60], None, 0),
    (
        "S2 L48",
        "A player who takes from 61 to 81 points in tricks wins a single game",
        (NOVE,),
        [61, 59],
        None,
        1,
    ),
    (
        "S2 L48",
        "A player who takes from 61 to 81 points in tricks wins a single game",
        (NOVE,),
        [81, 39],
        None,
        1,
    ),
    (
        "S2 L48",
        "82 or more points but not every trick (the opponent has less than 39)",
        (NOVE,),
        [82, 38],
        None,
        2,
    ),
    ("S2 L48", "82 or more points but not every trick ... wins 2 games", (NOVE,), [120, 0], None, 2),
    ("S2 L48", "a player who won every trick would win 4 games", (NOVE,), [120, 0], 0, 4),
    ("S2 L58", "A team with 61-90 card points in tricks wins 1 game", TEAMS, [82, 38], None, 1),
    ("S2 L58", "A team with 61-90 card points in tricks wins 1 game", TEAMS, [90, 30], None, 1),
    ("S2 L58", "91 or more card points but not all the tricks wins 2 games", TEAMS, [91, 29], None, 2),
    ("S2 L58", "91 or more card points but not all the tricks wins 2 games", TEAMS, [120, 0], None, 2),
    ("S2 L58", "a team that wins all 6 tricks wins 4 games", (SEIS,), [120, 0], 0, 4),
    ("S2 L77", "the rules are the same as for Bisca de Seis", (QUATRO,), [120, 0], 0, 4),
)


@pytest.mark.parametrize(("source", "quote", "systems", "points", "all_tricks", "worth"), SEED)
def test_the_majority_is_worth_what_the_source_says(source, quote, systems, points, all_tricks, worth):
    for game in systems:
        mine, others = (worth, 0) if points[0] > points[1] else (0, worth)
        assert games_of(game, {"points": points, "all_tricks": all_tricks}) == [mine, others], (
            game.key,
            quote,
        )


@pytest.mark.parametrize("game", ALL)
def test_both_sides_can_win(game):
    for points in range(121):
        if points not in (1, 119):
            split = [points, 120 - points]
            assert games_of(game, {"points": split}) == games_of(game, {"points": split[::-1]})[::-1]


@pytest.mark.parametrize("game", TEAMS)
@pytest.mark.parametrize("points", [[61, 59], [90, 30], [91, 29], [120, 0]])
def test_conservative_groups_award_one_game_for_any_majority(game, points):
    # S2 L73: "award only one game to the team that has the majority of card points, even if they have more than 90"
    assert games_of(game, {"points": points}, conservative=True) == [1, 0]
    assert games_of(game, {"all_tricks": 1}, conservative=True) == [0, 1]
    assert games_of(game, {"points": [60, 60]}, conservative=True) == [0, 0]


def test_only_the_team_games_have_the_conservative_option():
    assert [[option.name for option in game.options] for game in ALL] == [
        ["lines"],
        ["lines"],
        ["lines", "conservative"],
        ["lines", "conservative"],
    ]


@pytest.mark.parametrize("game", ALL)
def test_every_trick_implies_the_points(game):
    for given in (None, [120, 0], [120, None], [None, 0], [None, None]):
        deal, problems = deal_of(game, {"all_tricks": 0, "points": given})
        assert not problems
        assert deal["points"] == [120, 0]
        assert open_questions(deal) == []
        assert is_complete(deal)


@pytest.mark.parametrize("points", [[118, 2], [0, 120], [110, None], [None, 2]])
def test_every_trick_contradicts_other_points(points):
    for game in ALL:
        assert problems_of(game, {"all_tricks": 0, "points": points}) == [("points", "contradiction")]


def test_120_points_alone_are_not_every_trick():
    deal, _problems = deal_of(NOVE, {"points": [120, 0]})
    assert open_questions(deal) == ["all_tricks"]
    assert is_complete(deal)
    assert games_of(NOVE, {"points": [120, 0]}) == [2, 0]


@pytest.mark.parametrize(
    ("points", "full"),
    [([81, None], [81, 39]), ([None, 82], [38, 82]), ([60, None], [60, 60])],
)
def test_one_number_is_enough(points, full):
    assert deal_of(NOVE, {"points": points})[0]["points"] == full


@pytest.mark.parametrize("answers", [{}, {"points": None}, {"points": [None, None], "all_tricks": None}])
def test_an_open_deal_asks_for_both_and_scores_nothing(answers):
    for game in ALL:
        deal, problems = deal_of(game, answers)
        assert (open_questions(deal), is_complete(deal), problems) == (["points", "all_tricks"], False, [])
        assert games_of(game, answers) == [0, 0]


@pytest.mark.parametrize(
    ("answers", "wrong"),
    [
        ({"points": [61, 60]}, ("points", "sum")),
        ({"points": [60, 59]}, ("points", "sum")),
        ({"points": [121, None]}, ("points", "high")),
        ({"points": [-1, None]}, ("points", "low")),
        ({"points": [1, 119]}, ("points", "impossible")),
        ({"points": [119, None]}, ("points", "impossible")),
        ({"points": [None, 1]}, ("points", "impossible")),
        ({"points": [61.0, 59]}, ("points", "number")),
        ({"points": [True, 119]}, ("points", "number")),
        ({"points": [120]}, ("points", "length")),
        ({"all_tricks": 2}, ("all_tricks", "side")),
        ({"all_tricks": True}, ("all_tricks", "side")),
        ({"points": [61, 59], "capote": 0}, ("capote", "unknown")),
    ],
)
def test_impossible_answers_are_refused(answers, wrong):
    for game in ALL:
        assert problems_of(game, answers) == [wrong]


def test_2_and_118_card_points_are_possible():
    assert problems_of(TRES, {"points": [2, 118]}) == []


# S2 L31: "wins four or more games wins the match"; S2 L34: "10 vertical lines instead of 4 ... wins 10 or more games"
@pytest.mark.parametrize(
    ("lines", "totals", "winners"),
    [
        (4, [3, 3], []),
        (4, [4, 3], [0]),
        (4, [3, 5], [1]),
        (10, [9, 4], []),
        (10, [10, 9], [0]),
        (10, [0, 13], [1]),
    ],
)
def test_the_match_is_won_with_the_last_line_of_the_comb(lines, totals, winners):
    for game in ALL:
        assert setup_of(game, lines=lines).winners(totals, 7) == winners


# S2 L31: "the top half of one line ... for each game they win and the bottom half ... by the opponent(s)"
@pytest.mark.parametrize(
    ("lines", "totals", "top", "bottom"),
    [(4, [0, 0], 0, 0), (4, [3, 1], 3, 1), (4, [2, 7], 2, 4), (4, [5, 3], 4, 3), (10, [13, 9], 10, 9)],
)
def test_the_comb_never_has_more_marks_than_lines(lines, totals, top, bottom):
    facts = SEIS.match_facts(setup_of(SEIS, lines=lines), totals)
    assert facts == {"comb": {"lines": lines, "top": top, "bottom": bottom}}


# S2 L12-17: "Ace (Ás) 11", "7 (Manilha or Bisca) 10", "King (Rei) 4" ... "6, 5, 4, 3, 2 (lowest) 0"
def test_the_pack_has_120_card_points():
    deal = deal_of(TRES, {})[0]
    worth = [card_worth(rank, "hearts", deal) for rank in ("A", "7", "K", "J", "Q", "6", "5", "4", "3", "2")]
    assert worth == [11, 10, 4, 3, 2, 0, 0, 0, 0, 0]
    for pack, cards in (
        (PACK, 40),
        (PACK_WITHOUT_TWOS, 36),
    ):  # S2 L9: "a 40-card ... pack"; L52: "leaving 36 cards"
        assert len(pack.cards()) == cards
        assert sum(card_worth(rank, suit, deal) for rank, suit in pack.cards()) == 120
    assert [game.pack for game in ALL] == [PACK, PACK, PACK_WITHOUT_TWOS, PACK]


def test_a_pile_fills_in_the_points_of_its_side():
    deal = deal_of(TRES, {})[0]
    pile = [("A", "clubs"), ("7", "hearts"), ("Q", "hearts"), ("2", "spades")]
    assert TRES.pack.answers(deal, 1, pile) == {"points": [None, 23]}


def test_a_line_has_a_label_and_a_reason():
    table = (
        (NOVE, {"points": [61, 59]}, "Game", "61 card points or more"),
        (NOVE, {"points": [82, 38]}, "Double game", "82 card points or more"),
        (SEIS, {"points": [91, 29]}, "Double game", "91 card points or more"),
        (SEIS, {"all_tricks": 0}, "Every trick", "took every trick"),
        (TRES, {"all_tricks": 0}, "Game", "61 card points or more"),
    )
    for game, answers, label, why in table:
        (line,) = lines_of(deal_of(game, answers)[0])
        assert (line.label, line.why[0].translated(_), line.why[1]) == (label, why, None)


def test_60_60_has_no_line():
    for game in ALL:
        assert lines_of(deal_of(game, {"points": [60, 60]})[0]) == []


def test_moments_of_a_deal():
    table = (
        (
            NOVE,
            {"all_tricks": 1},
            [("every_trick", 1000000, 1)],
        ),  # S2 L48: "doubtful whether it has ever happened"
        (SEIS, {"points": [59, 61]}, [("narrow", 40, 1)]),
        (TRES, {"points": [60, 60]}, [("level", 40, None)]),
        (QUATRO, {"points": [91, 29]}, []),
        (QUATRO, {}, []),
    )
    for game, answers, expected in table:
        moments = game.moments(deal_of(game, answers)[0])
        assert [(moment.name, moment.rare, moment.side) for moment in moments] == expected


def test_every_trick_is_doubtful_in_nove_only():
    # S2 L48: "it is doubtful whether it has ever happened"
    for game in ALL:
        (moment,) = game.moments(deal_of(game, {"all_tricks": 0})[0])
        assert ("never have happened" in moment.words.text) is (game is NOVE)


def test_figures_of_a_deal():
    table = (
        (NOVE, {"points": [38, 82]}, {}, [[0, 1], [-44, 44], [0, 1], [0, 0]]),
        (NOVE, {"all_tricks": 0}, {}, [[1, 0], [120, -120], [0, 0], [1, 0]]),
        (QUATRO, {"points": [60, 60]}, {}, [[0, 0], [0, 0], [0, 0], [0, 0]]),
        (QUATRO, {"points": [91, 29]}, {"conservative": True}, [[1, 0], [62, -62], None, None]),
        (SEIS, {}, {}, [None, None, None, None]),
        (TRES, {"points": [61, 59]}, {}, [[1, 0], [2, -2]]),
    )
    for game, answers, options, expected in table:
        deal = deal_of(game, answers, **options)[0]
        assert [figure.count(deal) for figure in game.figures] == expected


def test_every_system_seats_its_players_in_two_sides():
    table = (
        (TRES, "bisca_tres", 2),
        (NOVE, "bisca_nove", 2),
        (SEIS, "bisca_seis", 6),
        (QUATRO, "bisca_quatro", 4),
    )
    for game, key, players in table:
        assert catalogue.find(key) is game
        assert game.players == (players,)
        assert [(part.name, part.questions) for part in game.parts] == [("count", ["points", "all_tricks"])]
        # S2 L52: "each player sitting between two opponents"
        assert setup_of(game).seats_of(0) == list(range(0, players, 2))


def test_all_questions_have_help():
    for game in ALL:
        assert all(item.help for item in (*game.questions, *game.options))
