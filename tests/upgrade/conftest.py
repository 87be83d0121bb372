"""A database of the first release, and a server after its update."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.load.databases import Database, Postgres, Sqlite
from tests.load.server import PageServer, Server

FOLDER = Path(__file__).parent


@pytest.fixture(scope="session")
def answers() -> Any:
    """The people of the first release, with their keys and its answers to them."""
    return json.loads((FOLDER / "answers.json").read_text("utf-8"))


def first_release(kind: str, folder: Path) -> Database:
    text = (FOLDER / f"{kind}.sql").read_text("utf-8")
    if kind == "postgres":
        import psycopg

        database = Postgres()
        with psycopg.connect(database.url, autocommit=True) as connection:
            connection.execute(text)  # type: ignore[call-overload]
        return database
    sqlite = Sqlite(folder)
    with closing(sqlite3.connect(sqlite.path)) as file:
        file.executescript(text)
    return sqlite


def manage(database: Database, *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    environ = {**os.environ, "DATABASE_URL": database.url}
    result = subprocess.run(command, cwd=FOLDER.parents[1], env=environ, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Database]:
    database = first_release(pytestconfig.getoption("db"), tmp_path_factory.mktemp("first"))
    output = manage(database, "migrate")
    assert "Recalculated: 2 circles." in output
    yield database
    database.drop()


@pytest.fixture(scope="module")
def server(upgraded: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = PageServer(upgraded, tmp_path_factory.mktemp("server") / "output")
    running.start()
    yield running
    running.stop()
