"""The hand-written statements give the same rows as the ORM."""

from typing import Any

import pytest
from django.db.models import Model
from django.forms import model_to_dict

from games import models
from games.store.sql import read_all, read_joined, read_one
from tests.match.logs import deal, event, id_of, start
from tests.store.conftest import Home

STORED = [models.Event, models.Match, models.Seat, models.Evening, models.Player, models.Membership]


@pytest.mark.parametrize("model", STORED)
def test_rows_equal_those_of_the_orm(home: Home, other_home: Home, model: type[Model]) -> None:
    rosa = event("p", "player", None, player=id_of("p"), name="Rosa")
    for circle_home in (home, other_home):
        circle_home.accept(start(), deal("a", "start"), {**rosa, "match": None})
    circle = home.circle.pk
    rows = read_all(model, '"circle_id" = %s', circle)
    expected = list(model._default_manager.filter(circle=circle))
    assert expected
    assert sorted(map(model_to_dict, rows), key=str) == sorted(map(model_to_dict, expected), key=str)
    assert sorted(map(repr, rows)) == sorted(map(repr, expected))


def test_some_fields_can_be_left_out(home: Home, django_assert_num_queries: Any) -> None:
    home.accept(start())
    [row] = read_all(models.Match, '"circle_id" = %s', home.circle.pk, only=("circle_id", "id", "last", "is_listed"))
    assert row.get_deferred_fields() >= {"summary", "started", "evening"}
    stored = models.Match.objects.get()
    with django_assert_num_queries(0):
        assert (row.pk, row.last, row.is_listed) == (stored.pk, stored.last, False)


def test_left_join_without_match_gives_none(home: Home) -> None:
    joined = 'FROM "games_circle" LEFT JOIN "games_match" ON "circle_id" = "games_circle"."id"'
    assert read_joined((models.Circle, models.Match), joined) == [(home.circle, None)]
    assert read_one(models.Match, '"seq" = %s', 1) is None
