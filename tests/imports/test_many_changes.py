"""Imports of documents with many changes of people: their cost is linear, and a file has a limited number of them."""

import io
import json
from typing import Any
from uuid import UUID

import pytest

from games import models, services
from games.imports import preview
from games.imports.source import Source
from games.match import columns
from games.match.errors import Refused
from games.match.lineups import next_lineup
from tests.imports.conftest import preview_data

CHANGES = 100
PER_CHANGE = 4  # lineups: the document is read, its events are validated, and its sheet is built


def document(number: int = 0, size: int = 8) -> dict[str, Any]:
    """Return a match with `CHANGES` changes, each to other people."""
    tables = [[f"{seat} of {table}" for seat in range(size)] for table in range(CHANGES + 1)]
    deals = [{"id": str(round), "answers": {"points": [round] + [1] * (size - 1)}} for round in range(CHANGES + 1)]
    changes = [
        {"before": str(round), "players": tables[round], "first_dealer": None, "points": "take_over"}
        for round in range(1, CHANGES + 1)
    ]
    return {
        "format": "scorekeeper.match/2",
        "id": str(UUID(int=number + 1)),
        "game": "points",
        "players": tables[0],
        "started": "2026-01-09T19:30:00Z",
        "deals": deals,
        "changes": changes,
    }


@pytest.fixture
def home(someone: models.Person) -> models.Circle:
    return services.home_membership(someone).circle


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The changes for which a lineup was built."""
    changes: list[Any] = []

    def counting(old: Any, change: Any) -> Any:
        changes.append(change)
        return next_lineup(old, change)

    monkeypatch.setattr(columns, "next_lineup", counting)
    monkeypatch.setattr("games.match.lineups.next_lineup", counting)
    return changes


def test_a_preview_builds_few_lineups(someone: models.Person, home: models.Circle, built: list[Any]) -> None:
    report = preview_data(someone, [document()], home)
    assert (report.new, report.refused) == (1, [])
    assert len(built) <= PER_CHANGE * CHANGES


def test_people_of_changes_count_as_entries() -> None:
    entries = 1 + len(document()["deals"]) + CHANGES * 8
    preview.check_size(source(document()), entries)
    with pytest.raises(Refused, match="This file has more than"):
        preview.check_size(source(document()), entries - 1)


def source(*values: Any) -> Source:
    return Source(io.BytesIO("\n".join(map(json.dumps, values)).encode() + b"\n"))
