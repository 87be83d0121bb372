"""A pull reads its page in parts; a cursor of PostgreSQL belongs to a transaction, as a pooler changes connections after it."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection

from games import models, services
from games.store import event_pages
from tests.match.logs import deal, start

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_cursor_lives_within_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """On SQLite it must not: a transaction would wait for writers."""
    person, circle = services.make_person("Eleni")
    services.push(by=person, circle=circle.pk, events=[start(), deal("a", "start")])
    in_transaction = []
    read = event_pages.read_in_parts

    def read_and_note(wanted: Any) -> Iterable[models.Event]:
        in_transaction.append(connection.in_atomic_block)
        return read(wanted)

    monkeypatch.setattr(event_pages, "read_in_parts", read_and_note)
    page, more = event_pages.next_page(models.Event.objects.filter(circle=circle).order_by("seq"), 1)
    assert ([event.seq for event in page], more) == ([1], True)
    assert in_transaction == [connection.vendor == "postgresql"]
