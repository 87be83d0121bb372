"""Migrations can run while an older version serves, and nobody waits long for a lock."""

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

# Operations that are not harmless in general, each with the reason why an older version survives it.
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
    "0011_open_claims: RunPython give_claimed_addresses": "an older version lets the same people sign in by them",
    "0015_first_of_an_evening: AddIndex first_of_an_evening": "writers wait while it is built: 0.3 s for 100,000 matches",
    "0016_matches_in_order: AddIndex matches_in_order": "writers wait while it is built: 0.3 s for 100,000 matches",
    "0017_tallies_without_erased_names: RunPython drop_tallies": "an older version adds these months up from rows",
    "0022_erased: RunPython mark_erased_people": "writes into a column that an older version does not know",
}


def risky_operations() -> Iterator[str]:
    """Yield every operation that is not harmless in general."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app == "games" and name != "0001_initial":
            new = {step.name_lower for step in migration.operations if isinstance(step, ops.CreateModel)}
            for step in migration.operations:
                if step is not WRITERS_WAIT and not is_harmless(step, new, migration.atomic):
                    subject = getattr(step, "name", None) or getattr(getattr(step, "code", None), "__name__", "")
                    subject = getattr(
                        getattr(step, "index", None) or getattr(step, "constraint", None), "name", subject
                    )
                    yield f"{name}: {type(step).__name__} {subject}"


def is_harmless(step: Any, new: set[str], is_atomic: bool) -> bool:
    """Return whether an operation concerns a new table, or adds a column that an older version can ignore."""
    if isinstance(step, ops.CreateModel) or getattr(step, "model_name", "").lower() in new:
        return True
    if isinstance(step, ops.AddField):
        return step.field.null or step.field.db_default is not NOT_PROVIDED or bool(step.field.many_to_many)
    return type(step).__name__ in ("AddIndexConcurrently", "RemoveIndexConcurrently") and not is_atomic


def test_an_older_version_survives_every_operation() -> None:
    assert set(risky_operations()) == set(KNOWN)


def test_a_migration_stops_writers_before_it_locks_a_table() -> None:
    begin = {name.split(":")[0]: first_of(name.split(":")[0]) for name in risky_operations()}
    assert {name for name, first in begin.items() if first is not WRITERS_WAIT} == {"0003_accounts"}  # its table is new


def first_of(name: str) -> Any:
    return MigrationLoader(None).disk_migrations["games", name].operations[0]


@pytest.mark.parametrize(
    ("operation", "harmless"),
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
    ids=lambda value: type(value).__name__,
)
def test_only_additions_are_harmless(operation: Any, harmless: bool) -> None:
    assert is_harmless(operation, {"cell"}, is_atomic=True) is harmless


TRIES = 5
GIVE_UP = "-c lock_timeout=2s"


class FirstReleaseWriter(threading.Thread):
    """A thread that writes short transactions as the first release did, and measures the longest."""

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
                        time.sleep(0.02)  # within the transaction
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
def test_writers_go_on_while_migrations_run(first: Postgres) -> None:
    writers = [FirstReleaseWriter(first) for _ in range(3)]
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
    assert all("lock timeout" in failed.stderr for failed in tries[:-1])
    assert [writer.failure for writer in writers] == [None] * 3
    assert all(start < end for start, end in zip(before, after, strict=True))
    assert max(writer.longest for writer in writers) < 5


def migrate(database: Database) -> subprocess.CompletedProcess[str]:
    """Migrate as in docs/load.md: a lock that takes too long ends the command, and rolls the migration back."""
    environ = {**os.environ, "DATABASE_URL": database.url, "PGOPTIONS": GIVE_UP}
    command = [sys.executable, "manage.py", "migrate"]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
