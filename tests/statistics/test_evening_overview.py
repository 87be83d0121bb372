"""An evening in a few lines."""

from games.rules.words import translate
from games.statistics.evening_overview import game_results, people_present
from tests.statistics.summaries import CAST, EVENING, played


def test_every_game_with_its_winners() -> None:
    assert [(translate(game.title, str), game.counted_outcomes, game.unfinished) for game in game_results(EVENING)] == [
        ("Pisa", [("Eleni", False, 1)], 0),
        ("Bisca de Seis", [("Eleni & Andreas & Maria", False, 1)], 0),
        ("Pişti", [], 1),
        ("Pilotta", [], 1),
    ]


def test_matches_of_one_game_are_counted_and_a_shared_win_is_shown_as_shared() -> None:
    two = ("pisti", "Eleni Deniz")
    matches = [
        played(*two, [151, 90], (0,)),
        played(*two, [152, 90], (0,)),
        played(*two, [9, 9], (0, 1)),
        played(*two, []),
    ]
    [game] = game_results(matches)
    assert (game.count, game.unfinished, game.picture) == (4, 1, "game-pisti")
    assert game.counted_outcomes == [("Eleni", False, 2), ("Eleni, Deniz", True, 1)]


def test_a_match_without_a_round_has_no_outcome() -> None:
    for rounds in ({"deals": 0}, {"deals": 1, "complete": 0}):
        [game] = game_results([played("pisti", "Eleni Deniz", [0, 0], (0, 1), **rounds)])
        assert (game.count, game.unfinished, game.counted_outcomes) == (1, 0, [])


def test_an_unknown_game_has_its_key_as_name() -> None:
    [game] = game_results([played("whist", "Eleni Deniz", [])])
    assert (game.title, game.picture, game.unfinished) == ("whist", "deal", 1)


def test_everyone_present_is_listed_once() -> None:
    assert [person.name for person in people_present(EVENING)] == list(CAST)
    assert people_present([]) == []
