"""What the rounds of a match say of each side, against sheets worked out by hand."""

from games.match.document import Document
from games.match.lineups import TAKE_OVER, PeopleChange
from games.match.sheet import Sheet
from games.rules.setup import Setup
from games.rules.wizard import WIZARD
from games.statistics.rounds import side_rounds
from tests.rules.play import match
from tests.statistics.test_highlights import COUNT, KAPO, MADE, round

FAILED = {"bidder": 1, "bid": 100, "trick_points": [80, 82]}  # 26 and 0
PASSED = {"passed_out": True}


def test_pilotta() -> None:
    """19:6 made, 26:0 failed by the others, 34:0 with a kapo, and a round in which all players passed.

    Side 0 bid twice and made both, side 1 bid once and failed.
    Side 0 has 97 - 90 = 7 and, with the 250 of the kapo, 160 points beyond its bids; side 1 has 82 - 100 = -18.
    """
    sheet = match("pilotta", [MADE, FAILED, KAPO, PASSED])
    assert [row.points for row in sheet.rows] == [[19, 6], [26, 0], [34, 0], [0, 0]]
    assert side_rounds(sheet, 0) == {
        "fewest": False,
        "rounds": 4,
        "points": 79,
        "most": (34, 3),
        "least": (0, 4),
        "figures": {
            "bids_made": [2, 2],
            "bids_made:90": [2, 2],
            "bids_failed": [0, 2],
            "bids_failed:90": [0, 2],
            "beyond": [167, 2],
            "kapos": [1, 3],
        },
    }
    assert side_rounds(sheet, 1) == {
        "fewest": False,
        "rounds": 4,
        "points": 6,
        "most": (6, 1),
        "least": (0, 2),  # the first of its size
        "figures": {
            "bids_made": [0, 1],
            "bids_made:100": [0, 1],
            "bids_failed": [1, 1],
            "bids_failed:100": [1, 1],
            "beyond": [-18, 1],
            "kapos": [0, 3],
        },
    }


def test_a_round_that_is_not_answered_in_full_counts_nothing() -> None:
    """The second has an answer too few, the third one that cannot be."""
    half = {name: answer for name, answer in COUNT.items() if name != "tricks"}
    sheet = match("pisti", [round(1, 0), half, round(0, 30)], players=2)
    assert side_rounds(sheet, 0) == {
        "fewest": False,
        "rounds": 1,
        "points": 16,
        "most": (16, 1),
        "least": (16, 1),
        "figures": {"pistis": [1, 1], "jack_pistis": [0, 1], "pistis_against": [0, 1]},
    }


def test_a_match_that_was_ended_before_its_first_round() -> None:
    sheet = match("pisti", [], players=2, closed=True)
    assert side_rounds(sheet, 0) == {
        "fewest": False,
        "rounds": 0,
        "points": 0,
        "most": None,
        "least": None,
        "figures": {},
    }


CALLS = (
    {"caller": 1, "partner": 2, "points": 61},  # dealt by player 0
    {"caller": 0, "partner": 3, "points": 60},  # by player 1
    {"caller": 0, "partner": 0, "points": 70},  # by player 2
)


def test_a_round_counts_for_nobody_who_sat_out() -> None:
    """Six players, of whom the dealer sits out.

    won: caller +2, partner +1, the others −1; lost: the reverse; won alone: caller +4, the others −1. So player 0 has
    0, −2 and 4, player 1 has 2, 0 and −1, and player 2 has 1, 1 and 0. Each of them played two of the three rounds.
    """
    sheet = match("briscola_chiamata", CALLS, 6)
    assert [row.points for row in sheet.rows] == [[0, 2, 1, -1, -1, -1], [-2, 0, 1, -1, 1, 1], [4, -1, 0, -1, -1, -1]]
    summed = [side_rounds(sheet, side) for side in range(6)]
    assert [side["figures"]["calls"] for side in summed] == [[2, 2], [1, 2], [0, 2], [0, 3], [0, 3], [0, 3]]
    # Nobody calls the caller: player 0 called twice and sat out once, player 1 called once and sat out once.
    assert "called" not in summed[0]["figures"]
    assert [side["figures"]["called"] for side in summed[1:]] == [[0, 1], [1, 2], [1, 3], [0, 3], [0, 3]]
    assert [(side["points"], side["rounds"]) for side in summed] == [(2, 3), (1, 3), (2, 3), (-3, 3), (-1, 3), (-1, 3)]
    assert [(side["most"], side["least"]) for side in summed[:3]] == [
        ((4, 3), (-2, 2)),
        ((2, 1), (-1, 3)),
        ((1, 1), (1, 1)),  # not the 0 of the round that player 2 dealt
    ]


def test_a_bid_is_met_after_another_only_by_the_same_person() -> None:
    """Everyone meets the first three bids. In the fourth, only player 2 does. Player 1 is replaced before the third.

    So the first round has no other before it for anyone, and the third one has none for the new player.
    """
    bids_and_tricks = (([1, 0, 0], [1, 0, 0]), ([1, 1, 0], [1, 1, 0]), ([1, 1, 1], [1, 1, 1]), ([4, 0, 0], [3, 1, 0]))
    deals = [{"answers": {"bids": bids, "tricks": tricks}} for bids, tricks in bids_and_tricks]
    change = PeopleChange(2, ["Ana", "Zoe", "Rui"], None, TAKE_OVER)
    sheet = Sheet(Document(Setup(WIZARD, {}, 3), ["Ana", "Bia", "Rui"], deals, False, [change]))
    assert [side_rounds(sheet, side)["figures"]["met_again"] for side in range(3)] == [[2, 3], [0, 1], [3, 3]]
    assert [side_rounds(sheet, side)["figures"]["bids_met"] for side in range(3)] == [[3, 4], [1, 2], [4, 4]]


def test_two_nils_of_a_team_are_two_chances_and_no_contract() -> None:
    """Team 0 bids 0 and 5, then 0 and 0, then 3 and 4; team 1 bids 8, 11 and 6 together.

    The first nil is made, and so are 5 of 5. Of the two nils in the second round one is made, and there is no contract. In the
    third round the team has 6 of 7. So it made 2 of 3 nils, failed 1 of 3, and made 1 of 2 contracts.
    """
    bids_and_tricks = (
        ([0, 4, 5, 4], [0, 4, 5, 4]),
        ([0, 6, 0, 5], [0, 7, 2, 4]),
        ([3, 3, 4, 3], [3, 4, 3, 3]),
    )
    sheet = match("spades", [{"bids": bids, "tricks": tricks} for bids, tricks in bids_and_tricks])
    counted = side_rounds(sheet, 0)["figures"]
    assert [counted[name] for name in ("nils_made", "nils_failed", "contracts_made")] == [[2, 3], [1, 3], [1, 2]]
    assert side_rounds(sheet, 1)["figures"]["contracts_made"] == [3, 3]
