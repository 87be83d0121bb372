"""Real servers. Slow, and on both databases."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.load.databases import Database, Postgres, Sqlite
from tests.load.server import ROOT, Server


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Database]:
    """A database with all its tables and nothing in them."""
    found: Database = (
        Postgres() if pytestconfig.getoption("db") == "postgres" else Sqlite(tmp_path_factory.mktemp("db"))
    )
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": found.url}, check=True)
    yield found
    found.drop()


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[Server]:
    database = prepared.copy()
    found = Server(database, tmp_path / "told")
    found.start()
    yield found
    found.stop()
    database.drop()
