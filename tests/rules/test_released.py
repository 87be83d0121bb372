"""Released defaults, questions and values never change.

Documents and matches omit options with their default value, and refer to questions by name. So lines of these tables
are never edited: old matches would get other points. Another reading of a rule becomes another value of an option. A
new option becomes a new line at the end of its game, and a new question a line of its own.
"""

from typing import Any

import pytest

from games.rules import catalogue
from games.rules.game import Game

DEFAULTS: list[tuple[str, str, Any]] = [
    ("pisa", "tied_bids", "fewer"),
    ("pisa", "subtrumps", None),
    ("pisa_ksr", "tied_bids", "more"),
    ("pisa_ksr", "subtrumps", None),
    ("bisca_tres", "lines", 4),
    ("bisca_nove", "lines", 4),
    ("bisca_seis", "lines", 4),
    ("bisca_seis", "conservative", False),
    ("bisca_quatro", "lines", 4),
    ("bisca_quatro", "conservative", False),
    ("bisca_capixaba", "rodar_literal", False),
    ("bisca_capixaba", "hearts_only_by_knock", False),
    ("pisti", "target", 151),
    ("pisti", "most", "tricks"),
    ("pisti", "teams", False),
    ("pilotta", "target", 301),
    ("pilotta", "stake_on_fail", True),
    ("pilotta", "contract_counts", "everything"),
    ("pilotta", "pilotta_after_failure", "opponents"),
    ("pilotta", "tie_goes_to", "trick_points"),
    ("pilotta", "doubling", False),
    ("sueca", "target", 4),
    ("sueca", "sweep", "tricks"),
    ("briscola", "target", 3),
    ("briscola", "sweep_double", False),
    ("briscola_chiamata", "target", None),
    ("briscola_chiamata", "rounds", None),
    ("briscola_chiamata", "sweep_double", False),
    ("coinche", "target", 1000),
    ("coinche", "bidding", "contract"),
    ("coinche", "count", "made_and_bid"),
    ("coinche", "rounding", "exact"),
    ("coinche", "eighty", 82),
    ("coinche", "belote_helps", True),
    ("coinche", "doubling", "all"),
    ("coinche", "level", "held"),
    ("coinche", "declarations", False),
    ("coinche", "no_trumps", False),
    ("skull_king", "scoring", "classic"),
    ("skull_king", "cannonball", False),
    ("skull_king", "expansion", False),
    ("skull_king", "powers", False),
    ("wizard", "uneven", False),
    ("hearts", "target", 100),
    ("hearts", "moon", "others"),
    ("hearts", "jack", False),
    ("spades", "target", 500),
    ("spades", "bag_penalty", True),
    ("spades", "nil", 100),
    ("spades", "blind_nil", False),
    ("spades", "failed_nil", "bags"),
    ("doppelkopf", "rounds", None),
    ("doppelkopf", "counting", "both"),
    ("doppelkopf", "announcements", "plus_two"),
    ("doppelkopf", "charlie", True),
    ("doppelkopf", "compulsory_solo", False),
    ("skat", "rounds", None),
    ("skat", "seeger_fabian", False),
    ("skat", "ramsch", False),
    ("skat", "kontra", False),
    ("tarot", "rounds", None),
    ("tarot", "dealer_rests", False),
    ("king", "style", "portugal"),
    ("king", "nulos", False),
    ("points", "wins", "most"),
    ("points", "target", None),
    ("points", "rounds", None),
    ("points", "teams", False),
    ("points", "sum", None),
]

# Game, numbers of players with the number of sides by default, questions in their order.
GAMES: list[tuple[str, list[tuple[int, int]], list[str]]] = [
    (
        "pisa",
        [(3, 3), (4, 4), (5, 5)],
        ["laid", "bids", "trump", "subtrump", "goal", "value", "tricks"],
    ),
    (
        "pisa_ksr",
        [(3, 3), (4, 4), (5, 5)],
        ["laid", "bids", "trump", "subtrump", "goal", "value", "tricks"],
    ),
    ("bisca_tres", [(2, 2)], ["points", "all_tricks"]),
    ("bisca_nove", [(2, 2)], ["points", "all_tricks"]),
    ("bisca_seis", [(6, 2)], ["points", "all_tricks"]),
    ("bisca_quatro", [(4, 2)], ["points", "all_tricks"]),
    ("bisca_capixaba", [(4, 2)], ["trump", "knocked", "indicator", "heley", "points"]),
    (
        "pisti",
        [(2, 2), (3, 3), (4, 4)],
        ["jacks", "aces", "two_of_clubs", "ten_of_diamonds", "tricks", "cards", "pistis", "jack_pistis"],
    ),
    (
        "pilotta",
        [(4, 2)],
        [
            "passed_out",
            "bidder",
            "bid",
            "trump",
            "trick_points",
            "last_trick",
            "kapo",
            "declarations",
            "declarations_to",
            "pilotta",
            "contra",
        ],
    ),
    ("sueca", [(4, 2)], ["trump", "revoked", "points", "all_tricks"]),
    ("briscola", [(2, 2), (3, 3), (4, 2)], ["trump", "points"]),
    ("briscola_chiamata", [(5, 5), (6, 6)], ["caller", "partner", "called", "trump", "bid", "points"]),
    (
        "coinche",
        [(4, 2)],
        [
            "passed_out",
            "taker",
            "contract",
            "trump",
            "trick_points",
            "all_tricks",
            "belote",
            "declared",
            "coinche",
        ],
    ),
    (
        "skull_king",
        [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)],
        ["bids", "cannonballs", "destroyed", "tricks", "bonus", "loot", "wager"],
    ),
    ("wizard", [(3, 3), (4, 4), (5, 5), (6, 6)], ["trump", "bids", "tricks"]),
    ("hearts", [(3, 3), (4, 4), (5, 5), (6, 6)], ["hearts", "queen", "jack", "moon"]),
    ("spades", [(4, 2)], ["bids", "blind", "tricks"]),
    (
        "doppelkopf",
        [(4, 4), (5, 5)],
        ["re", "solo", "re_said", "kontra_said", "re_points", "no_trick", "foxes", "doppelkopfs", "charlie"],
    ),
    (
        "skat",
        [(3, 3), (4, 4)],
        [
            "passed_out",
            "declarer",
            "game",
            "matadors",
            "hand",
            "announced",
            "bid",
            "points",
            "reached",
            "won",
            "kontra",
            "ramsch_points",
            "no_trick",
        ],
    ),
    (
        "tarot",
        [(3, 3), (4, 4), (5, 5), (6, 6)],
        ["passed_out", "taker", "contract", "partner", "called", "bouts", "points", "petit", "poignees", "chelem"],
    ),
    ("king", [(4, 4)], ["contract", "trump", "sold", "taken"]),
    ("points", [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)], ["points"]),
]

# Questions of later versions, at any place of the entry.
LATER_QUESTIONS: list[tuple[str, str]] = [("pisti", "most_tricks")]

# The values of options with a fixed list. Values may be added, but not removed.
VALUES: list[tuple[str, str, list[Any]]] = [
    ("pisa", "tied_bids", ["fewer", "more"]),
    ("pisa", "subtrumps", ["red", "yellow", "green", "blue"]),
    ("pisa_ksr", "tied_bids", ["fewer", "more"]),
    ("pisa_ksr", "subtrumps", ["red", "yellow", "green", "blue"]),
    ("bisca_tres", "lines", [4, 10]),
    ("bisca_nove", "lines", [4, 10]),
    ("bisca_seis", "lines", [4, 10]),
    ("bisca_quatro", "lines", [4, 10]),
    ("pisti", "most", ["tricks", "cards"]),
    ("pilotta", "contract_counts", ["everything", "card_points"]),
    ("pilotta", "pilotta_after_failure", ["opponents", "holder"]),
    ("pilotta", "tie_goes_to", ["trick_points", "bidder"]),
    ("sueca", "sweep", ["tricks", "points"]),
    ("coinche", "bidding", ["contract", "classic"]),
    ("coinche", "count", ["made_and_bid", "bid"]),
    ("coinche", "rounding", ["exact", "tens"]),
    ("coinche", "eighty", [82, 80]),
    ("coinche", "doubling", ["all", "contract"]),
    ("coinche", "level", ["held", "failed"]),
    ("skull_king", "scoring", ["classic", "rascal"]),
    ("hearts", "moon", ["others", "self", "choice", "off"]),
    ("spades", "nil", [100, 50]),
    ("spades", "failed_nil", ["bags", "partner"]),
    ("doppelkopf", "counting", ["both", "plus"]),
    ("doppelkopf", "announcements", ["plus_two", "double"]),
    ("king", "style", ["portugal", "turkey"]),
    ("points", "wins", ["most", "fewest"]),
]


def find(key: str) -> Game:
    game = catalogue.find(key)
    assert game is not None, key
    return game


def test_every_default_is_as_it_was_released() -> None:
    defaults = [(game.key, rule.name, rule.default) for game in catalogue.GAMES for rule in game.options]
    assert [(key, name, type(default), default) for key, name, default in defaults] == [
        (key, name, type(default), default) for key, name, default in DEFAULTS
    ], "add the options of the game to DEFAULTS in tests/rules/test_released.py"


def test_every_game_is_as_it_was_released() -> None:
    known = [key for key, _players, _questions in GAMES]
    assert catalogue.keys() == known, "add the game to GAMES in tests/rules/test_released.py"


@pytest.mark.parametrize(("key", "players", "questions"), GAMES, ids=[key for key, _players, _questions in GAMES])
def test_questions_and_players_are_as_they_were_released(
    key: str, players: list[tuple[int, int]], questions: list[str]
) -> None:
    game = find(key)
    later = [name for its_game, name in LATER_QUESTIONS if its_game == key]
    assert [question.name for question in game.questions if question.name not in later] == questions
    defaults = {rule.name: rule.default for rule in game.options}
    assert [(count, game.sides(count, defaults)) for count in game.players] == players


@pytest.mark.parametrize(("key", "name", "values"), VALUES, ids=[f"{key}: {name}" for key, name, _values in VALUES])
def test_no_value_was_removed(key: str, name: str, values: list[Any]) -> None:
    [rule] = [rule for rule in find(key).options if rule.name == name]
    assert [value for value, _label in vars(rule)["values"]][: len(values)] == values


def test_every_option_with_a_list_of_values_is_in_the_table() -> None:
    options = [(game.key, rule.name) for game in catalogue.GAMES for rule in game.options if "values" in vars(rule)]
    known = [(key, name) for key, name, _values in VALUES]
    assert options == known, "add the values of each option to VALUES in tests/rules/test_released.py"
