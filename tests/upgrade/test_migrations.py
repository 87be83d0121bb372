"""Migrations run while an older version serves: it survives each of them, and nobody waits long for a lock."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from django.db import models
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED

from games.migrations._order import WRITERS_WAIT
from tests.load.databases import Database, Postgres
from tests.load.server import ROOT
from tests.upgrade.conftest import first_release

# What an older version survives all the same, and why.
KNOWN = {
    "0002_people: AddConstraint one_person_a_player": "over a new column, which an older version leaves empty; few rows",
    "0003_accounts: RunPython create_limits": "a table of its own",
    "0005_looking_back: RemoveIndex matches_of_an_evening": "slower for seconds; the next one has its name",
    "0005_looking_back: RemoveIndex seats_of_a_player": "slower for seconds; the next one has its name",
    "0005_looking_back: AddIndex evenings_by_hand": "few evenings are put together by hand",
    "0005_looking_back: AddIndex matches_of_an_evening": "who asks for matches waits while it is built: 0.3 s for 100,000 matches",
    "0005_looking_back: AddIndex seats_of_a_player": "who asks for seats waits while it is built: 1.3 s for 100,000 matches",
    "0006_statistics: AddIndex matches_over_by_day": "writers wait while it is built: 0.2 s for 100,000 matches",
    "0006_statistics: RunPython name_cells": "writes into a table of its own",
    "0009_month_tallies: DeleteModel Cell": "no release has known this table",
    "0009_month_tallies: RunPython name_months": "writes into a table of its own",
}


def found() -> Iterator[str]:
    """Every operation that is not plainly harmless."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app == "games" and name != "0001_initial":
            own = {one.name_lower for one in migration.operations if isinstance(one, ops.CreateModel)}
            for one in migration.operations:
                if one is not WRITERS_WAIT and not is_harmless(one, own, migration.atomic):
                    what = getattr(one, "name", None) or getattr(getattr(one, "code", None), "__name__", "")
                    what = getattr(getattr(one, "index", None) or getattr(one, "constraint", None), "name", what)
                    yield f"{name}: {type(one).__name__} {what}"


def is_harmless(one: Any, own: set[str], is_atomic: bool) -> bool:
    """A new table, and what belongs to it; a column that an older version need not know."""
    if isinstance(one, ops.CreateModel) or getattr(one, "model_name", "").lower() in own:
        return True
    if isinstance(one, ops.AddField):
        return one.field.null or one.field.db_default is not NOT_PROVIDED or bool(one.field.many_to_many)
    return type(one).__name__ in ("AddIndexConcurrently", "RemoveIndexConcurrently") and not is_atomic


def test_an_older_version_survives_every_operation() -> None:
    assert set(found()) == set(KNOWN)


def test_who_writes_waits_before_a_table_of_theirs_is_locked() -> None:
    begin = {name.split(":")[0]: first_of(name.split(":")[0]) for name in found()}
    assert {name for name, first in begin.items() if first is not WRITERS_WAIT} == {
        "0003_accounts"
    }  # no table of theirs


def first_of(name: str) -> Any:
    return MigrationLoader(None).disk_migrations["games", name].operations[0]


@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        (ops.AddField("person", "age", models.IntegerField(null=True)), True),
        (ops.AddField("person", "age", models.IntegerField(db_default=0)), True),
        (ops.AddField("person", "age", models.IntegerField(default=0)), False),
        (ops.AddField("cell", "age", models.IntegerField()), True),
        (ops.RemoveField("person", "name"), False),
        (ops.RenameField("person", "name", "called"), False),
        (ops.AlterField("person", "name", models.CharField(max_length=20)), False),
        (ops.DeleteModel("Person"), False),
        (ops.RunSQL("SELECT 1"), False),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_counts_as_harmless(operation: Any, wanted: bool) -> None:
    assert is_harmless(operation, {"cell"}, is_atomic=True) is wanted


TRIES = 5
GIVE_UP = "-c lock_timeout=2s"


class Writer(threading.Thread):
    """Writes as the first release did, a short transaction after the other, and looks how long each of them took."""

    def __init__(self, database: Database) -> None:
        super().__init__(daemon=True)
        self.database = database
        self.is_over = False
        self.longest = 0.0
        self.rounds = 0
        self.failure: Exception | None = None

    def run(self) -> None:
        import psycopg

        try:
            with closing(psycopg.connect(self.database.url)) as connection:
                while not self.is_over:
                    begun = time.monotonic()
                    with connection.transaction():
                        self.write(connection)
                        time.sleep(0.02)  # in the middle of it
                    self.rounds += 1
                    self.longest = max(self.longest, time.monotonic() - begun)
        except Exception as failure:
            self.failure = failure

    def write(self, connection: Any) -> None:
        new = {"new": uuid4(), "hash": uuid4().hex}
        for statement in ROUND:
            connection.execute(statement, new)


WHO = "(SELECT circle_id FROM games_membership ORDER BY circle_id LIMIT 1)"
ROUND = (
    f"UPDATE games_circle SET seq = seq + 1 WHERE id = {WHO}",
    "INSERT INTO games_event (circle_id, seq, id, kind, data, at, by_name, received, by_id)"
    " SELECT c.id, c.seq, %(new)s, 'player', '{}', '', '', now(), m.person_id"
    f" FROM games_circle c JOIN games_membership m ON m.circle_id = c.id WHERE c.id = {WHO}",
    f"UPDATE games_match SET seq = seq WHERE circle_id = {WHO}",
    f"SELECT * FROM games_match m JOIN games_seat s ON s.match = m.id WHERE m.circle_id = {WHO}",
    f"UPDATE games_result SET total = total WHERE circle_id = {WHO}",
    "INSERT INTO games_person (password, is_superuser, id, name, is_active, is_staff, created)"
    " VALUES ('!', false, %(new)s, 'Rui', true, false, now())",
    "INSERT INTO games_device (id, name, hash, created, person_id) VALUES (%(new)s, '', %(hash)s, now(), %(new)s)",
)


@pytest.fixture
def first(pytestconfig: pytest.Config, tmp_path: Any) -> Iterator[Database]:
    if pytestconfig.getoption("db") != "postgres":
        pytest.skip("SQLite lets one write at a time, and nobody else serves from its file.")
    database = first_release("postgres", tmp_path)
    yield database
    database.drop()


@pytest.mark.slow
@pytest.mark.database
def test_people_go_on_writing_as_before_while_migrations_run(first: Postgres) -> None:
    writers = [Writer(first) for _ in range(3)]
    for writer in writers:
        writer.start()
    time.sleep(0.5)
    before = [writer.rounds for writer in writers]
    tries = [migrate(first)]
    while tries[-1].returncode and len(tries) < TRIES:
        tries.append(migrate(first))
    after = [writer.rounds for writer in writers]
    time.sleep(0.5)
    for writer in writers:
        writer.is_over = True
        writer.join(10)
    assert tries[-1].returncode == 0, tries[-1].stderr
    assert all("lock timeout" in one.stderr for one in tries[:-1])
    assert [writer.failure for writer in writers] == [None] * 3
    assert all(one < other for one, other in zip(before, after, strict=True))
    assert max(writer.longest for writer in writers) < 5


def migrate(database: Database) -> subprocess.CompletedProcess[str]:
    """As docs/load.md tells it: a lock that is not there soon is given up, and what was begun is undone."""
    environ = {**os.environ, "DATABASE_URL": database.url, "PGOPTIONS": GIVE_UP}
    command = [sys.executable, "manage.py", "migrate"]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
