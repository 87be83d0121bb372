"""What a page says of a game beside its description."""

import pytest

from games.rules import catalogue
from games.web import show


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ([(2, 2)], "2 players"),
        ([(1, 1)], "1 player"),
        ([(3, 3), (4, 4), (5, 5)], "3–5 players"),
        ([(2, 2), (4, 4)], "2 or 4 players"),
        ([(4, 2)], "2 against 2"),
        ([(6, 3)], "3 teams of 2"),
        ([(2, 2), (3, 3), (4, 4), (4, 2)], "2–4 players or 2 against 2"),
    ],
)
def test_who_sits_down_to_it(tables, words):
    assert show.who([{"players": players, "sides": sides} for players, sides in tables]) == words


def test_a_family_shares_its_drawing_and_a_new_game_needs_none(monkeypatch):
    monkeypatch.setattr(show, "pictures", lambda: {"game-tarot", "game-whist_short", "deal"})
    assert show.drawing("tarot") == "game-tarot"
    assert show.drawing("tarot_three") == "game-tarot"
    assert show.drawing("whist_short") == "game-whist_short"
    assert show.drawing("whist") == "deal"


def test_every_drawing_is_there():
    assert {show.drawing(game.key) for game in catalogue.GAMES} <= show.pictures()


def test_every_question_stands_under_its_part():
    for game in catalogue.GAMES:
        asked = [question["name"] for part in show.show(game)["asked"] for question in part["questions"]]
        assert sorted(asked) == sorted(question.name for question in game.questions)
