"""Statements that are written out give what the ORM would give."""

import pytest
from django.db.models import Model

from games import models
from games.store.sql import column, read, read_all, read_one, row_of
from tests.match.logs import deal, event, id_of, start
from tests.store.conftest import Home

STORED = [models.Event, models.Match, models.Seat, models.Deal, models.Evening, models.Player, models.Membership]


@pytest.mark.parametrize("model", STORED)
def test_rows_are_those_of_the_orm(home: Home, other_home: Home, model: type[Model]) -> None:
    rosa = event("p", "player", None, player=id_of("p"), name="Rosa")
    for one in (home, other_home):
        one.taken(start(), deal("a", "start"), {**rosa, "match": None})
    circle = home.circle.pk
    found = read_all(model, '"circle_id" = %s', column(model, "circle_id", circle))
    wanted = list(model._default_manager.filter(circle=circle))
    assert wanted
    assert sorted(map(row_of, found), key=str) == sorted(map(row_of, wanted), key=str)
    assert sorted(map(repr, found)) == sorted(map(repr, wanted))


def test_what_a_left_join_has_not_found_is_none(home: Home) -> None:
    joined = 'FROM "games_circle" LEFT JOIN "games_match" ON "circle_id" = "games_circle"."id"'
    assert read((models.Circle, models.Match), joined) == [(home.circle, None)]
    assert read_one(models.Match, '"seq" = %s', 1) is None
