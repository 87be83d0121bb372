"""Which way round the table the games go, and who does what in a round. S0 to S4 are the sources."""

import pytest

from games.match.describe import describe
from games.rules import catalogue
from games.rules.card import direction_words
from games.rules.game import AnsweredDeal, Setup
from games.rules.pisa import FIRST_TO_VOTE

LEFT = "Play goes clockwise: the next player sits on the left."
RIGHT = "Play goes counter-clockwise: the next player sits on the right."
DIRECTIONS = {
    "pisa": "clockwise",  # S0 L54: "The player on the dealer's left plays first", L60: "All other players follow clockwise"
    "pisa_ksr": "clockwise",  # S1 L15: "alle anderen folgen im Uhrzeigersinn"
    "bisca_tres": None,  # S2 L23: "When there are more than two players, the deal and play are counter-clockwise"
    "bisca_nove": None,
    "bisca_seis": "counter_clockwise",
    "bisca_quatro": "counter_clockwise",
    "bisca_capixaba": "counter_clockwise",
    "pisti": "counter_clockwise",  # S3 L13: "You play counter-clockwise in order"
    "pilotta": "counter_clockwise",  # by custom
    "sueca": "counter_clockwise",  # by custom, as in the rest of Portugal
    "briscola": "counter_clockwise",
    "briscola_chiamata": "counter_clockwise",
    "hearts": "clockwise",
    "doppelkopf": "clockwise",
    "skat": "clockwise",
    "tarot": "counter_clockwise",
    "king": None,  # a house rule decides
    "coinche": "counter_clockwise",  # by custom
    "skull_king": "clockwise",
    "wizard": "clockwise",
    "spades": "clockwise",
    "points": None,
}


def test_every_game_has_its_direction() -> None:
    directions = {game.key: game.direction for game in catalogue.GAMES}
    assert directions == DIRECTIONS, "add the game to DIRECTIONS in tests/rules/test_seats.py"
    assert {game.key: describe(game, str)["direction"] for game in catalogue.GAMES} == DIRECTIONS


@pytest.mark.parametrize(("style", "direction"), [("portugal", "clockwise"), ("turkey", "counter_clockwise")])
def test_king_goes_the_way_of_its_country(style: str, direction: str) -> None:
    king = catalogue.find("king")
    assert king is not None
    assert king.direction_in({"style": style, "nulos": False}) == direction


@pytest.mark.parametrize(
    ("direction", "players", "text"),
    [
        ("clockwise", 3, LEFT),
        ("counter_clockwise", 6, RIGHT),
        ("counter_clockwise", 2, None),
        ("clockwise", 2, None),
        (None, 4, None),
    ],
)
def test_the_direction_is_named_where_it_matters(direction: str | None, players: int, text: str | None) -> None:
    words = direction_words(direction, players)
    assert (None if words is None else words.text) == text


@pytest.mark.parametrize(
    ("key", "players", "tasks"),
    [
        ("pisa", 4, [("%(name)s plays first", (3,)), (FIRST_TO_VOTE, (3, 0, 1))]),  # S0 L54-56
        ("pisa_ksr", 4, [("%(name)s plays first, also in votes", (3,))]),  # S1 L14-15
        ("bisca_nove", 2, [("%(name)s plays first", (1,))]),
        ("bisca_seis", 6, [("%(name)s shuffles and plays first", (3,)), ("%(name)s cuts", (1,))]),  # S2 L54, L56
        ("bisca_quatro", 4, [("%(name)s shuffles and plays first", (3,)), ("%(name)s cuts", (1,))]),
        ("bisca_capixaba", 4, [("%(name)s cuts or knocks, then plays first", (3,))]),  # S2 L83
        ("pisti", 3, [("%(name)s plays first", (0,))]),
        ("pilotta", 4, [("%(name)s plays first", (3,))]),
        ("sueca", 4, [("%(name)s plays first", (3,))]),
        ("briscola", 3, [("%(name)s plays first", (0,))]),
        ("briscola_chiamata", 6, [("%(name)s plays first", (3,))]),
        ("doppelkopf", 5, [("%(name)s plays first", (3,))]),
        ("skat", 4, [("%(name)s plays first", (3,))]),
        ("tarot", 6, [("%(name)s plays first", (3,))]),
        ("king", 4, [("%(name)s plays first", (2,))]),
        ("hearts", 4, [("Pass cards to the right", ()), ("The player with the lowest club plays first", ())]),
        ("coinche", 4, [("%(name)s plays first", (3,))]),
        ("skull_king", 4, [("%(name)s plays first", (3,))]),
        ("wizard", 4, [("%(name)s bids first and plays first", (3,))]),
        ("spades", 4, [("%(name)s bids first and plays first", (3,))]),
        ("points", 4, [("%(name)s plays first", (3,))]),
    ],
)
def test_the_tasks_of_a_round_follow_from_its_dealer(
    key: str, players: int, tasks: list[tuple[str, tuple[int, ...]]]
) -> None:
    """Seat 2 deals, or seat 0 of two."""
    game = catalogue.find(key)
    assert game is not None
    deal = AnsweredDeal(Setup(game, {}, players, first_dealer=1 % players), 1, [0] * players)
    assert deal.dealer == 2 % players
    assert [(task.text, task.seats) for task in game.tasks(deal)] == tasks
