"""The template context of a game."""

import pytest
from django.conf import settings

from games.rules import catalogue
from games.web import game_context


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
def test_seating_text(tables, words):
    assert game_context.seating_text([{"players": players, "sides": sides} for players, sides in tables]) == words


def test_every_game_has_a_drawing_and_a_new_game_needs_none():
    drawn = (settings.BASE_DIR / "static" / "pictures.svg").read_text(encoding="utf-8")
    for picture in ["deal", *(game.picture for game in catalogue.GAMES)]:
        assert f'<symbol id="{picture}"' in drawn
    assert "deal" not in [game.picture for game in catalogue.GAMES]
