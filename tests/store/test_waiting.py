"""On PostgreSQL too nobody waits for ever until the others have written."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from games import models
from games.services.circles import make_person
from games.store import sql
from scorekeeper.lock_wait import LOCK_WAIT

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def test_who_waits_too_long_for_a_circle_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one lock for all: test_turns.py")
    monkeypatch.setattr(sql, "PATIENCE", 1)
    person, circle = make_person()
    is_locked, may_end = Event(), Event()
    thread = Thread(target=hold, args=(person, circle, is_locked.set, may_end.wait))
    thread.start()
    assert is_locked.wait(5)
    LOCK_WAIT.seconds = 0.0
    with pytest.raises(OperationalError), transaction.atomic():
        sql.lock(circle.pk, person.pk)
    assert LOCK_WAIT.seconds >= 1
    may_end.set()
    thread.join()
    with transaction.atomic():
        assert sql.lock(circle.pk, person.pk) == (0, None, "owner")


def hold(person: models.Person, circle: models.Circle, locked: Callable[[], Any], wait: Callable[[float], Any]) -> None:
    try:
        with transaction.atomic():
            sql.lock(circle.pk, person.pk)
            locked()
            wait(20)
    finally:
        connection.close()
