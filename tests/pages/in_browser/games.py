"""One match of every game, to play from the first round to the winner, with its expected sheets."""

import json

from games.match.score import score
from tests.rules.golden import NAMES


class PlayedEvening:
    """One match with the answers of its rounds. None stands for a number that follows from the others."""

    def __init__(self, game, players, rounds, /, *, dealer=0, names=NAMES, **options):
        self.game = game
        self.names = names[:players]
        self.rounds = rounds
        self.dealer = dealer
        self.options = options

    def sheet(self, count=None, **more):
        """Return the sheet after the first `count` rounds."""
        return sheet_of(self, self.rounds[:count], **more)


def sheet_of(evening, rounds, **more):
    document = {
        "format": "scorekeeper.match/1",
        "game": evening.game,
        "players": list(evening.names),
        "first_dealer": evening.dealer,
        "options": evening.options,
        "deals": [{"answers": answers} for answers in rounds],
    }
    return score(json.dumps(document | more).encode(), str)


def vote(card, *values):
    return {"card": card, "values": list(values)}


def run(length):
    return {"kind": "sequence", "length": length}


def four(rank):
    return {"kind": "four", "rank": rank}


LAID = [
    {"trump": vote("red", 13), "goal": vote("many", 4), "value": vote("13_high", 0)},
    {"trump": vote("blue", 7, 7), "goal": vote("few", 9, 1, 3), "value": vote("0_high", 5)},
    {"trump": vote("red", 1, 6), "goal": vote("few", 2), "value": vote("0_high", 12, 8)},
]

EVENINGS = (
    PlayedEvening(
        "pisa",
        3,
        [
            {"laid": LAID, "tricks": [3, 5, None]},
            {"bids": [9, 35, 9], "goal": "few", "tricks": [0, 10, None]},
            {"bids": [11, 8, 40], "trump": "green", "subtrump": "red", "value": "0_high", "goal": "many", "tricks": [2, None, 8]},
        ],
        dealer=1,
    ),
    PlayedEvening(
        "pisa_ksr",
        3,
        [
            {"bids": [9, 9, 12], "trump": "red", "goal": "few", "tricks": [2, 2, None]},
            {"bids": [8, 8, 8], "goal": "many", "tricks": [2, 3, None]},
            {"bids": [8, 41, 9], "goal": "few", "tricks": [7, 1, None]},
        ],
        subtrumps={"red": "blue"},
    ),
    PlayedEvening("bisca_tres", 2, [{"points": pair} for pair in ([71, None], [None, 90], [64, None], [60, None], [61, None], [82, None])]),
    PlayedEvening("bisca_nove", 2, [{"points": [85, None]}, {"points": [None, 61]}, {"points": [60, 60]}, {"all_tricks": 1}], dealer=1),
    PlayedEvening("bisca_seis", 6, [{"points": [91, None]}, {"points": [None, 75]}, {"points": [95, None]}], dealer=5),
    PlayedEvening("bisca_quatro", 4, [{"points": [95, None]}, {"all_tricks": 0}, {"points": [None, 99]}, {"points": [61, None]}, {"points": [70, None]}], conservative=True, dealer=2),
    PlayedEvening(
        "bisca_capixaba",
        4,
        [
            {"trump": "spades", "indicator": "K", "heley": {"trick": 3, "leader": 0, "seven": 0, "ace": 1}, "points": [70, None]},
            {"knocked": True, "points": [None, 92]},
        ],
        dealer=3,
    ),
    PlayedEvening(
        "pisti",
        3,
        [
            {"jacks": [2, 1, None], "aces": [0, 3, None], "two_of_clubs": 0, "ten_of_diamonds": 2, "tricks": [9, 8, 4], "pistis": [1, 0, 1], "jack_pistis": [1, 0, 0]},
            {"jacks": [1, 2, None], "aces": [1, 1, None], "two_of_clubs": 1, "ten_of_diamonds": 1, "tricks": [5, 10, 4], "pistis": [0, 0, 0], "jack_pistis": [0, 1, 0]},
        ],
        target=39,
        dealer=2,
    ),
    PlayedEvening(
        "pilotta",
        4,
        [
            {"passed_out": True},
            {"bidder": 0, "bid": 100, "trump": "hearts", "declarations": [[run(3), four("J")], [run(4)]], "pilotta": 0, "last_trick": 1, "trick_points": [96, None]},
            {"bidder": 0, "bid": 310, "trump": "spades", "declarations": [[run(5)], [four("Q")]], "declarations_to": 0, "kapo": 0},
        ],
        target=101,
        dealer=1,
    ),
    PlayedEvening(
        "sueca",
        4,
        [{"points": [71, None]}, {"trump": "hearts", "points": [None, 91]}, {"points": [60, None]}, {"revoked": 1}],
        dealer=2,
    ),
    PlayedEvening(
        "briscola",
        3,
        [{"points": [50, 40, None]}, {"trump": "cups", "points": [45, 45, None]}, {"points": [0, 61, None]}, {"points": [70, None, 20]}],
        target=2,
        dealer=1,
    ),
    PlayedEvening(
        "briscola_chiamata",
        6,
        [
            {"caller": 0, "trump": "swords", "partner": 3, "points": 72},
            {"caller": 4, "called": "2", "trump": "coins", "partner": 4, "points": 60},
            {"caller": 2, "bid": 75, "partner": 0, "points": 80},
        ],
        dealer=5,
        target=3,
    ),
    PlayedEvening(
        "hearts",
        4,
        [
            {"queen": 1, "hearts": [5, 4, 3, None], "jack": 2},
            {"queen": 3, "hearts": [0, 0, 0, 13], "jack": 0, "moon": "others"},
            {"queen": 1, "hearts": [6, 2, 4, None], "jack": 2},
        ],
        moon="choice",
        jack=True,
        target=50,
        dealer=3,
    ),
    PlayedEvening(
        "doppelkopf",
        5,
        [
            {"re": [1, 3], "re_said": "said", "re_points": 155, "foxes": [1, 0]},
            {"re": [4], "solo": "queens", "re_points": 130},
            {"re": [2, 3], "kontra_said": "no_90", "no_trick": "re", "doppelkopfs": [0, 2], "charlie": "kontra"},
            {"re": [0, 3], "re_points": 120},
        ],
        rounds=4,
        compulsory_solo=True,
    ),
    PlayedEvening(
        "skat",
        4,
        [
            {"declarer": 1, "game": "spades", "matadors": 2, "points": 70},
            {"declarer": 0, "game": "null", "hand": True, "won": False},
            {"passed_out": True, "ramsch_points": [70, 0, None, 50], "no_trick": [1]},
            {"declarer": 0, "game": "grand", "matadors": 4, "announced": "schneider", "bid": 120, "kontra": 2, "points": 95},
        ],
        rounds=4,
        seeger_fabian=True,
        ramsch=True,
        kontra=True,
    ),
    PlayedEvening(
        "tarot",
        5,
        [
            {"taker": 1, "contract": "garde", "called": "hearts", "partner": 3, "bouts": 2, "points": 51},
            {"passed_out": True},
            {"taker": 0, "contract": "petite", "partner": 0, "bouts": 1, "points": 40, "petit": "taker", "poignees": ["single"]},
            {"taker": 4, "contract": "garde_sans", "partner": 2, "bouts": 3, "points": 91, "chelem": "announced"},
        ],
        rounds=4,
        dealer=2,
    ),
    PlayedEvening(
        "king",
        4,
        [
            {"taken": [3, 4, 5, None]},
            {"taken": [0, 13, 0, 0]},
            {"taken": [1, 1, 2, 0]},
            {"taken": [2, 2, None, 2]},
            {"taken": [0, 0, 1, 0]},
            {"taken": [1, 1, 0, 0]},
            {"trump": "hearts", "taken": [2, 3, 6, None]},
            {"trump": "spades", "sold": {"to": 1, "tricks": 2}, "taken": [3, 5, 2, None]},
            {"trump": "none", "taken": [4, 4, 4, None]},
            {"trump": "nulos", "taken": [0, 1, 4, None]},
        ],
        nulos=True,
        dealer=1,
    ),
    PlayedEvening(
        "coinche",
        4,
        [
            {"passed_out": True},
            {"taker": 0, "contract": 100, "trump": "hearts", "belote": 0, "trick_points": [92, None]},
            {"taker": 1, "contract": 90, "trump": "clubs", "trick_points": [None, 85]},
            {"taker": 0, "contract": 120, "trump": "spades", "coinche": 2, "trick_points": [125, None]},
        ],
        target=501,
        dealer=1,
    ),
    PlayedEvening(
        "skull_king",
        3,
        [
            {"bids": [0, 1, 0], "tricks": [0, 1, None]},
            {"bids": [1, 1, 0], "tricks": [1, 1, None], "bonus": [10, 0, 0]},
            {"bids": [1, 0, 2], "tricks": [1, 0, None]},
            {"bids": [2, 1, 1], "tricks": [1, 2, None]},
            {"bids": [0, 3, 2], "tricks": [0, 3, None]},
            {"bids": [3, 2, 1], "tricks": [3, 1, None], "bonus": [30, 0, 0]},
            {"bids": [2, 2, 3], "tricks": [2, 2, None]},
            {"bids": [0, 4, 3], "tricks": [0, 5, None]},
            {"bids": [4, 3, 2], "tricks": [4, 3, None]},
            {"bids": [3, 4, 3], "tricks": [2, 5, None]},
        ],
        dealer=2,
    ),
    PlayedEvening(
        "wizard",
        6,
        [
            {"bids": [0, 0, 1, 0, 0, 0], "tricks": [0, 0, 1, 0, 0, None]},
            {"trump": "red", "bids": [1, 0, 0, 1, 0, 0], "tricks": [1, 0, 0, 0, 1, None]},
            {"bids": [1, 1, 0, 0, 1, 0], "tricks": [1, 1, 0, 0, 1, None]},
            {"bids": [0, 2, 1, 0, 1, 0], "tricks": [0, 2, 1, 0, 0, None]},
            {"bids": [1, 1, 1, 1, 0, 1], "tricks": [1, 1, 1, 1, 1, None]},
            {"trump": "none", "bids": [2, 0, 1, 1, 1, 1], "tricks": [2, 0, 1, 1, 1, None]},
            {"bids": [1, 2, 1, 1, 1, 0], "tricks": [1, 2, 1, 1, 2, None]},
            {"bids": [2, 1, 2, 1, 1, 1], "tricks": [2, 1, 2, 1, 1, None]},
            {"bids": [3, 1, 1, 2, 1, 1], "tricks": [3, 1, 1, 2, 1, None]},
            {"bids": [2, 2, 2, 1, 1, 1], "tricks": [2, 2, 2, 1, 1, None]},
        ],
        dealer=3,
    ),
    PlayedEvening(
        "spades",
        4,
        [
            {"bids": [3, 4, 2, 3], "tricks": [4, 3, 2, None]},
            {"bids": [0, 4, 5, 3], "tricks": [0, 4, 5, None]},
            {"bids": [4, 3, 3, 3], "tricks": [4, 3, 3, None]},
        ],
        target=250,
        dealer=1,
    ),
    PlayedEvening(
        "points",
        3,
        [{"points": [120, -45, 0]}, {"points": [7, 1030, -5]}, {"points": [-60, 20, 12]}],
        wins="fewest",
        target=1000,
        dealer=1,
    ),
)  # fmt: skip
