"""The states of a game's entry: for hosts and developers, without an error for any game."""

from typing import Any

import pytest
from django.test import Client

from games import models
from games.rules import catalogue
from games.web.game_states import first_choice, page_of, states

SETUPS = [(game, players) for game in catalogue.GAMES for players in game.players]


@pytest.mark.fifth
@pytest.mark.parametrize(("game", "players"), SETUPS, ids=[f"{game.key}-{players}" for game, players in SETUPS])
def test_every_state_has_an_entry(game: Any, players: int) -> None:
    pages = [page_of(game, players, state) for state in states(game, players)]
    assert len(pages) == 3 + len(game.parts)
    assert [page.count('<form id="round"') for page in pages] == [1] * len(pages)
    empty, _half, complete, *_opened, wrong = pages
    assert "data-complete" in complete
    assert "data-complete" not in empty
    assert 'class="problem"' in wrong
    assert not [page for page in pages[:-1] if 'class="problem"' in page]


@pytest.mark.parametrize("key", ["skat", "tarot", "briscola_chiamata"])
def test_there_is_an_example_of_each_value_of_the_first_choice(key: str) -> None:
    game = catalogue.find(key)
    assert game is not None
    name, values = first_choice(game)
    for value, _label in values:
        [complete] = [state for state in states(game, max(game.players), value) if state.label.startswith("Complete")]
        assert (name, str(value)) in complete.fields


@pytest.mark.django_db
def test_the_page_is_for_staff_and_for_developers(settings: Any) -> None:
    path = f"/games/{catalogue.GAMES[0].key}/states/"
    staff = Client()
    staff.force_login(models.Person.objects.create_superuser("host@example.org", "a long password of a host"))
    assert (Client().get(path).status_code, staff.get(path).status_code) == (404, 200)
    assert staff.get("/games/nothing/states/").status_code == 404
    settings.DEBUG = True
    answer = Client().get(f"{path}?players=3&choice=blue")
    assert answer.status_code == 200
    assert answer.content.decode().count("<iframe") == len(states(catalogue.GAMES[0], 3))
