"""Two who change matches of one month at the same time: the stored month has both."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from games import models, services
from games.services.circles import make_person
from games.store.figures import months
from games.store.figures.period import CircleMonths, PeriodFigures
from tests.store.test_figures import match_events

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

MATCHES = 6


def test_matches_that_end_at_the_same_time_all_count() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one lock for all: test_turns.py")
    person, circle = make_person()
    start = Barrier(3)

    def end(day: int) -> None:
        for hour in range(MATCHES):
            at = f"2025-11-{day:02}T{hour + 10}:00:00Z"
            pushed = services.push(by=person, circle=circle.pk, events=match_events(at, {"points": [71, 49]}))
            assert pushed.refused == []

    def drop_and_fill() -> None:
        for _ in range(MATCHES):
            with transaction.atomic():
                models.Circle.objects.select_for_update().get(pk=circle.pk)
                months.drop_tallies(circle.pk, ["2025-11"])
            months.fill_months(circle.pk)

    threads = [Thread(target=in_thread, args=(start, work)) for work in (lambda: end(1), lambda: end(2), drop_and_fill)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    months.fill_months(circle.pk)
    assert PeriodFigures(CircleMonths(circle.pk)).tally("").matches == 2 * MATCHES


def in_thread(start: Barrier, work: Callable[[], Any]) -> None:
    try:
        start.wait(10)
        work()
    finally:
        connection.close()
