"""Lines of two long matches in turn: each match is folded once for all its lines, not for each of them."""

import json
from typing import Any
from uuid import UUID

import pytest

from games import models, services
from games.store import folding, logs
from games.store.logs import LOG_CACHE, fold_stored
from tests.imports.conftest import import_data, preview_data

LINES = 20
LONG, SHORT = "0000000a-0000-4000-8000-000000000001", "0000000b-0000-4000-8000-000000000001"


def document(id: str, rounds: int) -> dict[str, Any]:
    return {
        "format": "scorekeeper.match/1",
        "id": id,
        "game": "points",
        "players": ["Ana", "Rui"],
        "started": "2026-01-09T19:30:00Z",
        "deals": [{"answers": {"points": [number, 0]}} for number in range(rounds)],
    }


def id_of(number: int) -> str:
    return str(UUID(int=number, version=4))


def deal(match: str, number: int) -> dict[str, Any]:
    data = {"deal": id_of(number), "answers": {"points": [1, 2]}}
    return {"id": id_of(1000 + number), "match": match, "kind": "deal", "data": data, "after": None}


def as_lines(events: list[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(event).encode() for event in events)


@pytest.fixture
def home(someone: models.Person, monkeypatch: pytest.MonkeyPatch) -> models.Circle:
    """A circle with a match that is longer than a part of an import can read beside others."""
    circle = services.home_membership(someone).circle
    import_data(someone, [document(LONG, 8), document(SHORT, 1)], circle)
    monkeypatch.setattr(folding, "MOST_FOLDED", 5)
    monkeypatch.setattr(logs, "MOST_DATA_CACHED", 0)  # as if others filled the cache
    LOG_CACHE.clear()
    return circle


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events each folded log had."""
    counts: list[int] = []

    def counting(events: Any, *pause: Any) -> Any:
        if events:
            counts.append(len(events))
        return fold_stored(events, *pause)

    monkeypatch.setattr(logs, "fold_stored", counting)
    return counts


def test_events_of_two_matches_in_turn_fold_each_match_once(
    someone: models.Person, home: models.Circle, folds: list[int]
) -> None:
    player = {"player": id_of(5000), "name": "Eleni"}
    lines = [deal((LONG, SHORT)[number % 2], number) for number in range(LINES)]
    lines += [{"id": id_of(6000), "match": None, "kind": "player", "data": player, "after": None}]
    evening = {"evening": id_of(7000), "name": "Friday", "matches": [LONG, SHORT]}
    lines[3:3] = [{"id": id_of(6001), "match": None, "kind": "evening", "data": evening, "after": None}]
    assert preview_data(someone, as_lines(lines), home).refused_count == 0
    folds.clear()
    assert import_data(someone, as_lines(lines), home).events == LINES + 2
    assert folds == [9, 2]


def test_events_of_a_match_keep_their_order(someone: models.Person, home: models.Circle) -> None:
    lines = [deal((LONG, SHORT)[number % 2], number) for number in range(LINES)]
    import_data(someone, as_lines(lines), home)
    for match in (LONG, SHORT):
        stored = models.Event.objects.filter(match=match, id__in=map(id_of, range(1000, 2000))).order_by("seq")
        assert [event.id for event in stored] == sorted(event.id for event in stored)
        assert stored.count() == LINES // 2


def test_invalid_documents_of_two_matches_in_turn_need_none_of_their_events(
    someone: models.Person, home: models.Circle, folds: list[int], django_assert_max_num_queries: Any
) -> None:
    lines = [{"format": "scorekeeper.match/1", "id": (LONG, SHORT)[number % 2], "game": "x"} for number in range(LINES)]
    with django_assert_max_num_queries(12):
        assert import_data(someone, lines, home).events == 0
    assert folds == []
