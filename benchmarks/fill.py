"""Stores matches for the benchmark of the server, and creates the table of the minimal views."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

import django

django.setup()

from django.db import connection

from games import models, services
from games.match.log import fold_events
from games.store import readmodels
from games.store.logs import event_json

BATCH = 1000


def main(count: int) -> None:
    key = "serial" if connection.vendor == "postgresql" else "integer"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE minimal (id {key} PRIMARY KEY, text text)")
        cursor.executemany("INSERT INTO minimal (text) VALUES (%s)", [[f"row {number}"] for number in range(20)])
    services.make_token(name="Bench")
    person = models.Person.objects.get(name="Bench")
    circle = services.circles_of(person)[0]
    for first in range(0, count, BATCH):
        store(circle, person, range(first + 1, min(first + BATCH, count) + 1))
    models.Circle.objects.filter(pk=circle.pk).update(seq=count)


def store(circle: models.Circle, person: models.Person, numbers: range) -> None:
    """Store matches that have only started, one per hour."""
    data = {"game": "pilotta", "players": ["Eleni", "Deniz", "Andreas", "Zeynep"]}
    events, rows = [], {table.model: [] for table in readmodels.TABLES}
    for number in numbers:
        moment = datetime(2010, 1, 1, tzinfo=UTC) + timedelta(hours=number)
        stored = models.Event(
            circle=circle, seq=number, id=uuid4(), match=uuid4(), kind="start", data=data, at=moment.isoformat(), by=person,
            by_name="Bench", received=moment,
        )  # fmt: skip
        events.append(stored)
        for table, new in zip(readmodels.TABLES, readmodels.model_rows(fold_events([event_json(stored)])), strict=True):
            names = {"circle": circle, table.match: stored.match}
            rows[table.model] += [table.model(**names, **row) for row in new.values()]
    models.Event.objects.bulk_create(events)
    for model, instances in rows.items():
        model._default_manager.bulk_create(instances)


if __name__ == "__main__":
    main(int(sys.argv[1]))
