"""Exports and erasing read few events at a time, even those that an earlier version stored although they are large."""

import tracemalloc
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from games import models
from games.export import circle_log
from games.match.events import content_size
from games.services import erasing
from games.store import event_pages
from tests.store.conftest import Home

EVENTS = 12
LARGE = [{"": {}}] * 3_000  # 0.8 MB in memory, where nothing is shared, but 24 kB as JSON
MOST_MEMORY = 4 * 850_000  # bytes: of two pages of one event, of the next event, and of what is made of them


@pytest.fixture
def large(home: Home) -> Home:
    """A circle whose events take 10 MB."""
    stored = [
        models.Event(
            circle=home.circle,
            seq=number + 1,
            id=uuid4(),
            match=UUID(int=1),
            kind="seats",
            data={"players": [number], "unread": LARGE},
            after=[],
            at="",
            by=home.person,
            by_name="Eleni",
            received=timezone.now(),
        )
        for number in range(EVENTS)
    ]
    models.Event.objects.bulk_create(stored)
    models.Circle.objects.filter(pk=home.circle.pk).update(seq=EVENTS)
    home.circle.refresh_from_db()
    return home


def peak(work: Callable[[], Any]) -> int:
    """Return the bytes of memory that the work takes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.fifth
def test_large_events_are_not_in_memory_together(large: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_unread(event: models.Event) -> dict[str, Any]:
        return {"players": event.data["players"]}

    def export() -> None:
        lengths.extend(map(len, circle_log.lines(large.circle)))

    def erase() -> None:
        left.extend(
            erasing.store_but_last(large.circle.pk, models.Event.objects.filter(match=UUID(int=1)), without_unread)
        )

    monkeypatch.setattr(event_pages, "MOST_BYTES", content_size(LARGE))
    monkeypatch.setattr(erasing, "let_others_write", lambda: None)
    lengths, left = list[int](), list[Any]()
    assert peak(export) < MOST_MEMORY
    assert len(lengths) == 1 + EVENTS
    assert peak(erase) < MOST_MEMORY
    assert left == [(EVENTS, {"players": [EVENTS - 1]})]
    assert sum("unread" in data for data in models.Event.objects.values_list("data", flat=True)) == 1


def test_names_of_authors_are_erased_in_parts(large: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last part stays for the transaction that ends the work, so that an interruption leaves a name to find."""
    named = models.Event.objects.exclude(by_name="")
    left = list[int]()
    monkeypatch.setattr(erasing, "BATCH", 5)
    monkeypatch.setattr(erasing, "let_others_write", lambda: left.append(named.count()))
    erasing.erase_names(large.circle.pk, UUID(int=1), models.Person.objects.filter(pk=large.person.pk), set())
    assert left == [7, 2]
    assert not named.exists()
