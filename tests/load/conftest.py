"""Real servers with either database. These tests are slow."""

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
    """Create a database with empty tables."""
    database: Database = (
        Postgres() if pytestconfig.getoption("db") == "postgres" else Sqlite(tmp_path_factory.mktemp("db"))
    )
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "DATABASE_URL": database.url}, check=True)
    yield database
    database.drop()


@pytest.fixture
def server(prepared: Database, tmp_path: Path) -> Iterator[Server]:
    database = prepared.copy()
    running = Server(database, tmp_path / "output")
    running.start()
    yield running
    running.stop()
    database.drop()
