"""Documents of one stored match: a file may have thousands of them, and the match is read once."""

from typing import Any
from uuid import UUID

import pytest

from games import models, services
from games.imports import matches
from games.match.log_document import document_from_log
from games.services import actions
from tests.imports.conftest import import_data, preview_data

LINES = 120  # in three parts
OWN_ID = "0000000f-0000-4000-8000-000000000001"


def document(*points: int) -> dict[str, Any]:
    return {
        "format": "scorekeeper.match/1",
        "id": OWN_ID,
        "game": "points",
        "players": ["Ana", "Rui"],
        "started": "2026-01-09T19:30:00Z",
        "deals": [{"answers": {"points": [number, 0]}} for number in points],
    }


@pytest.fixture
def home(someone: models.Person) -> models.Circle:
    return services.home_membership(someone).circle


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The logs whose document was built."""
    logs: list[Any] = []

    def counting(log: Any) -> Any:
        logs.append(log)
        return document_from_log(log)

    monkeypatch.setattr(matches, "document_from_log", counting)
    return logs


def test_a_stored_match_is_read_once_for_a_preview(
    someone: models.Person, home: models.Circle, read: list[Any]
) -> None:
    import_data(someone, [document(1, 2)], home)
    read.clear()
    report = preview_data(someone, [document(1, 2), document(3)] * LINES, home)
    assert (report.new, report.unchanged, report.refused_count) == (0, LINES, LINES)
    assert len(read) == 1


def test_a_stored_match_is_read_once_for_an_import(
    someone: models.Person, home: models.Circle, read: list[Any]
) -> None:
    result = import_data(someone, [document(1, 2), *[document(1, 2), document(3)] * LINES], home)
    assert (result.matches, result.events) == (1, 5)
    assert len(read) == 1


def test_a_deleted_match_is_refused_in_every_line(someone: models.Person, home: models.Circle, read: list[Any]) -> None:
    import_data(someone, [document(1, 2)], home)
    actions.delete_match(match=UUID(OWN_ID), by=someone, circle=home.pk)
    report = preview_data(someone, [document(1, 2)] * LINES, home)
    assert report.refused_count == LINES
    assert read == []
