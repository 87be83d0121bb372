"""Players are stored as their events describe them, all of a push together."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import models
from games.match.log import Effort
from games.store import append
from games.store.append import EventAppender
from games.store.players import apply_player_events
from tests.store.conftest import Home


def rows(home: Home) -> dict[str, tuple[Any, ...]]:
    stored = models.Player.objects.filter(circle=home.circle).values_list("id", "name", "hidden", "same_as")
    return {str(id): tuple(rest) for id, *rest in stored}


def test_the_last_value_of_each_column_counts_and_others_stay(home: Home) -> None:
    eleni, deniz = str(uuid4()), str(uuid4())
    apply_player_events(
        home.circle.pk,
        [
            {"player": eleni, "name": "Elena"},
            {"player": deniz, "name": "Deniz", "hidden": True},
            {"player": eleni, "name": "Eleni"},
            {"player": eleni, "same_as": deniz},
        ],
    )
    assert rows(home) == {eleni: ("Eleni", False, UUID(deniz)), deniz: ("Deniz", True, None)}
    apply_player_events(home.circle.pk, [{"player": deniz, "hidden": False}, {"player": eleni, "same_as": None}])
    assert rows(home) == {eleni: ("Eleni", False, None), deniz: ("Deniz", False, None)}


def test_many_players_take_as_many_statements_as_one(home: Home) -> None:
    """A document may bring hundreds of players, while the circle is locked."""
    counts = []
    for count in (1, 300):
        players = [{"player": str(uuid4()), "name": f"Player {number}"} for number in range(count)]
        with CaptureQueriesContext(connection) as queries:
            apply_player_events(home.circle.pk, players)
        counts.append(len([query for query in queries if not query["sql"].startswith("INSERT")]))
        assert len(rows(home)) >= count
    assert counts[0] == counts[1]


def test_many_players_of_a_full_circle_take_as_many_queries_as_one(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "MOST_PLAYERS", models.Player.objects.filter(circle=home.circle).count() + 1)
    counts = []
    for count in (2, 300):
        players = [{"player": str(uuid4()), "name": f"Player {number}"} for number in range(count)]
        events = [{"id": str(uuid4()), "kind": "player", "data": data} for data in players]
        with CaptureQueriesContext(connection) as queries:
            appender = EventAppender(home.circle.pk, 0, models.Person(), timezone.now(), events, effort=Effort())
        counts.append(len(queries))
        assert len(appender.refused) == count - 1
    assert counts[0] == counts[1]
