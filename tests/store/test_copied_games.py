"""A game that matches have copied comes from the earliest of them, which an index finds among thousands."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import models
from games.rules.custom_game import custom_key
from games.services import actions
from games.store.custom_games import refresh_copied_games
from tests.store.test_figures import PlayingCircle, table
from tests.store.test_neighbours import plan_of

__all__ = ["table"]


def start(table: PlayingCircle, game: str, name: str, day: int) -> None:
    actions.start_match(
        match=str(uuid4()),
        game="points",
        players=["Eleni", "Deniz"],
        custom_game={"id": game, "name": name},
        at=f"2026-09-{day:02}T20:00:00Z",
        **table.me,
    )


def test_the_earliest_match_names_the_game(table: PlayingCircle) -> None:
    game = str(uuid4())
    for name, day in (("Second", 2), ("First", 1), ("Third", 3)):
        start(table, game, name, day)
    assert models.CustomGame.objects.get(id=game).name == "First"
    models.Match.objects.filter(started__day=1).update(is_deleted=True)
    refresh_copied_games(table.home.circle.pk, [custom_key(game)])
    assert models.CustomGame.objects.get(id=game).name == "Second"


@pytest.mark.skipif("config.getoption('db') == 'postgres'", reason="A small table needs no index there.")
def test_an_index_has_the_earliest_match_first(table: PlayingCircle) -> None:
    game = str(uuid4())
    start(table, game, "Rummy", 1)
    with CaptureQueriesContext(connection) as queries:
        refresh_copied_games(table.home.circle.pk, [custom_key(game)])
    [query] = [query["sql"] for query in queries if 'FROM "games_match"' in query["sql"]]
    assert "matches_of_a_game" in plan_of(query)
    assert "TEMP B-TREE" not in plan_of(query)  # which sorts all matches of the game
