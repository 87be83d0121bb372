"""A rebuild reads the logs of few matches at a time, so a large circle needs no more memory than a small one."""

from typing import Any

import pytest

from games import models
from games.store import players, rebuild
from games.store.ratings.progress import is_unrated
from games.store.ratings.replay import rate_all_circles
from tests.store.conftest import Home
from tests.store.test_figures import PlayingCircle, won


@pytest.fixture
def table(home: Home) -> PlayingCircle:
    return PlayingCircle(home)


@pytest.mark.parametrize("most", [1, 7, 2_000])
def test_the_rows_are_the_same_however_few_logs_are_read_at_a_time(
    table: PlayingCircle, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = table.home.circle.pk
    for day in range(1, 6):
        table.play(f"2026-11-0{day}", rounds=won(71) * (1 + day % 3))
    together: list[int] = []
    logs_of = rebuild.logs_of

    def read(*values: Any) -> Any:
        logs = logs_of(*values)
        together.append(sum(len(log.events) for log in logs.values()))
        return logs

    monkeypatch.setattr(rebuild, "MOST_EVENTS", most)
    monkeypatch.setattr(rebuild, "logs_of", read)
    before = rebuild.snapshot(circle)
    assert rebuild.rebuild(circle) == []
    assert rebuild.snapshot(circle) == before
    assert len(together) == (1 if most > 100 else 5 if most == 1 else len(together))
    assert max(together) <= max(most, 7)


def test_an_update_keeps_the_ratings_until_they_are_recalculated(table: PlayingCircle) -> None:
    circle = table.home.circle.pk
    table.play("2026-11-01", rounds=won(71))
    rate_all_circles()
    rated = list(models.MatchRatings.objects.values())
    rebuild.rebuild_rows(circle)
    assert is_unrated(circle)
    assert list(models.MatchRatings.objects.values()) == rated
    rate_all_circles()
    assert not is_unrated(circle)
    assert list(models.MatchRatings.objects.values()) == rated


def test_events_of_the_circle_are_read_in_parts(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    circle = table.home.circle.pk
    expected = [event["seq"] for event in rebuild.events_of_circle(circle, "player")]
    assert len(expected) > 2
    monkeypatch.setattr(rebuild, "EVENTS_TOGETHER", 2)
    assert [event["seq"] for event in rebuild.events_of_circle(circle, "player")] == expected
    assert rebuild.rebuild(circle) == []


def test_players_are_stored_in_parts(table: PlayingCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    circle = table.home.circle.pk
    before = list(models.Player.objects.order_by("id").values())
    monkeypatch.setattr(players, "TOGETHER", 2)
    assert rebuild.rebuild(circle) == []
    assert list(models.Player.objects.order_by("id").values()) == before
